import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ApiExtension, type OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { refuseUnknownParameters } from '#libs/dto';
import { type DocumentedOperation, operationsOf, takesAnyQuery } from '../openapi/operations.js';

/**
 * Lets an operation ignore unknown query parameters, because others build its URL: platforms, forwarders and monitors add parameters of
 * their own. The OpenAPI document shows it as `x-any-query`.
 */
export const AnyQuery = (): MethodDecorator => ApiExtension('x-any-query', true);

/**
 * Refuses query parameters that the OpenAPI document does not name: a caller who writes `DELETE …?dry_run=true` must not learn from the
 * result that the service ignored it. Runs after the guards and before the body is read.
 */
@Injectable()
export class QueryInterceptor implements NestInterceptor {
  private readonly known: ReadonlyMap<string, readonly string[]>;

  constructor(document: OpenAPIObject) {
    const strict = operationsOf(document).filter(({ operation }) => !takesAnyQuery(operation));
    this.known = new Map(strict.map(({ operation }) => [String(operation.operationId), queryNamesOf(operation)]));
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const { url, query } = context.switchToHttp().getRequest<Request>();
    const known = this.known.get(`${controller.name}_${handler.name}`);
    if (url.includes('?') && known !== undefined) refuseUnknownParameters(query, known);
    return next.handle();
  }
}

const queryNamesOf = ({ parameters = [] }: DocumentedOperation): string[] =>
  parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter.name] : []));
