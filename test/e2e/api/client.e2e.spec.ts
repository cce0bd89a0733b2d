import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnApiError, type ChurnEvent, verifyWebhook } from '#libs/client';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { deliverySettings, lapsed, returnAndLapse, webhookShop } from '../../support/webhooks/webhook-shop.js';

let system: ChurnSystem;
let shop: Shop;

beforeAll(async () => {
  system = await ChurnSystem.start(deliverySettings());
}, 60_000);
afterAll(() => system.stop());
beforeEach(async () => {
  shop = await system.shop();
});

const orderOf = (fields: Partial<ChurnEvent>): ChurnEvent => order(fields) as unknown as ChurnEvent;

describe('a merchant with the client', () => {
  it('sends orders, reads scores and reasons, recalculates and erases', async () => {
    const client = shop.client();
    const sent = Array.from({ length: 250 }, (_, i) => orderOf({ customer_id: `c-${i % 30}`, occurred_at: daysAgo(i % 90) }));
    expect(await client.sendEvents(sent)).toMatchObject({ accepted: 250, rejected: 0, duplicates: 0 });
    expect(await client.sendEvents(sent)).toMatchObject({ accepted: 0, rejected: 0, duplicates: 250 });
    await shop.settled();

    const listed: string[] = [];
    for await (const { external_id: id, churn } of client.customers.list({ limit: 7, sort: 'churn_score_asc' })) {
      listed.push(id);
      expect(churn).not.toBeNull();
    }
    expect(listed.toSorted()).toEqual([...new Set(sent.map((event) => event.customer_id))].toSorted());
    expect(await client.customers.churn('c-3')).toMatchObject({ external_id: 'c-3', explanation: expect.any(Array) });
    const { data: latest, pagination } = await client.customers.timeline('c-3', { limit: 2 });
    expect(latest).toMatchObject([
      { kind: 'score', previous_score: null },
      { kind: 'order', amount: '50.00' },
    ]);
    const { data: older } = await client.customers.timeline('c-3', { limit: 200, cursor: pagination.next_cursor ?? '' });
    expect(older.every(({ kind }) => kind === 'order')).toBe(true);
    expect((await client.eventTypes()).data).toContainEqual({ type: 'order_completed', role: 'purchase', used_by_model: true });

    const { distribution, period, at_risk_customers: atRisk } = await client.analytics('7d');
    expect([period, Object.values<number>({ ...distribution }).reduce((sum, count) => sum + count)]).toEqual(['7d', listed.length]);
    expect(atRisk.length).toBeLessThanOrEqual(10);

    const { lifecycle, trend } = await client.lifecycle(7);
    expect(Object.values<number>({ ...lifecycle }).reduce((sum, count) => sum + count)).toBe(listed.length);
    expect(trend.length).toBeLessThanOrEqual(7);
    const { data: late } = await client.customers.page({ lifecycle: ['slipping', 'lost'], limit: 200 });
    expect(late).toHaveLength(lifecycle.slipping + lifecycle.lost);

    const { job_id, queued, unknown } = await client.recalculate({ customer_ids: ['c-1', 'nobody'], force: true });
    expect([queued, unknown]).toEqual([1, ['nobody']]);
    expect(await client.jobs.wait(job_id)).toMatchObject({ status: 'completed', processed: 1 });

    const erasure = await client.customers.erase('c-3');
    expect(await client.jobs.wait(erasure.job_id)).toMatchObject({ type: 'erase', status: 'completed' });
    await expect(client.customers.get('c-3')).rejects.toMatchObject({ status: 404, code: 'not_found', requestId: expect.any(String) });
  });

  it('gets an error for each invalid event, also when all are invalid', async () => {
    const client = shop.client();
    const wrong = orderOf({ event_id: 'wrong', value: -1 });
    const { accepted, results } = await client.sendEvents([orderOf({ event_id: 'right' }), wrong]);
    expect(accepted).toBe(1);
    expect(results[1]).toMatchObject({ event_id: 'wrong', status: 'rejected', error: expect.stringContaining('value is -1') });
    expect(await client.sendEvents([wrong])).toMatchObject({ accepted: 0, rejected: 1, results: [{ status: 'rejected' }] });
    const one = client.events.enqueue(wrong);
    await client.events.close();
    expect(await one).toMatchObject({ status: 'rejected' });
  });

  it('reaches no other shop, and nothing without its key', async () => {
    await shop.client().sendEvents([orderOf({ customer_id: 'mine' })]);
    const other = (await system.shop()).client();
    await expect(other.customers.churn('mine')).rejects.toMatchObject({ status: 404 });
    await expect(other.customers.erase('mine')).rejects.toMatchObject({ status: 404 });
    const { job_id } = await shop.client().recalculate();
    await expect(other.jobs.get(job_id)).rejects.toMatchObject({ status: 404 });
    const stranger = shop.client({ apiKey: `ck_live_${'0'.repeat(43)}` });
    await expect(stranger.customers.list().next()).rejects.toThrow(ChurnApiError);
    await expect(stranger.customers.page()).rejects.toMatchObject({ status: 401, code: 'unauthorized', attempts: 1 });
  });

  it('learns how many events its plan accepts', async () => {
    const client = shop.client({ batchSize: 1000 });
    const sent = Array.from({ length: 350 }, (_, i) => orderOf({ customer_id: `c-${i}` }));
    expect((await client.sendEvents(sent, { dryRun: true })).accepted).toBe(350);
    expect(client.batchSize).toBe(100);
    const large = (await system.shop({ plan: 'enterprise' })).client({ batchSize: 1000 });
    expect((await large.sendEvents(sent, { dryRun: true })).accepted).toBe(350);
    expect(large.batchSize).toBe(1000);
  });

  it('loses and doubles no event while the api is killed and comes back', async () => {
    const retry = { tries: 3000, firstPauseMs: 20, longestPauseMs: 100 };
    const failures: unknown[] = [];
    const retried: (number | null)[] = [];
    const client = shop.client({
      retry,
      onRetry: ({ status }) => void retried.push(status),
      queue: { flushIntervalMs: 20, onError: (error) => void failures.push(error) },
    });
    const sent = Array.from({ length: 3000 }, (_, i) => orderOf({ event_id: `e-${i}`, customer_id: `c-${i % 50}` }));
    const results: Promise<{ status: string }>[] = [];
    const producing = (async () => {
      for (const [i, event] of sent.entries()) {
        results.push(client.events.enqueue(event));
        if (i % 100 === 99) await sleep(10);
      }
    })();
    await sleep(150);
    await system.api.kill();
    await system.api.start();
    await producing;
    await client.events.close();
    expect(failures).toEqual([]);
    expect(retried).toContain(null);
    // Some requests were stored although their answer was lost. Sent again, their events are duplicates.
    expect(new Set((await Promise.all(results)).map(({ status }) => status)).has('rejected')).toBe(false);
    expect(await shop.rows('events', 'event_id')).toHaveLength(3000);
  }, 60_000);

  it('waits as long as a 429 says and then continues', async () => {
    const small = await system.shop({ rateLimit: 2 });
    const waits: number[] = [];
    // The test skips the minute.
    const pause = async (ms: number): Promise<void> => {
      waits.push(ms);
      await system.redis.flushdb();
    };
    const client = small.client({ surroundings: { pause } });
    const sent = Array.from({ length: 500 }, (_, i) => orderOf({ event_id: `e-${i}` }));
    expect((await client.sendEvents(sent)).accepted).toBe(500);
    expect(waits).toHaveLength(2);
    for (const ms of waits) {
      expect(ms).toBeGreaterThanOrEqual(1000);
      expect(ms).toBeLessThanOrEqual(60_000);
    }
    const hasty = small.client({ retry: { longestWaitMs: 0 } });
    // Reads have a window of their own.
    await hasty.eventTypes();
    await hasty.eventTypes();
    await expect(hasty.eventTypes()).rejects.toMatchObject({ status: 429, code: 'rate_limited', retryAfterMs: expect.any(Number) });
  });

  it('verifies the webhooks of the service, also during a secret rotation, and rejects all others', async () => {
    const endpoint = await WebhookEndpoint.start();
    try {
      const { shop: notified, secret } = await webhookShop(system, endpoint.url);
      await notified.send(...lapsed('c-1'));
      const [first] = await endpoint.until(1);
      const newer = await system.webhookSecret(notified);
      await notified.send(returnAndLapse('c-1').back);
      const [, second] = await endpoint.until(2);
      if (first === undefined || second === undefined) throw new Error('nothing arrived');
      expect(verifyWebhook(first.body, first.headers, secret)).toMatchObject({ event: 'customer.high_risk.detected', customer_id: 'c-1' });
      for (const known of [secret, newer, [newer, secret]]) {
        expect(verifyWebhook(second.body, second.headers, known)).toMatchObject({
          event: 'customer.churn_score.changed',
          new_label: 'low',
        });
      }
      expect(() => verifyWebhook(first.body, first.headers, newer)).toThrow(/does not match/);
      expect(() => verifyWebhook(second.body, first.headers, secret)).toThrow(/does not match/);
    } finally {
      await endpoint.stop();
    }
  });
});
