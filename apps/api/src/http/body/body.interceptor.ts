import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { bodyPlanOf, type Caller, checkAgain } from '#libs/guards';
import { hasBodyOnDelete, hasOptionalBody } from './optional-body.js';
import { hasBody, readBody } from './read-body.js';

/**
 * Reads bodies after the guards, as the guards have planned, so the body of an unknown caller is never read. Then it checks the caller
 * again, who may have held the body back. Skips routes without a body.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & { user?: Caller }>();
    if (request.method === 'GET' || request.method === 'HEAD') return next.handle();
    if (request.method === 'DELETE' && !hasBodyOnDelete(context)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    return from(readChecked(request, response, context)).pipe(
      switchMap((body) => {
        request.body = body;
        return next.handle();
      }),
    );
  }
}

async function readChecked(request: Request & { user?: Caller }, response: Response, context: ExecutionContext): Promise<unknown> {
  const body = await readBody(request, response, bodyPlanOf(request), hasOptionalBody(context));
  if (hasBody(request)) await checkAgain(request);
  return body;
}
