import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { LIMITS } from '#libs/core';
import type { LimitedBody } from '../limited-body.js';
import { type LimitedRequest, type LimitedResponse, RateLimitGuard } from './rate-limit.guard.js';

/** How often an address may try each path at which somebody could guess. */
export class StrictRate {
  constructor(readonly perMinute: number) {}
}

/**
 * Counts requests to a path by address, each path by itself, whoever calls. For paths that take passwords, codes or tokens that were
 * sent by mail. Behind `JwtGuard` it counts beside the tenant's own limit.
 */
@Injectable()
export class StrictRateLimitGuard implements CanActivate {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly rate: StrictRate,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<LimitedRequest & LimitedBody & { readonly route: { readonly path: string } }>();
    await this.rateLimit.countPath(request.route.path, request, http.getResponse<LimitedResponse>(), this.rate.perMinute);
    request.bodyLimit = LIMITS.accountBodyBytes;
    return true;
  }
}
