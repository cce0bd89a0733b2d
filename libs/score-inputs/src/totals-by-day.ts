import { type CustomerId, DAY_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { type OrderTotals, recentSince, RefundMatcher, type UnlinkedRefund } from '#libs/scoring';
import { orderAt, packedCount, signedAmountAt } from './day-pack.js';
import { type DayTotals, totalsOfDays, totalsOfPack } from './day-totals.js';
import { addUpAllDays, addUpDays, readDays, readPacks, readPacksOf, readRefunds } from './order-days.sql.js';
import { readTotals } from './order-totals.sql.js';
import { MOST_ORDERS } from './read-orders.sql.js';

/** A customer whose orders are added up by day. */
export interface ByDayCustomer {
  readonly id: CustomerId;
  /** The currency in which that has been done; null: not yet. */
  readonly orderDaysIn: string | null;
}

export interface ByDayOptions {
  /** The tenant's. */
  readonly currency: string;
  /** UTC day numbers on which orders of the customer have changed since it was scored last. */
  readonly changedDays: readonly number[];
  /** About now. */
  readonly nowMs: number;
}

/**
 * Totals of a customer with very many orders, from its order days. Adds up the days that have changed, or all of them the first time and
 * in another currency. The caller has locked the customer after the orders were folded.
 */
export async function totalsByDay(
  db: TenantDb,
  { id, orderDaysIn }: ByDayCustomer,
  { currency, changedDays, nowMs }: ByDayOptions,
): Promise<OrderTotals> {
  await (orderDaysIn === currency ? addUpDays(db, id, currency, changedDays) : addUpAllDays(db, id, currency));
  const refunds = await readRefunds(db, id, currency, MOST_ORDERS + 1);
  if (refunds.length > MOST_ORDERS) return readTotals(db, id, nowMs);
  const since = recentSince(nowMs);
  const boundary = Math.floor(since / DAY_MS);
  const days = new Map((await readDays(db, id, boundary)).map((row) => [row.day, row]));
  const { removed, looseRefunds } = await settle(db, id, refunds);
  // Of the first of the last 30 days only the orders of its end are recent.
  const anew = new Set([...removed.keys(), boundary]);
  for await (const { day, pack } of readPacksOf(db, id, [...anew])) {
    const totals = totalsOfPack(day, pack, removed.get(day) ?? NONE, since);
    if (totals === null) days.delete(day);
    else days.set(day, keepUnits(totals, days.get(day), removed.has(day)));
  }
  return totalsOfDays([...days.values()], looseRefunds);
}

const NONE: ReadonlySet<number> = new Set();

/** The stored sum is exact where amounts exceed 2^53. */
const keepUnits = (totals: DayTotals, stored: DayTotals | undefined, isOther: boolean): DayTotals =>
  isOther || stored === undefined ? totals : { ...totals, units: stored.units };

interface Settled {
  /** Places in the pack of each day. */
  readonly removed: ReadonlyMap<number, ReadonlySet<number>>;
  /** Ten-thousandths. */
  readonly looseRefunds: bigint;
}

/** Finds the orders that refunds cancel. Reads all packs, some 12 bytes an order, unless there is no such refund. */
async function settle(db: TenantDb, id: CustomerId, refunds: readonly UnlinkedRefund[]): Promise<Settled> {
  const removed = new Map<number, Set<number>>();
  if (refunds.length === 0) return { removed, looseRefunds: 0n };
  const matcher = new RefundMatcher<readonly [day: number, index: number]>(refunds);
  for await (const { day, pack } of readPacks(db, id)) {
    for (let index = 0; index < packedCount(pack); index += 1)
      if (matcher.concerns(signedAmountAt(pack, index))) matcher.place([day, index], orderAt(pack, day, index));
  }
  const settled = matcher.finish();
  for (const [day, index] of settled.removed) removed.set(day, (removed.get(day) ?? new Set()).add(index));
  return { removed, looseRefunds: settled.looseRefunds.reduce((sum, amount) => sum + BigInt(amount), 0n) };
}
