import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import { AppError, LIMITS, type TenantId } from '#libs/core';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../api-keys.js';
import { networkOf } from './address-network.js';
import { addressCounter } from './address-window.js';
import { tooManyRequests } from './rate-limited-error.js';
import { type RateWindow, RateWindows } from './rate-windows.js';

/** The parts of a request that the limiter reads, and its response. */
export interface LimitedRequest {
  readonly user?: Caller & { readonly userId?: string };
  readonly ip?: string;
}
export interface LimitedResponse {
  setHeader(name: string, value: number): unknown;
  getHeader(name: string): unknown;
}

/**
 * Writes the rate limit headers: the requests left and, when there are none, the time to wait. A request that counts in two windows
 * shows the one that has fewer left.
 */
export function writeRateLimitHeaders(response: LimitedResponse, window: RateWindow): void {
  const left = response.getHeader('X-RateLimit-Remaining');
  if (!window.isBlocked && left !== undefined && Number(left) <= window.limit - window.totalHits) return;
  response.setHeader('X-RateLimit-Limit', window.limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, window.limit - window.totalHits));
  response.setHeader('X-RateLimit-Reset', Math.ceil(window.resetAt / 1000));
  if (window.isBlocked) response.setHeader('Retry-After', window.timeToBlockExpire);
}

/** @param perAddress requests per minute of callers without a credential, by IP address. */
export const rateLimitOptions = (windows: RateWindows, perAddress: number): ThrottlerModuleOptions => ({
  storage: windows,
  throttlers: [
    {
      ttl: LIMITS.rateWindowMs,
      limit: (context) => context.switchToHttp().getRequest<LimitedRequest>().user?.ratePerMinute ?? perAddress,
    },
  ],
  getTracker: trackerOf,
  generateKey: (_context, tracker) => tracker,
});

/** Returns the counter of a caller: the tenant with all its keys, the tenant with all its people, or the IP address. */
function trackerOf({ user, ip }: LimitedRequest): string {
  if (user === undefined) return addressCounter(ip);
  return user.userId === undefined ? `key ${user.tenantId}` : peopleCounter(user.tenantId);
}

const peopleCounter = (tenantId: TenantId): string => `jwt ${tenantId}`;

/**
 * Counts the request and refuses it above the limit. Every answer to a counted request shows how many are left. Runs after the guard
 * that identifies the caller, and before the body is read.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Limits of the tenants whose people had no request left a moment ago. A new limit counts from the next window on. */
  private readonly usedUp = new LRUCache<TenantId, number>({ max: 20_000, ttl: LIMITS.rateWindowMs });

  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly windows: RateWindows,
    reflector: Reflector,
  ) {
    super(options, windows, reflector);
  }

  // The library writes seconds where our interface wants a point in time, and only Retry-After when it refuses.
  protected override async handleRequest({ context, limit, ttl, throttler, getTracker, generateKey }: ThrottlerRequest): Promise<boolean> {
    const { req, res } = this.getRequestResponse(context);
    const key = generateKey(context, await getTracker(req, context), throttler.name ?? 'default');
    const { user } = req as LimitedRequest;
    await this.count(key, limit, ttl, res as LimitedResponse & typeof res).catch((error: unknown) => {
      const isOver = error instanceof AppError && error.code === 'rate_limited';
      if (isOver && user?.userId !== undefined) this.usedUp.set(user.tenantId, limit);
      throw error;
    });
    return true;
  }

  /** Counts a request whose caller is known before Nest chooses a handler. @throws AppError like the guard */
  async countCaller(caller: Caller, response: LimitedResponse): Promise<void> {
    await this.count(trackerOf({ user: caller }), caller.ratePerMinute, LIMITS.rateWindowMs, response);
  }

  /**
   * Refuses a person of a tenant whose people have no requests left, before the session is read: such calls cost no transaction.
   * @throws AppError like the guard
   */
  async refuseUsedUp(tenantId: TenantId, response: LimitedResponse): Promise<void> {
    const limit = this.usedUp.get(tenantId);
    if (limit === undefined) return;
    const window = await this.windows.peek(peopleCounter(tenantId), LIMITS.rateWindowMs, limit);
    if (!window.isBlocked) this.usedUp.delete(tenantId);
    else refuse(window, response);
  }

  /** Tells whether the caller may have no requests left. Counts nothing. */
  mayHaveNoneLeft(caller: Caller): Promise<boolean> {
    return this.windows.mayBeUsedUp(trackerOf({ user: caller }), LIMITS.rateWindowMs, caller.ratePerMinute);
  }

  /** Counts a request for a page that no controller serves. @throws AppError like the guard */
  async countPage({ ip }: Pick<LimitedRequest, 'ip'>, response: LimitedResponse, perAddress: number): Promise<void> {
    await this.count(trackerOf({ ip }), perAddress, LIMITS.rateWindowMs, response);
  }

  /** Counts a request to one path by IP address, for any caller. @throws AppError like the guard */
  async countPath(path: string, { ip }: Pick<LimitedRequest, 'ip'>, response: LimitedResponse, perAddress: number): Promise<void> {
    await this.count(`strict ${path} ${networkOf(ip)}`, perAddress, LIMITS.rateWindowMs, response);
  }

  private async count(key: string, limit: number, ttl: number, response: LimitedResponse): Promise<void> {
    const window = await this.windows.increment(key, ttl, limit);
    if (window.isBlocked) refuse(window, response);
    writeRateLimitHeaders(response, window);
  }
}

function refuse(window: RateWindow, response: LimitedResponse): never {
  writeRateLimitHeaders(response, window);
  throw tooManyRequests(window);
}
