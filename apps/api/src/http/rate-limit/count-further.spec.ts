import { Reflector } from '@nestjs/core';
import { LIMITS, toTenantId } from '#libs/core';
import { type Caller, RateLimitGuard, rateLimitOptions } from '#libs/guards';
import { LocalRateWindows } from './local-rate-windows.js';

const TENANT = toTenantId('0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b');
const callerWith = (ratePerMinute: number): Caller => ({ tenantId: TENANT, plan: 'starter', ratePerMinute });

class Headers extends Map<string, unknown> {
  setHeader(name: string, value: number): void {
    this.set(name, value);
  }
  getHeader(name: string): unknown {
    return this.get(name);
  }
}

describe('a request that counts as several', () => {
  let now: Date;
  let windows: LocalRateWindows;
  let guard: RateLimitGuard;
  let response: Headers;

  beforeEach(() => {
    now = new Date('2026-11-27T10:00:00Z');
    windows = new LocalRateWindows(100, { now: () => now });
    guard = new RateLimitGuard(rateLimitOptions(windows, 60), windows, new Reflector());
    response = new Headers();
  });

  const countOne = (limit: number) => windows.increment(`ingest ${TENANT}`, LIMITS.rateWindowMs, limit);
  const countAs = async (requests: number, limit: number): Promise<void> => {
    expect(await countOne(limit)).toMatchObject({ isBlocked: false });
    await guard.countFurther(callerWith(limit), response, requests - 1);
  };

  it('takes them from the window of the tenant, and shows those that are left', async () => {
    await countAs(4, 10);
    expect(response.get('X-RateLimit-Remaining')).toBe(6);
    await countAs(1, 10);
    expect(await countOne(10)).toMatchObject({ totalHits: 6 });
  });

  it('is refused when they are not left, and then takes none', async () => {
    await countAs(4, 10);
    await expect(countAs(7, 10)).rejects.toMatchObject({ code: 'rate_limited', window: { isBlocked: true, timeToBlockExpire: 60 } });
    await countAs(6, 10);
    expect(await countOne(10)).toMatchObject({ isBlocked: true });
  });

  it('takes a whole window when it needs more than the limit', async () => {
    await countAs(25, 10);
    expect(await countOne(10)).toMatchObject({ isBlocked: true });
    await guard.countFurther(callerWith(1), response, 0);
    now = new Date('2026-11-27T10:01:00Z');
    await countAs(25, 1);
  });
});
