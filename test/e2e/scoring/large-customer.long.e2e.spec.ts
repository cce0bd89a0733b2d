import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CustomerId, customerIdOf, SECOND_MS, toTenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { readTotals } from '#libs/orders';
import type { OrderTotals } from '#libs/scoring';
import { batch, daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { askEveryServer, SHARD } from '../../support/waiting/every-server.js';
import type { Shop } from '../../support/shop/shop.js';
import { totalsByDay } from '../../support/shop/totals-by-day.js';

const ORDERS = 1_000_000;
const DAYS = 700;
const OF_A_DAY = ORDERS / DAYS;

const FILL = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency)
SELECT $1, 'order:' || i, $2, at, 2, at, 10 + i % 90, at, 'EUR'
FROM generate_series(1, ${ORDERS}) i, LATERAL (SELECT date_trunc('milliseconds', now()) - (i % ${DAYS}) * interval '1 day' - (i % 1440) * interval '1 minute' AS at) t`;
const READ = `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables WHERE relname ~ '^orders${SHARD}$'`;

describe('a customer with 1,000,000 orders', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let id: CustomerId;
  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'false' });
    shop = await system.shop();
    id = customerIdOf(toTenantId(shop.tenantId), 'guest');
    await system.owner.query(FILL, [shop.tenantId, id]);
    await system.owner.query('VACUUM ANALYZE orders');
    // The first score finds out how many orders there are, the second one adds them up by day.
    for (const _ of [1, 2]) await send(order({ customer_id: 'guest', occurred_at: daysAgo(1) }));
  }, 600_000);
  afterAll(() => system.stop());

  async function send(event: WireEvent): Promise<void> {
    await shop.post('/events', batch(event)).expect(202);
    await shop.settled(240_000);
  }

  /** Rows of orders that were read so far. Postgres counts those of an idle connection within ten seconds. */
  async function rowsRead(): Promise<number> {
    await sleep(11 * SECOND_MS);
    const tables = await askEveryServer<{ rows: number }>(system.ownerUrl, READ);
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  }

  const mostMemory = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${system.worker.pid}/status`, 'utf8'))![1]) / 1024;

  it('is scored after a further order by reading the orders of a day at most', async () => {
    const before = { rows: await rowsRead(), memory: mostMemory() };
    for (let day = 1; day <= 10; day += 1) await send(order({ customer_id: 'guest', occurred_at: daysAgo(day) }));
    expect((await rowsRead()) - before.rows).toBeLessThan(10 * 1.5 * OF_A_DAY);
    expect(mostMemory() - before.memory).toBeLessThan(100);
    expect(await shop.rows('customers', 'orders_count')).toEqual([{ orders_count: ORDERS + 12 }]);
  }, 120_000);

  it('reads all orders for the first refund that names none, and no more of them after it', async () => {
    const refunded = (value: number): WireEvent => refund({ customer_id: 'guest', value, occurred_at: daysAgo(1) });
    const memory = mostMemory();
    // 50.00 cancels an order, 5.00 none.
    await send(refunded(50));
    const before = await rowsRead();
    await send(refunded(5));
    await send(order({ customer_id: 'guest', occurred_at: daysAgo(1) }));
    // Two events: the orders of the changed day, and of the day that is only partly among the last thirty.
    expect((await rowsRead()) - before).toBeLessThan(2 * 2.5 * OF_A_DAY);
    expect(mostMemory() - memory).toBeLessThan(100);
    expect(await shop.rows('customers', 'orders_count')).toEqual([{ orders_count: ORDERS + 12 }]);
  }, 120_000);

  it('gets the totals that all its orders add up to', async () => {
    const database = await system.openDatabase();
    const nowMs = Date.now();
    const read = async (db: TenantDb): Promise<OrderTotals[]> => [
      ...(await totalsByDay(db, [id], { orderDaysIn: 'EUR', nowMs })),
      await readTotals(db, id, nowMs),
    ];
    const [byDay, whole] = await database.transaction(toTenantId(shop.tenantId), read, 60 * SECOND_MS);
    expect(byDay).toEqual(whole);
  }, 120_000);
});
