import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CustomerId, FairSlots } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { type OrderDays, type OrderTotals, recentSince, totalsOf } from '#libs/scoring';
import { inHalves } from './by-customer.js';
import { totalsOfDays } from './day-totals.js';
import { addUpAllDays, distrustOrderDays, findRefunded, readDays } from './order-days.sql.js';
import { readTotals } from './order-totals.sql.js';
import { MOST_ORDERS, readOrders } from './read-orders.sql.js';
import { type ByDayCustomer, type ByDayOptions, totalsWithRefunds, updateOrderDays } from './totals-by-day.js'; // prettier-ignore

/** A customer, and the orders it had when it was scored last: a guess, since more may be stored. */
export interface SizedCustomer {
  readonly id: CustomerId;
  readonly ordersCount: number;
}

/** So many customers are visited before other work of the process continues: a few milliseconds. */
const BEFORE_OTHERS = 50;
/** Reads of orders that a process makes at once, whatever they are for. With `MOST_ORDERS` they bound the memory that orders take. */
const READS = new FairSlots({ slots: 4, perKey: 4 });

/**
 * Reads the orders of the customers in parts that fit in memory, and passes the totals of each customer on.
 * @param nowMs about now; `totals` takes the exact instant
 * @param visit gets each customer once, also those without orders; returns before the next orders are read
 */
export async function eachHistory<Customer extends SizedCustomer>(
  db: TenantDb,
  customers: readonly Customer[],
  nowMs: number,
  visit: (customer: Customer, totals: (nowMs: number) => OrderTotals) => void,
): Promise<void> {
  const visitPart = (part: readonly Customer[]): Promise<boolean> =>
    READS.use(db.tenantId, async () => {
      const [first] = part;
      const orders = first!.ordersCount > MOST_ORDERS ? null : await readOrders(db, part.map(({ id }) => id)); // prettier-ignore
      if (orders === null && part.length > 1) return false;
      const summed = orders === null ? await readTotals(db, first!.id, nowMs) : null;
      await eachWithPauses(part, (customer) => visit(customer, (at) => summed ?? totalsOf(orders?.get(customer.id) ?? [], at)));
      return true;
    });
  for (const part of withinBudget(customers)) await inHalves(part, visitPart);
}

/** A customer with more orders than this has them added up by day. */
const MOST_WHOLE = 5_000;
/** So has one with this many, when it has as many a day as this on average: a till, or a guest account. */
const DENSE = { orders: 16, perDay: 8 };
/** Orders that one transaction adds up for the first time, those of one customer beyond: a million take seconds. */
const MOST_ADDED_UP = 500_000;

/**
 * Like `eachHistory`, for customers that the caller has locked and scores. Customers with very many orders, in all or a day, have them added
 * up by day, so that only the orders are read that have changed.
 */
export async function eachLockedHistory<Customer extends SizedCustomer & ByDayCustomer>(
  db: TenantDb,
  customers: readonly Customer[],
  options: ByDayOptions,
  visit: (customer: Customer, totals: (nowMs: number) => OrderTotals) => void,
): Promise<void> {
  const { currency, nowMs } = options;
  await distrustOrderDays(db, customers.filter(({ orderDaysIn }) => orderDaysIn !== null && orderDaysIn !== currency).map(({ id }) => id)); // prettier-ignore
  const [whole, byDay]: [Customer[], Customer[]] = [[], []];
  // For orders that are added up for the first time.
  let room = MOST_ADDED_UP;
  for (const customer of customers) {
    const isNew = customer.orderDaysIn !== currency;
    // Order days that exist must be kept up.
    const isByDay = !isNew || (customer.ordersCount > MOST_WHOLE && room > 0);
    if (isNew && isByDay) room -= customer.ordersCount;
    (isByDay ? byDay : whole).push(customer);
  }
  await updateOrderDays(db, byDay, options);
  await eachByDay(db, byDay, options, visit);
  const dense = new Map<CustomerId, number>();
  await eachHistory(db, whole, nowMs, (customer, totals) =>
    visit(customer, (at) => {
      const read = totals(at);
      // The row of a new customer is yet to be written.
      if (customer.ordersCount > 0 && isDense(read)) dense.set(customer.id, read.ordersTotal);
      return read;
    }),
  );
  await addUpDense(db, dense, { currency, room });
}

/** Adds up the orders of customers by day from now on. Refunds that name no order make the days costly. */
async function addUpDense(
  db: TenantDb,
  dense: ReadonlyMap<CustomerId, number>,
  { currency, room }: { readonly currency: string; readonly room: number },
): Promise<void> {
  const refunded = await findRefunded(db, [...dense.keys()]);
  let left = room;
  const ids: CustomerId[] = [];
  for (const [id, orders] of dense) {
    if (refunded.has(id) || orders > left) continue;
    left -= orders;
    ids.push(id);
  }
  await addUpAllDays(db, ids, currency);
}

/** Passes on the totals of customers whose order days are up to date. Those with refunds that name no order come last. */
async function eachByDay<Customer extends ByDayCustomer>(
  db: TenantDb,
  customers: readonly Customer[],
  options: ByDayOptions,
  visit: (customer: Customer, totals: (nowMs: number) => OrderTotals) => void,
): Promise<void> {
  const { currency, nowMs } = options;
  const since = recentSince(nowMs);
  const refunded = await findRefunded(db, customers.map(({ id }) => id)); // prettier-ignore
  const plain = customers.filter(({ id }) => !refunded.has(id));
  await inHalves(plain, (part) =>
    READS.use(db.tenantId, async () => {
      const days = await readDays(db, part.map(({ id }) => id), currency, since); // prettier-ignore
      if (days === null) return false;
      await eachWithPauses(part, (customer) => visit(customer, () => totalsOfDays(days.get(customer.id) ?? [], 0n)));
      return true;
    }),
  );
  for (const customer of customers.filter(({ id }) => refunded.has(id))) {
    const totals = await READS.use(db.tenantId, async () => {
      const days = await readDays(db, [customer.id], currency, since);
      return totalsWithRefunds(db, customer.id, days?.get(customer.id) ?? [], options);
    });
    visit(customer, () => totals);
  }
}

const isDense = ({ ordersTotal, days }: OrderTotals): boolean =>
  ordersTotal >= DENSE.orders && ordersTotal >= DENSE.perDay * days.day.length;

/** Reads the order days of the customers. Those without a counted order are absent. */
export async function readOrderDays(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, OrderDays>> {
  const found = new Map<CustomerId, OrderDays>();
  const sized = ids.map((id) => ({ id, ordersCount: 0 }));
  // Order days are the same at every instant.
  await eachHistory(db, sized, 0, ({ id }, totals) => {
    const { days } = totals(0);
    if (days.day.length > 0) found.set(id, days);
  });
  return found;
}

async function eachWithPauses<Item>(items: readonly Item[], visit: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % BEFORE_OTHERS === BEFORE_OTHERS - 1) await nextTurn();
    visit(item);
  }
}

/** Parts of the customers whose orders probably fit into one read; one with more orders than that is a part of its own. */
function withinBudget<Customer extends SizedCustomer>(customers: readonly Customer[]): Customer[][] {
  const parts: Customer[][] = [];
  let room = 0;
  for (const customer of customers) {
    if (customer.ordersCount > room || parts.length === 0) {
      parts.push([]);
      room = MOST_ORDERS;
    }
    parts.at(-1)!.push(customer);
    room -= customer.ordersCount;
  }
  return parts;
}
