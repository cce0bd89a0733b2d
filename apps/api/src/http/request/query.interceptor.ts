import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { AppError } from '#libs/core';
import { MOST_DETAILS, unknownName } from '#libs/dto';
import { type DocumentedOperation, operationsOf } from '../openapi/operations.js';

const ANY_QUERY = Symbol('any query');

/** Marks a handler to which platforms send people. They add parameters of their own and sign all of them. */
export const AnyQuery = (): MethodDecorator => SetMetadata(ANY_QUERY, true);

/**
 * Refuses query parameters that the OpenAPI document does not name, on every operation: whoever writes `DELETE …?dry_run=true` must
 * not learn from the result that the service ignored it. Runs after the guards and before the body is read.
 */
@Injectable()
export class QueryInterceptor implements NestInterceptor {
  private readonly known: ReadonlyMap<string, readonly string[]>;

  constructor(document: OpenAPIObject) {
    this.known = new Map(operationsOf(document).map(({ operation }) => [String(operation.operationId), queryNamesOf(operation)]));
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const { url, query } = context.switchToHttp().getRequest<Request>();
    if (url.includes('?') && !Reflect.hasMetadata(ANY_QUERY, handler)) {
      refuseUnknown(Object.keys(query), this.known.get(`${controller.name}_${handler.name}`) ?? []);
    }
    return next.handle();
  }
}

const queryNamesOf = ({ parameters = [] }: DocumentedOperation): string[] =>
  parameters.flatMap((parameter) => ('in' in parameter && parameter.in === 'query' ? [parameter.name] : []));

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MOST_DETAILS);
  const details = unknown.map((name) => unknownName('query parameter', name, known));
  if (details.length > 0) throw new AppError('invalid_query', details.map(({ message }) => message).join('; '), details);
}
