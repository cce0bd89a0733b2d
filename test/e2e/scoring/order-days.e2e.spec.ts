import * as fc from 'fast-check';
import { type CustomerId, customerIdOf, newId, ORDER_STATES, toTenantId } from '#libs/core';
import { foldWaiting } from '#libs/ingestion';
import { distrustOrderDays, type OrderChanges } from '#libs/orders';
import { type OrderFacts, type OrderTotals, totalsOf } from '#libs/scoring';
import { anyOrders, NOON } from '../../../libs/scoring/test-data/order-facts.js';
import { fillWithOrders } from '../../support/shop/any-orders.js';
import { batch, daysAgo, order, refund, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { askEveryServer, SHARD } from '../../support/waiting/every-server.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';
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

  const byDay = (
    of: Shop,
    ids: readonly CustomerId[],
    orderDaysIn: string | null,
    changesOf?: (id: CustomerId) => OrderChanges,
  ): Promise<OrderTotals[]> =>
    system.transaction(toTenantId(of.tenantId), (db) => totalsByDay(db, ids, { orderDaysIn, changesOf, nowMs: NOON }));

  const idOf = (of: Shop, name: string): CustomerId => customerIdOf(toTenantId(of.tenantId), name);

  /** From now on the worker scores the customers as if they had very many orders. */
  const addUp = (of: Shop, names: readonly string[] = NAMES): Promise<unknown> => byDay(of, names.map((name) => idOf(of, name)), null); // prettier-ignore

  /** Rows of orders that were read so far. Postgres has counted them once the connections of the worker have ended. */
  async function ordersRead(): Promise<number> {
    await system.worker.stop();
    const read = `SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_user_tables WHERE relname ~ '^orders${SHARD}$'`;
    const tables = await askEveryServer<{ rows: number }>(system.ownerUrl, read);
    await system.worker.start();
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  }

  const daysOf = (of: Shop): Promise<unknown[]> =>
    of.rows('order_days', 'customer_id, day, orders, foreign_orders, valued, trim_scale(units) AS units, first_at, last_at').then(sorted);

  it('give the same totals as in memory, when they are added up and after any change of some days', async () => {
    const history = fc.record({ before: anyOrders, after: anyOrders, added: anyOrders, kept: fc.nat({ max: 25 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 3 }), async (histories) => {
        const customers = histories.map(({ before, after, added, kept }) => {
          const first = before.map(inMemory);
          const others = after.slice(kept).map(inMemory);
          const fresh = added.map(inMemory);
          const days = [...new Set([...first.slice(kept), ...others].flatMap(dayOf))];
          const second = [...first.slice(0, kept), ...others, ...fresh];
          return { id: newId() as CustomerId, first, second, changes: { days: new Set(days), added: fresh.map(toAdded) } };
        });
        const ids = customers.map(({ id }) => id);
        for (const { id, first } of customers) {
          await system.owner.query('INSERT INTO customers (tenant_id, id, external_id) VALUES ($1, $2::uuid, $2::text)', [
            shop.tenantId,
            id,
          ]);
          await fillWithOrders(system.owner, shop.tenantId, id, first);
        }
        expect(await byDay(shop, ids, null)).toEqual(customers.map(({ first }) => totalsOf(first, NOON)));
        for (const { id, second } of customers) {
          await system.owner.query('DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2', [shop.tenantId, id]);
          await fillWithOrders(system.owner, shop.tenantId, id, second);
        }
        const changesOf = (of: CustomerId): OrderChanges => customers.find(({ id }) => id === of)!.changes;
        expect(await byDay(shop, ids, 'EUR', changesOf)).toEqual(customers.map(({ second }) => totalsOf(second, NOON)));
      }),
      { numRuns: 150 },
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

  it('are those of a till with many orders a day, and of no customer with fewer a day or in all', async () => {
    const till = await system.shop();
    const day = daysAgo(1);
    const orders = (count: number, of: string, at: (index: number) => string): WireEvent[] =>
      Array.from({ length: count }, (_, index) => order({ customer_id: of, occurred_at: at(index) }));
    const atTheTill = (count: number): WireEvent[] => orders(count, 'till', () => day);
    const faithful = orders(35, 'faithful', (index) => daysAgo(1 + (index % 5)));
    const few = orders(15, 'few', () => day);
    // The first score finds out that there are so many, the second one adds them up.
    await till.send(...atTheTill(39), ...faithful.slice(1), ...few.slice(1));
    await till.send(...atTheTill(1), faithful[0]!, few[0]!);
    const counted = `(SELECT external_id FROM customers c WHERE c.tenant_id = order_days.tenant_id AND id = customer_id) AS name, orders`;
    expect(await till.rows('order_days', counted)).toEqual([{ name: 'till', orders: 40 }]);
    const before = await ordersRead();
    for (let i = 0; i < 5; i += 1) await till.send(...atTheTill(2));
    expect((await ordersRead()) - before).toBeLessThan(40);
    expect(await till.rows('order_days', counted)).toEqual([{ name: 'till', orders: 50 }]);
    expect(await till.rows('customers', 'external_id, orders_count').then(sorted)).toEqual([
      { external_id: 'faithful', orders_count: 35 },
      { external_id: 'few', orders_count: 15 },
      { external_id: 'till', orders_count: 50 },
    ]);
  }, 60_000);

  it('are read in parts, where customers have more days than memory should hold', async () => {
    const ids = [newId(), newId(), newId()] as CustomerId[];
    for (const id of ids)
      await system.owner.query('INSERT INTO customers (tenant_id, id, external_id) VALUES ($1, $2::uuid, $2::text)', [shop.tenantId, id]);
    await system.owner.query(
      `INSERT INTO order_days (tenant_id, customer_id, day, orders, foreign_orders, valued, units, first_at, last_at)
       SELECT $1, id, day, 1, 0, 1, 10000, at, at
       FROM unnest($2::uuid[]) AS c (id), generate_series(1, 9000) AS day, LATERAL (SELECT to_timestamp(86400 * day) AS at) t`,
      [shop.tenantId, ids],
    );
    const totals = await byDay(shop, ids, 'EUR');
    expect(totals.map(({ ordersTotal, bought }) => ({ ordersTotal, bought }))).toEqual(
      ids.map(() => ({ ordersTotal: 9000, bought: 90_000_000n })),
    );
  }, 60_000);

  it.each([
    ['waits', false],
    ['was set aside', true],
  ])(
    'count an order that others folded from a request that %s, and another one of its day',
    async (_, isSetAside) => {
      const away = await system.shop();
      const tenantId = toTenantId(away.tenantId);
      await away.send(...NAMES.map((name) => order({ customer_id: name })));
      await addUp(away);
      await system.worker.stop();
      const today = (): Promise<unknown> =>
        away.post('/events', batch(...NAMES.map((name) => order({ customer_id: name, occurred_at: daysAgo(2) })))).expect(202);
      await today();
      if (isSetAside) await system.owner.query('UPDATE score_requests SET set_aside = true WHERE tenant_id = $1', [away.tenantId]);
      await system.transaction(tenantId, (db) => foldWaiting(db, NAMES.map((name) => idOf(away, name)))); // prettier-ignore
      await system.owner.query('DELETE FROM score_requests WHERE tenant_id = $1 AND set_aside', [away.tenantId]);
      await today();
      await system.worker.start();
      expect(await away.settledRows('customers', 'orders_count')).toEqual(NAMES.map(() => ({ orders_count: 3 })));
      const days = await daysOf(away);
      await addUp(away);
      expect(days).toEqual(await daysOf(away));
    },
    60_000,
  );

  it('are not trusted after a change of orders while somebody added them up, of the customer or of an alias', async () => {
    const changed = await system.shop();
    const tenantId = toTenantId(changed.tenantId);
    await changed.send(...NAMES.map((name) => order({ customer_id: name })));
    await changed.post('/customers/c-0/aliases', { alias: 'c-1' }).expect(200);
    await changed.settled();
    await system.worker.stop();
    const database = await system.openDatabase();
    let isChanged: Promise<void> = Promise.resolve();
    await database.transaction(tenantId, async (db) => {
      await totalsByDay(db, [idOf(changed, 'c-0'), idOf(changed, 'c-2')], { orderDaysIn: null });
      isChanged = database.transaction(tenantId, (other) => distrustOrderDays(other, [idOf(changed, 'c-1'), idOf(changed, 'c-2')]));
      const waits = async (): Promise<boolean> => (await waitingForLocks(system.ownerUrl, 'customers')) > 0;
      await eventually('a change that waits for the one who adds up', async () => ((await waits()) ? true : null));
    });
    await isChanged;
    await system.worker.start();
    expect(await changed.rows('customers', 'order_days_in')).toEqual(NAMES.map(() => ({ order_days_in: null })));
  }, 60_000);

  it('let a customer be scored whose orders have gone without a word, and who has a refund that names none', async () => {
    const gone = await system.shop();
    await gone.send(...NAMES.map((name) => order({ customer_id: name })));
    await addUp(gone);
    await system.owner.query('DELETE FROM orders WHERE tenant_id = $1', [gone.tenantId]);
    await gone.send(...NAMES.map((name) => refund({ customer_id: name, value: 50 })));
    expect(await gone.rows('customers', 'monetary_total')).toEqual(NAMES.map(() => ({ monetary_total: '0.0000' })));
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
  // The greater of both holds.
  refunded: row.test ? 0n : BigInt(row.refunded) / 2n,
  refundedTotal: BigInt(row.refunded),
  refundedAt: row.refundedAtMs,
});
const dayOf = ({ placedAtMs }: OrderFacts): number[] => (placedAtMs === null ? [] : [Math.floor(placedAtMs / 86_400_000)]);
const sorted = <Row>(rows: readonly Row[]): Row[] => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
