import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { bodyPlanOf, type Caller, checkAgain } from '#libs/guards';
import { hasBodyOnDelete, hasOptionalBody, hasUnreadBody } from './optional-body.js';
import { hasBody, withBody } from './read-body.js';

/**
 * Reads bodies after the guards, as the guards have planned, so the body of an unknown caller is never read. Then it checks the caller
 * again, who may have held the body back. Skips routes without a body.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request & { user?: Caller }>();
    if (request.method === 'GET' || request.method === 'HEAD' || hasUnreadBody(context)) return next.handle();
    if (request.method === 'DELETE' && !hasBodyOnDelete(context)) return next.handle();
    const response = context.switchToHttp().getResponse<Response>();
    const options = { plan: bodyPlanOf(request), isOptional: hasOptionalBody(context) };
    const serve = async (body: unknown): Promise<unknown> => {
      if (hasBody(request)) await checkAgain(request);
      request.body = body;
      try {
        return await lastValueFrom(next.handle(), { defaultValue: undefined });
      } finally {
        // The request lives until a slow caller has read the answer.
        request.body = undefined;
      }
    };
    return from(withBody(request, response, options, serve));
  }
}
