import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { IncomingMessage } from 'node:http';
import { AppError, type TenantId } from '#libs/core';
import { ApiKeys, type Caller, noKey } from './api-keys.js';
import { planCheckAgain } from './check-again.js';
import { SAFE_METHODS } from './account/require-allowed-origin.js';
import { requireScope } from './key-scope.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { requireRunning } from './require-running.js';

/**
 * Admits callers with a tenant's API key that have requests left, and hands the caller to the handler. Callers without a valid key count by
 * IP address, so that they cannot guess keys for long. `@NeedsScope()` says which scope the key needs.
 */
@Injectable()
export class ApiKeyGuard extends AuthGuard('api-key') {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly keys: ApiKeys,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      await super.canActivate(context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') await this.rateLimit.canActivate(context);
      throw error;
    }
    const request = context.switchToHttp().getRequest<IncomingMessage & { readonly ip?: string; readonly user: Caller }>();
    planCheckAgain(request, () => this.keys.requireKey(String(request.headers['x-api-key']), request.ip));
    await this.rateLimit.canActivate(context);
    requireScope(context, request.user.key);
    if (!SAFE_METHODS.has(request.method ?? 'GET')) requireRunning(request.user);
    return true;
  }

  /** Tells whether a request shows a valid key. It admits and counts nothing. */
  async hasValidKey({ headers, ip }: IncomingMessage & { readonly ip?: string }): Promise<boolean> {
    return (await this.keys.callerOf(String(headers['x-api-key']), ip)) !== null;
  }

  override handleRequest<User>(error: unknown, caller: User | false): User {
    // A database error says nothing about the key.
    if (error instanceof AppError) throw error;
    if (error instanceof Error && !caller) throw error;
    if (!caller) throw noKey();
    return caller;
  }
}

const callerOf = (context: ExecutionContext): Caller => context.switchToHttp().getRequest<{ user: Caller }>().user;

/** Injects the caller that the route's guard admitted. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => callerOf(context));

/** Injects the id of the caller's tenant. */
export const Tenant = createParamDecorator((_: unknown, context: ExecutionContext): TenantId => callerOf(context).tenantId);
