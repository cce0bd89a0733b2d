import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type TenantId, unauthorized } from '#libs/core';
import type { Caller } from './api-keys.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';

/**
 * Lets through who presents a tenant's API key and has requests left, and makes the caller known to the handler. Who presents none
 * is counted by address, so that nobody can go on guessing.
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  constructor(private readonly rateLimit: RateLimitGuard) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') await this.rateLimit.canActivate(context);
      throw error;
    }
    return this.rateLimit.canActivate(context);
  }

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
