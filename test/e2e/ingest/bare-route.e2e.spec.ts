import { batch, order, type WireEvent } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

describe('the fast path of POST /events', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const bad = order({ event_type: 'order_complete' });
  const again = order();

  // A lone question mark adds no query, but makes the request take the ordinary path.
  it.each<[string, string]>([
    ['accepted events', JSON.stringify(batch(order(), order()))],
    ['an event twice', JSON.stringify(batch(again, { ...again, value: 1 }))],
    ['some good and some bad events', JSON.stringify(batch(order(), bad))],
    ['only bad events', JSON.stringify(batch(bad, bad))],
    ['a byte order mark', `\u{feff}${JSON.stringify(batch(bad, order()))}`],
    ['no JSON', '{"events":[{]}'],
    ['blanks', '  '],
    ['an array instead of an object', '[]'],
    ['no events', '{"events":[]}'],
    ['too many events', JSON.stringify({ events: Array.from({ length: 1001 }, () => 0) })],
    ['an invalid backfill flag', '{"events":[0],"backfill":"yes"}'],
    ['half a surrogate pair', `{"events":["\\ud800"]}`],
    ['only nested brackets', `{"events":${'['.repeat(60_000)}`],
  ])('answers %s exactly as the ordinary path does', async (_what, body) => {
    const send = async (path: string): Promise<object> => {
      await shop.deleteAllData();
      const { status, headers, text } = await shop.post(path, body).set('X-Request-Id', 'r-1');
      // These headers change with time.
      for (const name of ['date', 'x-ratelimit-remaining', 'x-ratelimit-reset']) delete headers[name];
      return { status, headers, text };
    };
    expect(await send('/events')).toEqual(await send('/events?'));
  });

  it('refuses any body without a valid key', async () => {
    for (const path of ['/events', '/events?']) {
      const { status, body, headers } = await shop.post(path, batch(order())).set('X-API-Key', 'churn_live_wrong');
      expect({ status, error: body.error, limit: headers['x-ratelimit-limit'] !== undefined }).toEqual({
        status: 401,
        error: 'unauthorized',
        limit: true,
      });
    }
    expect(await shop.rows('events')).toEqual([]);
  });

  it('stores parallel batches once, and answers each caller about its own events', async () => {
    const one = order({ event_id: 'same', customer_id: 'c-0' });
    const events: WireEvent[] = Array.from({ length: 60 }, (_, i) =>
      i % 6 === 5 ? one : order({ event_id: `e-${i}`, customer_id: `c-${i % 7}` }),
    );
    const answers = await Promise.all(events.map((event) => shop.post('/events', batch(event))));
    expect(answers.map(({ status }) => status)).toEqual(events.map(() => 202));
    expect(answers.map(({ body }) => body.results[0].event_id)).toEqual(events.map(({ event_id }) => event_id));
    const statusOf = (isSame: boolean): string[] =>
      answers
        .filter((_, i) => (events[i] === one) === isSame)
        .map(({ body }) => body.results[0].status as string)
        .toSorted();
    expect(statusOf(true)).toEqual(['accepted', ...Array.from({ length: 9 }, () => 'duplicate')]);
    expect(new Set(statusOf(false))).toEqual(new Set(['accepted']));
    expect(await shop.rows('events')).toHaveLength(51);
    expect(await shop.settledRows('orders')).toHaveLength(51);
    const counts = await shop.rows<{ orders_count: number }>('customers', 'orders_count');
    expect(counts.reduce((sum, { orders_count: count }) => sum + count, 0)).toBe(51);
  });
});
