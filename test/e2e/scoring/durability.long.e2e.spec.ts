import { setTimeout as sleep } from 'node:timers/promises';
import type { ChurnEvent } from '#libs/client';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import type { Shop } from '../../support/shop/shop.js';

const CUSTOMERS = 400;
const BATCHES = 40;

/** Batches of a fixed history: the same events for every shop, so that what becomes of them can be compared. */
const history = Array.from({ length: BATCHES }, (_, b) =>
  Array.from({ length: 100 }, (_item, i) => {
    const n = b * 100 + i;
    const customer_id = `cust-${(n * 31) % CUSTOMERS}`;
    return order({
      event_id: `evt-${n}`,
      customer_id,
      occurred_at: daysAgo(1 + ((n * 17) % 300)),
      value: 5 + (n % 90),
      data: { order_id: `o-${Math.floor(n / 2)}` },
    });
  }),
);

/** Sends a batch through our client, which sends it again as long as it does not know that it was stored. */
async function sendUntilStored(shop: Shop, events: object[], backfill = false): Promise<void> {
  const statuses = new Set<number | null>();
  const client = shop.client({
    retry: { tries: 600, firstPauseMs: 50, longestPauseMs: 100 },
    onRetry: ({ status }) => void statuses.add(status),
    // Shorter than the server asks, so that the test reaches the service while it comes back.
    surroundings: { pause: (ms) => sleep(Math.min(ms, 100)) },
  });
  const { rejected } = await client.sendEvents(events as ChurnEvent[], { backfill, signal: AbortSignal.timeout(60_000) });
  expect(rejected).toBe(0);
  expect([null, 503]).toEqual(expect.arrayContaining([...statuses]));
}

interface Result {
  readonly external_id: string;
  readonly score: string | null;
  readonly revenue_at_risk: string;
}

/** Everything that a score says, of every customer. */
const resultsOf = async (shop: Shop): Promise<Result[]> =>
  (
    await shop.rows<Result>(
      'customers',
      'external_id, score, label, model_version, last_order_at, orders_count, monetary_total, revenue_at_risk',
    )
  ).toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1));

describe('every acknowledged event is scored', () => {
  let system: ChurnSystem;
  let expected: Result[];

  beforeAll(async () => {
    system = await ChurnSystem.start();
    const undisturbed = await system.shop();
    for (const events of history) await sendUntilStored(undisturbed, events);
    await undisturbed.settled();
    expected = await resultsOf(undisturbed);
    expect(expected).toHaveLength(CUSTOMERS);
  }, 120_000);
  afterAll(() => system.stop());

  it('when the worker is killed three times during an import', async () => {
    const shop = await system.shop();
    for (const [i, events] of history.entries()) {
      // In the same form as the import tool sends it.
      await sendUntilStored(shop, events, true);
      if (i % 13 !== 6) continue;
      await system.worker.kill();
      await system.worker.start();
    }
    await shop.settled();
    expect(await resultsOf(shop)).toEqual(expected);
  }, 90_000);

  it('when Redis is flushed during a backlog, and when it never gets a job', async () => {
    const shop = await system.shop();
    await system.worker.stop();
    for (const events of history) await sendUntilStored(shop, events);
    await system.redis.flushdb();
    await system.worker.start();
    await system.redis.flushdb();
    await shop.settled();
    expect(await resultsOf(shop)).toEqual(expected);
  }, 90_000);

  it('when the api is killed with batches in flight and every batch is sent again', async () => {
    const shop = await system.shop();
    const sends = history.map(async (events) => sendUntilStored(shop, events));
    for (let i = 0; i < 3; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      await system.api.kill();
      await system.api.start();
    }
    await Promise.all(sends);
    await shop.settled();
    expect(await resultsOf(shop)).toEqual(expected);
    expect(await shop.rows('events', 'event_id')).toHaveLength(BATCHES * 100);
  }, 90_000);

  it('when two more workers start', async () => {
    const shop = await system.shop();
    const helpers = await Promise.all([system.startAnother('scoring-worker'), system.startAnother('scoring-worker')]);
    try {
      await Promise.all(history.map((events) => sendUntilStored(shop, events)));
      await shop.settled();
      expect(await resultsOf(shop)).toEqual(expected);
    } finally {
      await Promise.all(helpers.map((helper) => helper.stop()));
    }
  }, 90_000);

  // On Citus a request waits longer, for the end of a move of its shard.
  it('POST /events answers 503 within 6 s while the database is frozen, on Citus within 11 s, and takes the batch afterwards', async () => {
    const shop = await system.shop();
    await shop.send(order({ event_id: 'before' }));
    const locker = await system.owner.query('SELECT pg_backend_pid() AS pid');
    expect(locker.rowCount).toBe(1);
    await system.owner.query('BEGIN');
    await system.owner.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const startedAt = Date.now();
    const refused = await shop.post('/events', batch(order({ event_id: 'during' })));
    await system.owner.query('ROLLBACK');
    expect(Date.now() - startedAt).toBeLessThan(CITUS_NODES.length > 0 ? 11_000 : 6000);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body).toMatchObject({ error: 'service_unavailable', request_id: expect.any(String) });
    await sendUntilStored(shop, [order({ event_id: 'during' })]);
    expect(await shop.rows('events', 'event_id')).toHaveLength(2);
  });

  it('the processes end cleanly on SIGTERM and lose no running work', async () => {
    const shop = await system.shop();
    const sends = history.slice(0, 10).map((events) => sendUntilStored(shop, events));
    expect(await system.worker.stop()).toBe(0);
    await Promise.all(sends);
    expect(await system.api.stop()).toBe(0);
    await Promise.all([system.api.start(), system.worker.start()]);
    await shop.settled();
    expect(await shop.rows('events', 'event_id')).toHaveLength(1000);
  }, 60_000);

  it('the logs contain no key, event or customer', () => {
    const logs = system.api.output + system.worker.output;
    expect(logs).toContain('customers.scored');
    expect(logs).not.toMatch(/ck_live_|cust-|evt-|order:|"o-/);
  });
});
