import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ACCOUNT_BODY, setBodyPlan } from '../body-plan.js';
import { type LimitedRequest, type LimitedResponse, RateLimitGuard } from './rate-limit.guard.js';

/** Requests per minute that an address may make to each path where a caller could guess a secret. */
export class StrictRate {
  constructor(readonly perMinute: number) {}
}

/**
 * Counts requests by IP address, separately for each path and for any caller. It protects paths that take passwords, codes or mailed
 * tokens. After `JwtGuard` it counts in addition to the tenant's own limit.
 */
@Injectable()
export class StrictRateLimitGuard implements CanActivate {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly rate: StrictRate,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingMessage & LimitedRequest & { readonly route: { readonly path: string } }>();
    await this.rateLimit.countPath(request.route.path, request, http.getResponse<LimitedResponse>(), this.rate.perMinute);
    setBodyPlan(request, ACCOUNT_BODY);
    return true;
  }
}
