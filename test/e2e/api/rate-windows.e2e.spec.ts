import type { Response } from 'supertest';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';

const headersOf = ({ headers }: Response): { limit: number; remaining: number } => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
});

describe('the windows of the API keys of a tenant', () => {
  let system: ChurnSystem;
  let second: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start();
    second = await system.startAnother('api');
  }, 60_000);
  afterAll(async () => {
    await second.stop();
    await system.stop();
  });

  it('reading uses up no request that sends events, and sending none that reads', async () => {
    const shop = await system.shop({ rateLimit: 2 });
    const reads = [await shop.get('/customers'), await shop.get('/churn/analytics'), await shop.get('/customers/export')];
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 429]);
    const sent = [await shop.post('/events', batch(order())), await shop.post('/events?dry_run=true', batch(order()))];
    expect(sent.map(({ status }) => status)).toEqual([202, 202]);
    expect(headersOf(sent[1]!)).toMatchObject({ limit: 2, remaining: 0 });
    const refused = [await shop.post('/events', batch(order())), await shop.post('/webhooks/custom', batch(order()))];
    expect(refused.map(({ status, headers }) => [status, headers['retry-after'] !== undefined])).toEqual([
      [429, true],
      [429, true],
    ]);
  });

  it('batches of a backfill do not count, and are stored when no request is left, in both forms of POST /events', async () => {
    const [shop, other] = [await system.shop({ rateLimit: 3 }), await system.shop({ rateLimit: 3 })];
    const backfill = (id: string) => ({ ...batch(order({ event_id: id })), backfill: true });
    const send = (): Promise<Response[]> =>
      Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          (i % 2 === 0 ? shop : shop.via(second.url)).post(i < 6 ? '/events' : '/events?dry_run=false', backfill(`old-${i}`)),
        ),
      );
    for (const path of ['/events', '/events?dry_run=false']) await shop.post(path, backfill('first')).expect(202);
    expect(headersOf(await shop.post('/events', backfill('again')))).toMatchObject({ limit: 3, remaining: 3 });
    for (const left of [2, 1, 0]) expect(headersOf(await shop.post('/events', batch(order())))).toMatchObject({ remaining: left });
    const responses = await send();
    expect(responses.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(responses.map(() => [202, undefined]));
    for (const body of [batch(order({ event_id: 'late' })), '{', { ...batch(order()), backfill: 'yes' }])
      expect(headersOf(await shop.post('/events', body).expect(429))).toMatchObject({ limit: 3, remaining: 0 });
    expect(await shop.rows('events')).toHaveLength(17);
    expect(headersOf(await other.post('/events', batch(order())).expect(202))).toMatchObject({ remaining: 2 });
  });
});
