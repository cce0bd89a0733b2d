import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { type OrderTotals, recentSince, RefundMatcher, type UnlinkedRefund } from '#libs/scoring';
import { type AddedOrder, sumsByDay } from './added-orders.js';
import { orderAt, packedCount, signedAmountAt } from './day-pack.js';
import { type AddedDay, type CustomerDay, type DayTotals, totalsOfDays, totalsOfPack } from './day-totals.js';
import { addToDays, addUpAllDays, addUpDays, packDays, readPacks, readRefunds } from './order-days.sql.js';
import { readTotals } from './order-totals.sql.js';
import { MOST_ORDERS } from './read-orders.sql.js';

/** A customer whose orders are added up by day. */
export interface ByDayCustomer {
  readonly id: CustomerId;
  /** The currency in which that has been done; null: not yet. */
  readonly orderDaysIn: string | null;
}

/** For the totals of customers of a tenant. */
export interface ByDayOptions {
  /** The tenant's. */
  readonly currency: string;
  /** About now. */
  readonly nowMs: number;
  readonly changesOf: (id: CustomerId) => OrderChanges;
}

/** The changes of a customer's orders since it was scored last. */
export interface OrderChanges {
  /** UTC day numbers on which stored orders have changed, or others have stored orders. */
  readonly days: ReadonlySet<number>;
  /** Orders that the caller's transaction has stored. */
  readonly added: readonly AddedOrder[];
}

/**
 * Brings the order days of customers up to date: adds new orders to their days, and adds up anew the days on which others have changed. The
 * first time, and in another currency, it adds up all days. The caller has locked the customers after the orders were folded.
 */
export async function updateOrderDays(
  db: TenantDb,
  customers: readonly ByDayCustomer[],
  { currency, changesOf }: ByDayOptions,
): Promise<void> {
  const anew: CustomerId[] = [];
  const changed: CustomerDay[] = [];
  const added: AddedDay[] = [];
  for (const { id, orderDaysIn } of customers) {
    if (orderDaysIn !== currency) {
      anew.push(id);
      continue;
    }
    const changes = changesOf(id);
    for (const day of changes.days) changed.push({ id, day });
    for (const [day, sums] of sumsByDay(changes.added, currency)) if (!changes.days.has(day)) added.push({ id, day, ...sums });
  }
  await addUpAllDays(db, anew, currency);
  await addUpDays(db, changed, currency);
  await addToDays(db, added);
}

/** Totals of a customer with refunds that name no order: without the orders that these cancel. @param days all of the customer, sorted */
export async function totalsWithRefunds(
  db: TenantDb,
  id: CustomerId,
  days: readonly DayTotals[],
  { currency, nowMs }: ByDayOptions,
): Promise<OrderTotals> {
  const refunds = await readRefunds(db, id, currency);
  if (refunds.length > MOST_ORDERS) return readTotals(db, id, nowMs);
  await packDays(db, id, currency);
  const left = new Map(days.map((row) => [row.day, row]));
  const { removed, looseRefunds } = await settle(db, id, [...left.keys()], refunds);
  for await (const { day, pack } of readPacks(db, id, [...removed.keys()])) {
    const totals = totalsOfPack(day, pack, removed.get(day)!, recentSince(nowMs));
    if (totals === null) left.delete(day);
    else left.set(day, totals);
  }
  return totalsOfDays([...left.values()], looseRefunds);
}

interface Settled {
  /** Places in the pack of each day. */
  readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  /** Ten-thousandths. */
  readonly looseRefunds: bigint;
}

/** Finds the orders that refunds cancel. Reads all packs, some 12 bytes an order. */
async function settle(db: TenantDb, id: CustomerId, days: readonly number[], refunds: readonly UnlinkedRefund[]): Promise<Settled> {
  const removed = new Map<number, Set<number>>();
  const matcher = new RefundMatcher<readonly [day: number, index: number]>(refunds);
  for await (const { day, pack } of readPacks(db, id, days)) {
    for (let index = 0; index < packedCount(pack); index += 1)
      if (matcher.concerns(signedAmountAt(pack, index))) matcher.place([day, index], orderAt(pack, day, index));
  }
  const settled = matcher.finish();
  for (const [day, index] of settled.removed) removed.set(day, (removed.get(day) ?? new Set()).add(index));
  return { removed, looseRefunds: settled.looseRefunds.reduce((sum, amount) => sum + BigInt(amount), 0n) };
}
