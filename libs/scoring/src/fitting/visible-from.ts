import { customerCount, type OrderDays } from '../orders/order-days.js';

/** Largest share of customers with unknown orders on a day that a fit may use. */
const MOST_UNKNOWN_SHARE = 0.05;

/** Returns the UTC day after which the orders of nearly all customers are known one by one; null where they are from the beginning. */
export function visibleFrom(history: OrderDays): number | null {
  const until = history.earlier?.day.toSorted() ?? new Int32Array();
  const spared = Math.floor(MOST_UNKNOWN_SHARE * customerCount(history));
  return until.length <= spared ? null : until[until.length - 1 - spared]!;
}
