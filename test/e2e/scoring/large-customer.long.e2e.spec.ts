import { readFileSync } from 'node:fs';
import { type CustomerId, customerIdOf, SECOND_MS, toTenantId } from '#libs/core';
import { readTotals } from '#libs/orders';
import { batch, daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

const ORDERS = 1_000_000;
const DAYS = 700;

const FILL = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency)
SELECT $1, 'order:' || i, $2, at, 2, at, 10 + i % 90, at, 'EUR'
FROM generate_series(1, ${ORDERS}) i, LATERAL (SELECT date_trunc('milliseconds', now()) - (i % ${DAYS}) * interval '1 day' - (i % 1440) * interval '1 minute' AS at) t`;
/** The orders have the amounts 10 to 99. */
const SPENT = Array.from({ length: ORDERS }, (_, i) => 10 + ((i + 1) % 90)).reduce((sum, amount) => sum + amount);

describe('a customer with 1,000,000 orders', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let id: CustomerId;
  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'false', SWEEP_INTERVAL_MS: '200' });
    shop = await system.shop();
    id = customerIdOf(toTenantId(shop.tenantId), 'guest');
    await system.owner.query(FILL, [shop.tenantId, id]);
    await system.owner.query('VACUUM ANALYZE orders');
    await send(order({ customer_id: 'guest', occurred_at: daysAgo(1), value: 50 }));
  }, 600_000);
  afterAll(() => system.stop());

  async function send(...events: WireEvent[]): Promise<void> {
    await shop.post('/events', batch(...events)).expect(202);
    await shop.settled(240_000);
  }

  const mostMemory = (): number => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${system.worker.pid}/status`, 'utf8'))![1]) / 1024;
  const stored = async (): Promise<{ readonly orders: number; readonly spent: number; readonly at: number }> => {
    const [row] = await shop.rows<{ orders_count: number; monetary_total: string; calculated_at: Date }>('customers');
    return { orders: row!.orders_count, spent: Number(row!.monetary_total), at: row!.calculated_at.getTime() };
  };

  it('is scored in little memory, once a minute however many orders come, and with all of them', async () => {
    const memory = mostMemory();
    const first = await stored();
    expect(first).toMatchObject({ orders: ORDERS + 1, spent: SPENT + 50 });
    for (let day = 1; day <= 10; day += 1)
      await shop.post('/events', batch(order({ customer_id: 'guest', occurred_at: daysAgo(day), value: 50 }))).expect(202);
    await shop.settled(240_000);
    const then = await stored();
    expect(then).toMatchObject({ orders: ORDERS + 11, spent: SPENT + 550 });
    expect(then.at - first.at).toBeGreaterThanOrEqual(59 * SECOND_MS);
    // 50.00 cancels an order, 5.00 none.
    await send(...[50, 5].map((value) => refund({ customer_id: 'guest', value, occurred_at: daysAgo(1) })));
    expect(await stored()).toMatchObject({ orders: ORDERS + 10, spent: SPENT + 495 });
    expect(mostMemory() - memory).toBeLessThan(100);
  }, 400_000);

  it('gets the totals of its stored orders', async () => {
    const database = await system.openDatabase();
    const totals = await database.transaction(toTenantId(shop.tenantId), (db) => readTotals(db, id, Date.now()), 60 * SECOND_MS);
    expect({ orders: totals.ordersTotal, spent: Number(totals.bought - totals.looseRefunds) / 10_000 }).toEqual({
      orders: ORDERS + 10,
      spent: SPENT + 495,
    });
  }, 120_000);
});
