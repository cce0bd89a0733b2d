import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, Injectable } from '@nestjs/common';
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
import { keepCountOpen, sendsEvents } from './open-counts.js';
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
 * Writes the rate limit headers: the requests left and, when all are used, the time to wait. A request that counts in two windows shows the
 * one with fewer left.
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
  getTracker: (request, context) => trackerOf(request, windowOf(context)),
  generateKey: (_context, tracker) => tracker,
});

/** The two windows that all API keys of a tenant share, each of its plan's size: reading must not use up what sends events. */
type KeyWindow = 'ingest' | 'read';

const windowOf = (context: ExecutionContext): KeyWindow => (sendsEvents(context) === undefined ? 'read' : 'ingest');

/** Returns the counter of a caller: one of the two of the tenant's keys, the one of its people, or that of the IP address. */
function trackerOf({ user, ip }: LimitedRequest, window: KeyWindow): string {
  if (user === undefined) return addressCounter(ip);
  return user.userId === undefined ? `${window} ${user.tenantId}` : peopleCounter(user.tenantId);
}

const peopleCounter = (tenantId: TenantId): string => `jwt ${tenantId}`;

/**
 * Counts the request and refuses it above the limit. Every answer to a counted request shows how many are left. Runs after the guard
 * that identifies the caller, and before the body is read.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Limits of the tenants with people who had no request left a moment ago. A new limit counts from the next window on. */
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
    if (user?.key !== undefined && sendsEvents(context) === 'until body') {
      await this.countUntilBody(req as unknown as IncomingMessage, user, res as LimitedResponse & typeof res);
      return true;
    }
    await this.count(key, limit, ttl, res as LimitedResponse & typeof res).catch((error: unknown) => {
      const isOver = error instanceof AppError && error.code === 'rate_limited';
      if (isOver && user?.userId !== undefined) this.usedUp.set(user.tenantId, limit);
      throw error;
    });
    return true;
  }

  /**
   * Counts a request that sends events, until its body tells whether they are a backfill: then the request is given back, and it is
   * served also when none was left. The reader of the body calls `closeCount`.
   * @throws AppError `service_unavailable`
   */
  async countUntilBody(request: IncomingMessage, caller: Caller, response: LimitedResponse): Promise<void> {
    const key = trackerOf({ user: caller }, 'ingest');
    const window = await this.windows.increment(key, LIMITS.rateWindowMs, caller.ratePerMinute);
    const { isBlocked } = window;
    writeRateLimitHeaders(response, { ...window, isBlocked: false });
    keepCountOpen(request, {
      requireLeft: () => {
        if (isBlocked) refuse(window, response);
      },
      release: () => {
        if (isBlocked) return;
        response.setHeader('X-RateLimit-Remaining', window.limit - window.totalHits + 1);
        void this.windows.release(key, window);
      },
    });
  }

  /**
   * Counts further requests for a request whose body holds as many events as several. The guard has counted it once. A request that needs more
   * than the limit takes a whole window. A refused request does not count.
   * @throws AppError like the guard
   */
  async countFurther(caller: Caller, response: LimitedResponse, further: number): Promise<void> {
    const key = trackerOf({ user: caller }, 'ingest');
    const increment = (): Promise<RateWindow> => this.windows.increment(key, LIMITS.rateWindowMs, caller.ratePerMinute);
    const windows = await Promise.all(Array.from({ length: further }, increment));
    const counted = windows.filter(({ isBlocked }) => !isBlocked);
    const blocked = windows.find(({ isBlocked }) => isBlocked);
    if (blocked !== undefined && counted.length < blocked.limit - 1) {
      await Promise.all([...counted, blocked].map((window) => this.windows.release(key, window)));
      refuse(blocked, response);
    }
    for (const window of counted) writeRateLimitHeaders(response, window);
  }

  /**
   * Refuses people of a tenant that has used up the requests of its people. It does so before the session is read, so these calls cost no
   * transaction.
   *
   * @throws AppError like the guard
   */
  async refuseUsedUp(tenantId: TenantId, response: LimitedResponse): Promise<void> {
    const limit = this.usedUp.get(tenantId);
    if (limit === undefined) return;
    const window = await this.windows.peek(peopleCounter(tenantId), LIMITS.rateWindowMs, limit);
    if (!window.isBlocked) this.usedUp.delete(tenantId);
    else refuse(window, response);
  }

  /** Tells whether the caller may have no requests left that send events. Counts nothing. */
  mayHaveNoneLeft(caller: Caller): Promise<boolean> {
    return this.windows.mayBeUsedUp(trackerOf({ user: caller }, 'ingest'), LIMITS.rateWindowMs, caller.ratePerMinute);
  }

  /** Counts a request for a page that no controller serves. @throws AppError like the guard */
  async countPage({ ip }: Pick<LimitedRequest, 'ip'>, response: LimitedResponse, perAddress: number): Promise<void> {
    await this.count(addressCounter(ip), perAddress, LIMITS.rateWindowMs, response);
  }

  /** Counts a message of an agent, by tenant. Its calls of the API count like other requests. @throws AppError like the guard */
  async countMessage({ tenantId, ratePerMinute }: Caller, response: LimitedResponse): Promise<void> {
    await this.count(`agents ${tenantId}`, ratePerMinute, LIMITS.rateWindowMs, response);
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
