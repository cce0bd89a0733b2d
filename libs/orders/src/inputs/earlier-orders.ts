import { DAY_MS } from '#libs/core';
import type { EarlierOrders } from '#libs/scoring';

/** A `customer_history` event, and the orders in its time that are known one by one. Amounts in ten-thousandths, instants in milliseconds. */
export interface StoredSummary {
  readonly orders: number;
  readonly spent: number | null;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  readonly untilMs: number;
  /** From then on, all orders are sent one by one; null when the shop does not say. */
  readonly sinceMs: number | null;
  readonly known: { readonly orders: number; readonly spent: number | null; readonly firstAtMs: number | null };
}

/** Returns a summary without the orders that are known one by one; null when none is left. */
export function earlierOf(summary: StoredSummary): EarlierOrders | null {
  const { known, spent, firstAtMs } = summary;
  const orders = summary.orders - known.orders;
  if (orders <= 0) return null;
  const untilMs = latestOf(summary);
  const lastAtMs = summary.lastAtMs !== null && summary.lastAtMs <= untilMs && !mayKnowLast(summary) ? summary.lastAtMs : null;
  const first = firstAtMs === null ? null : Math.min(firstAtMs, untilMs);
  const isOne = orders === 1 && known.orders === 0;
  return {
    orders,
    spent: spent === null ? null : BigInt(Math.max(0, spent - (known.spent ?? 0))),
    // One order is both the first and the last.
    firstAtMs: isOne ? (first ?? lastAtMs) : first,
    lastAtMs: isOne ? (lastAtMs ?? first) : lastAtMs,
    untilMs,
  };
}

/** Returns the last instant at which one of the remaining orders can have been placed. */
function latestOf({ untilMs, sinceMs, firstAtMs, known }: StoredSummary): number {
  if (sinceMs !== null) return Math.min(untilMs, sinceMs - 1);
  // Shops send their latest orders one by one. Only where the first order is among them do the others come later.
  const knownMs = known.firstAtMs;
  return knownMs === null || (firstAtMs !== null && firstAtMs >= knownMs - DAY_MS) ? untilMs : knownMs - 1;
}

/** Returns whether an order that is known by itself may be the last one of the summary. Then the last of the others is unknown. */
const mayKnowLast = ({ lastAtMs, sinceMs, known }: StoredSummary): boolean =>
  known.firstAtMs !== null && lastAtMs !== null && (lastAtMs >= known.firstAtMs || (sinceMs !== null && lastAtMs >= sinceMs));

/** Adds up the summaries of the identifiers of one customer. */
export function joined(all: readonly (EarlierOrders | null)[]): EarlierOrders | null {
  const each = all.filter((one) => one !== null);
  return each.length === 0 ? null : each.reduce(sumOf);
}

const sumOf = (one: EarlierOrders, other: EarlierOrders): EarlierOrders => ({
  orders: one.orders + other.orders,
  spent: one.spent === null || other.spent === null ? null : one.spent + other.spent,
  firstAtMs: leastOf(one.firstAtMs, other.firstAtMs),
  lastAtMs: one.lastAtMs === null || other.lastAtMs === null ? null : Math.max(one.lastAtMs, other.lastAtMs),
  untilMs: Math.max(one.untilMs, other.untilMs),
});

const leastOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
