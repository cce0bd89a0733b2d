import { toTenantId, unavailable } from '#libs/core';
import { OwnSecretCalls, type RateWindow, RateWindows } from '#libs/guards';
import { LocalRateWindows } from './local-rate-windows.js';

/** Windows without Redis. */
class AwayWindows extends RateWindows {
  override increment(): Promise<RateWindow> {
    return Promise.reject(unavailable('the rate limiter'));
  }
  override peek(): Promise<RateWindow> {
    return this.increment();
  }
  override release(): Promise<void> {
    return Promise.resolve();
  }

  override forget(): Promise<void> {
    return Promise.resolve();
  }
}

const caller = (id: string) => ({
  tenantId: toTenantId(`0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a${id}`),
  connection: {
    id: 'c-1',
    platform: 'generic',
    shop: 'shop.example.com',
    ownApp: false,
    status: 'connected',
    lastWebhookAt: null,
    currency: null,
    ownSecrets: ['secret'],
    ratePerMinute: 2,
    isSuspended: false,
  } as const,
});

describe('calls of a shop with a secret of its own, while Redis is away', () => {
  it('are taken up to the limit of the tenant in each minute, and each tenant has its own', async () => {
    let now = new Date('2026-11-27T10:00:00Z');
    const calls = new OwnSecretCalls(new AwayWindows(), new LocalRateWindows(100, { now: () => now }));
    for (let call = 0; call < 19; call += 1) await calls.countCall(caller('1b'), 100);
    await calls.countEvents(caller('1b'), 10);
    const refused = { code: 'service_unavailable', window: { limit: 20, isBlocked: true, timeToBlockExpire: 60 } };
    await expect(calls.countCall(caller('1b'), 100)).rejects.toMatchObject(refused);
    await expect(calls.countEvents(caller('1b'), 1000)).rejects.toMatchObject(refused);
    await calls.countCall(caller('1c'), 100);
    now = new Date('2026-11-27T10:01:00Z');
    await calls.countCall(caller('1b'), 100);
  });
});
