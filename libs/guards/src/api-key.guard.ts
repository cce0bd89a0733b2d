import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type TenantId, unauthorized } from '#libs/core';
import type { Caller } from './api-keys.js';

/** Lets through who presents a tenant's API key, and makes the caller known to the handler. */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  override handleRequest<User>(error: unknown, caller: User | false): User {
    // A database that cannot be asked is no statement about the key.
    if (error instanceof AppError) throw error;
    if (error instanceof Error && !caller) throw error;
    if (!caller) throw unauthorized('the API key is missing or not valid; send it in the header X-API-Key');
    return caller;
  }
}

const callerOf = (context: ExecutionContext): Caller => context.switchToHttp().getRequest<{ user: Caller }>().user;

/** The caller that the guard of the route has let through. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => callerOf(context));

/** The tenant of that caller. */
export const Tenant = createParamDecorator((_: unknown, context: ExecutionContext): TenantId => callerOf(context).tenantId);
