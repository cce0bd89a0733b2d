import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { type CustomerId, customerIdOf, newId, ORDER_STATES, SECOND_MS, toTenantId } from '#libs/core';
import { foldWaiting } from '#libs/ingestion';
import type { OrderChanges } from '#libs/score-inputs';
import { type OrderFacts, totalsOf } from '#libs/scoring';
import { anyOrders, NOON } from '../../../libs/scoring/test-data/order-facts.js';
import { fillWithOrders } from '../../support/shop/any-orders.js';
import { batch, daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { askEveryServer, SHARD } from '../../support/waiting/every-server.js';
import type { Shop } from '../../support/shop/shop.js';
import { totalsByDay } from '../../support/shop/totals-by-day.js';

const NAMES = ['c-0', 'c-1', 'c-2'];
const COLUMNS = 'external_id, orders_count, monetary_total, last_order_at, score, label, revenue_at_risk';

/** Events of a few customers about a few orders on a few days, so that they change the same days in every possible way. */
const anEvent = fc.record({
  type: fc.constantFrom('order_completed', 'order_created', 'order_cancelled', 'order_refunded'),
  customer: fc.nat({ max: NAMES.length - 1 }),
  day: fc.integer({ min: 1, max: 6 }),
  updatedDay: fc.option(fc.integer({ min: 1, max: 9 })),
  order: fc.option(fc.nat({ max: 7 }), { freq: 3 }),
  value: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 5 }),
  currency: fc.constantFrom('EUR', 'EUR', 'USD'),
});
const aHistory = fc.record({
  events: fc.array(anEvent, { minLength: 20, maxLength: 60 }),
  cuts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
});
type AnyHistory = typeof aHistory extends fc.Arbitrary<infer History> ? History : never;

const toWire = ({ events }: AnyHistory): WireEvent[] =>
  events.map((event, index) =>
    order({
      event_id: `e-${index}`,
      customer_id: NAMES[event.customer],
      event_type: event.type,
      occurred_at: daysAgo(event.day),
      value: event.value ?? undefined,
      data: {
        currency: event.currency,
        ...(event.order !== null && { order_id: `o-${event.order}` }),
        ...(event.updatedDay !== null && { updated_at: daysAgo(event.updatedDay) }),
      },
    }),
  );

describe('the orders of a customer, added up by day', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start();
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  const byDay = (of: Shop, id: string, orderDaysIn: string | null, changes?: OrderChanges) =>
    system.transaction(toTenantId(of.tenantId), (db) => totalsByDay(db, id as CustomerId, { orderDaysIn, changes, nowMs: NOON }));

  /** From now on the worker scores the customers as if they had very many orders. */
  async function addUp(of: Shop): Promise<void> {
    for (const name of NAMES) await byDay(of, customerIdOf(toTenantId(of.tenantId), name), null);
  }

  /** Rows of orders that were read so far. Postgres counts them within a second. */
  async function ordersRead(): Promise<number> {
    await sleep(1.5 * SECOND_MS);
    const read = `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables WHERE relname ~ '^orders${SHARD}$'`;
    return (await askEveryServer<{ rows: number }>(system.ownerUrl, read)).reduce((sum, { rows }) => sum + rows, 0);
  }

  const daysOf = (of: Shop): Promise<unknown[]> =>
    of.rows('order_days', 'customer_id, day, orders, foreign_orders, valued, trim_scale(units) AS units, first_at, last_at').then(sorted);

  it('give the same totals as in memory, when they are added up and after any change of some days', async () => {
    const changes = fc.record({ before: anyOrders, after: anyOrders, added: anyOrders, kept: fc.nat({ max: 25 }) });
    await fc.assert(
      fc.asyncProperty(changes, async ({ before, after, added, kept }) => {
        const id = newId();
        await system.owner.query('INSERT INTO customers (tenant_id, id, external_id) VALUES ($1, $2::uuid, $2::text)', [shop.tenantId, id]);
        const first = before.map(inMemory);
        await fillWithOrders(system.owner, shop.tenantId, id, first);
        expect(await byDay(shop, id, null)).toEqual(totalsOf(first, NOON));
        const others = after.slice(kept).map(inMemory);
        const fresh = added.map(inMemory);
        const second = [...first.slice(0, kept), ...others, ...fresh];
        await system.owner.query('DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2', [shop.tenantId, id]);
        await fillWithOrders(system.owner, shop.tenantId, id, second);
        const changed = new Set([...first.slice(kept), ...others].flatMap(dayOf));
        const changesOfBoth = { days: [...changed], added: fresh.map(toAdded) };
        expect(await byDay(shop, id, 'EUR', changesOfBoth)).toEqual(totalsOf(second, NOON));
      }),
      { numRuns: 200 },
    );
  }, 120_000);

  it('give the same scores as all orders, whatever events arrive in whatever batches, some twice', async () => {
    await fc.assert(
      fc.asyncProperty(aHistory, async (history) => {
        const added = await system.shop();
        await added.send(...NAMES.map((name) => order({ event_id: name, customer_id: name })));
        await addUp(added);
        const events = toWire(history);
        for (let start = 0, cut = 0; start < events.length; cut += 1) {
          const end = start + history.cuts[cut]!;
          await added.post('/events', batch(...events.slice(Math.max(0, start - 2), end))).expect(202);
          start = end;
        }
        const fromDays = sorted(await added.settledRows('customers', COLUMNS));
        const days = await daysOf(added);
        await addUp(added);
        expect(days).toEqual(await daysOf(added));
        // Now they are customers like all others.
        await system.owner.query('UPDATE customers SET order_days_in = NULL WHERE tenant_id = $1', [added.tenantId]);
        await endOf(added, (await added.post('/churn/recalculate', { force: true }).expect(202)).body.job_id);
        expect(fromDays).toEqual(sorted(await added.rows('customers', COLUMNS)));
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 180_000);

  it('are those of a till with many orders a day, and of no customer with as many orders on other days', async () => {
    const till = await system.shop();
    const atTheTill = (count: number): WireEvent[] =>
      Array.from({ length: count }, () => order({ customer_id: 'till', occurred_at: daysAgo(1) }));
    const faithful = Array.from({ length: 40 }, (_, day) => order({ customer_id: 'faithful', occurred_at: daysAgo(day + 1) }));
    // The first score finds out that there are so many, the second one adds them up.
    await till.send(...atTheTill(39), ...faithful);
    await till.send(...atTheTill(1));
    const counted = `(SELECT external_id FROM customers c WHERE c.tenant_id = order_days.tenant_id AND id = customer_id) AS name, orders`;
    expect(await till.rows('order_days', counted)).toEqual([{ name: 'till', orders: 40 }]);
    const before = await ordersRead();
    for (let i = 0; i < 5; i += 1) await till.send(...atTheTill(2));
    expect(await till.rows('order_days', counted)).toEqual([{ name: 'till', orders: 50 }]);
    expect((await ordersRead()) - before).toBeLessThan(40);
    expect(await till.rows('customers', 'external_id, orders_count').then(sorted)).toEqual([
      { external_id: 'faithful', orders_count: 40 },
      { external_id: 'till', orders_count: 50 },
    ]);
  }, 60_000);

  it('follow an order to another customer, a new currency, and orders that others folded while the worker was away', async () => {
    const moving = await system.shop();
    const tenantId = toTenantId(moving.tenantId);
    await moving.send(...NAMES.map((name) => order({ customer_id: name, data: { order_id: name } })));
    await addUp(moving);
    await system.worker.stop();
    const moved = order({ customer_id: 'c-1', occurred_at: daysAgo(3), data: { order_id: 'c-0', updated_at: daysAgo(3) } });
    const foreign = order({ customer_id: 'c-2', occurred_at: daysAgo(4), data: { currency: 'USD' } });
    await moving.post('/events', batch(moved, foreign, refund({ customer_id: 'c-2', value: 50 }))).expect(202);
    await system.transaction(tenantId, (db) => foldWaiting(db, [customerIdOf(tenantId, 'c-1')]));
    await system.worker.start();
    const counts = async () => sorted(await moving.settledRows('customers', 'external_id, orders_count, monetary_total'));
    expect(await counts()).toEqual([
      { external_id: 'c-0', orders_count: 0, monetary_total: '0.0000' },
      { external_id: 'c-1', orders_count: 2, monetary_total: '100.0000' },
      { external_id: 'c-2', orders_count: 1, monetary_total: '0.0000' },
    ]);
    await system.owner.query(`UPDATE tenants SET currency = 'USD' WHERE id = $1`, [moving.tenantId]);
    await moving.send(order({ customer_id: 'c-2', value: 7, data: { currency: 'USD' } }));
    expect(await counts()).toContainEqual({ external_id: 'c-2', orders_count: 2, monetary_total: '57.0000' });
  }, 60_000);
});

/** In memory a difference of numbers beyond 2^53 is rounded. */
const inMemory = (row: OrderFacts): OrderFacts => ({ ...row, amount: row.amount === null ? null : Math.min(row.amount, 1e15) });
const toAdded = (row: OrderFacts): OrderChanges['added'][number] => ({
  ...row,
  placedAt: row.placedAtMs,
  amount: row.amount === null ? null : row.amount / 10_000,
  currency: row.foreign ? 'USD' : 'EUR',
  state: row.cancelled ? ORDER_STATES.cancelled : ORDER_STATES.completed,
  refunded: BigInt(row.refunded),
  refundedTotal: 0n,
  refundedAt: row.refundedAtMs,
});
const dayOf = ({ placedAtMs }: OrderFacts): number[] => (placedAtMs === null ? [] : [Math.floor(placedAtMs / 86_400_000)]);
const sorted = <Row>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
