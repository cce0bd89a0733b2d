import type { CustomerId } from '#libs/core';
import type { OrderTotals } from '#libs/scoring';
import { orderAt, packedCount } from './day-pack.js';

/** A day of a customer. */
export interface CustomerDay {
  readonly id: CustomerId;
  /** UTC day number. */
  readonly day: number;
}

/** Counted orders, added up. */
export interface DaySums {
  orders: number;
  foreignOrders: number;
  /** Orders with a known amount in the tenant's currency. */
  valued: number;
  /** The sum of these, in ten-thousandths. */
  units: bigint;
  firstMs: number;
  lastMs: number;
}

export const noOrders = (): DaySums => ({ orders: 0, foreignOrders: 0, valued: 0, units: 0n, firstMs: Infinity, lastMs: -Infinity });

/** Adds an order that counts. @param net in ten-thousandths; null: unknown */
export function addOrder(sums: DaySums, placedAtMs: number, net: bigint | null, isForeign: boolean): void {
  sums.orders += 1;
  if (isForeign) sums.foreignOrders += 1;
  else if (net !== null) {
    sums.valued += 1;
    sums.units += net;
  }
  sums.firstMs = Math.min(sums.firstMs, placedAtMs);
  sums.lastMs = Math.max(sums.lastMs, placedAtMs);
}

/** Orders to add to a day of a customer. */
export type AddedDay = CustomerDay & DaySums;

/** The counted orders of one UTC day. */
export interface DayTotals extends DaySums {
  /** UTC day number. */
  readonly day: number;
  /** Orders of the last 30 × 24 hours. */
  readonly recent: number;
}

/**
 * @param days by day, without gaps for days without orders
 * @param looseRefunds ten-thousandths
 */
export function totalsOfDays(days: readonly DayTotals[], looseRefunds: bigint): OrderTotals {
  const sum = (of: (row: DayTotals) => number): number => days.reduce((total, row) => total + of(row), 0);
  return {
    ordersTotal: sum(({ orders }) => orders),
    foreignOrders: sum((row) => row.foreignOrders),
    recentOrders: sum(({ recent }) => recent),
    firstOrderAtMs: days[0]?.firstMs ?? null,
    lastOrderAtMs: days.at(-1)?.lastMs ?? null,
    bought: days.reduce((total, { units }) => total + units, 0n),
    valuedOrders: sum(({ valued }) => valued),
    looseRefunds,
    days: {
      offsets: Uint32Array.of(0, days.length),
      day: Int32Array.from(days, ({ day }) => day),
      value: Float64Array.from(days, ({ units, valued }) => (valued === 0 ? Number.NaN : Number(units) / 10_000)),
    },
  };
}

/**
 * Adds up the orders of a day anew, without some of them.
 * @param without places in the pack
 * @param since orders after this instant are recent
 * @returns null when no order is left
 */
export function totalsOfPack(day: number, pack: Buffer, without: ReadonlySet<number>, since: number): DayTotals | null {
  const sums = noOrders();
  let recent = 0;
  for (let index = 0; index < packedCount(pack); index += 1) {
    if (without.has(index)) continue;
    const { placedAtMs, net, foreign } = orderAt(pack, day, index);
    addOrder(sums, placedAtMs, net === null ? null : BigInt(net), foreign);
    if (placedAtMs > since) recent += 1;
  }
  return sums.orders === 0 ? null : { day, recent, ...sums };
}
