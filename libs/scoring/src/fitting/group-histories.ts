import { earlierOf, firstEarlierDay } from '../model/earlier/earlier-days.js';
import { lastDayWithoutContact } from '../orders/stand-ins.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { UNKNOWN_DAY } from '../orders/earlier-orders.js';
import { endOnDay } from '../orders/sparse-rows.js';
import type { BuyingHistories } from '../model/mbg-nbd.js';

/** Distinct histories, sorted by x, tx and T, and how many customers have each. */
export interface GroupedHistories extends BuyingHistories {
  readonly weight: Float64Array;
  readonly customers: number;
  /** Mean days from a customer's first order day to today; 0 without customers. */
  readonly meanT: number;
}

/**
 * x, tx and T of each customer on a day, in days; NaN for a customer without an order. A customer who ordered after `today` counts as observed until
 * that order, and a contacted customer until the day before the contact.
 */
export function buyingHistoriesOf(history: OrderDays, today: number): BuyingHistories {
  const n = customerCount(history);
  const columns = { x: new Float64Array(n), tx: new Float64Array(n), T: new Float64Array(n) };
  for (let customer = 0; customer < n; customer++) {
    const { from, to, end } = observedOf(history, customer, today);
    const first = from === to ? Number.NaN : history.day[from]!;
    const last = from === to ? Number.NaN : history.day[to - 1]!;
    columns.x[customer] = from === to ? Number.NaN : to - from - 1;
    columns.tx[customer] = last - first;
    columns.T[customer] = Math.max(end, last) - first;
  }
  return history.earlier === undefined ? columns : addEarlier(history, columns, today);
}

/** The rows of a customer before the first contact, and the day on which they end. */
function observedOf(history: OrderDays, customer: number, today: number): { from: number; to: number; end: number } {
  const [from, all, end] = [history.offsets[customer]!, history.offsets[customer + 1]!, lastDayWithoutContact(history, customer)];
  return end < today ? { from, to: endOnDay(history, customer, end), end } : { from, to: all, end: today };
}

/** Adds the earlier orders. A last order of unknown day gets `within`, and a tx of 0. */
function addEarlier(history: OrderDays, columns: BuyingHistories, today: number): BuyingHistories {
  const within = new Float64Array(columns.x.length).fill(Number.NaN);
  for (let customer = 0; customer < within.length; customer++) {
    const earlier = earlierOf(history.earlier!, customer);
    if (earlier === null) continue;
    const { from, to, end } = observedOf(history, customer, today);
    const known = history.day.subarray(from, to);
    const start = firstEarlierDay(earlier);
    const first = Math.min(start, known[0] ?? start);
    const latest = Math.max(known.at(-1) ?? first, earlier.last === UNKNOWN_DAY ? first : Math.min(earlier.last, earlier.until));
    const days = Math.max(1, earlier.until - first);
    const x = Math.min(known.length + earlier.orders, known.length + days + 1) - 1;
    const isUnknown = x > 0 && earlier.last === UNKNOWN_DAY && latest <= earlier.until;
    columns.x[customer] = x;
    columns.tx[customer] = isUnknown ? 0 : latest - first;
    columns.T[customer] = Math.max(end, latest) - first;
    if (isUnknown) within[customer] = days;
  }
  return { ...columns, within };
}

/** Counts equal histories together: a likelihood then costs their number, not that of the customers. */
export function groupHistories({ x, tx, T, within }: BuyingHistories): GroupedHistories {
  const known = Uint32Array.from({ length: x.length }, (_, i) => i).filter((i) => !Number.isNaN(x[i]!));
  // NaN compares with nothing, and no number of days is negative.
  const window = (i: number): number => (within === undefined || Number.isNaN(within[i]!) ? -1 : within[i]!);
  const sorted = known.toSorted(
    (one, other) => x[one]! - x[other]! || tx[one]! - tx[other]! || T[one]! - T[other]! || window(one) - window(other),
  );
  const chosen: number[] = [];
  const weights: number[] = [];
  let totalT = 0;
  for (const i of sorted) {
    const last = chosen.at(-1);
    totalT += T[i]!;
    if (last !== undefined && x[last] === x[i] && tx[last] === tx[i] && T[last] === T[i] && window(last) === window(i))
      weights[weights.length - 1]! += 1;
    else {
      chosen.push(i);
      weights.push(1);
    }
  }
  return {
    x: Float64Array.from(chosen, (i) => x[i]!),
    tx: Float64Array.from(chosen, (i) => tx[i]!),
    T: Float64Array.from(chosen, (i) => T[i]!),
    within: within && Float64Array.from(chosen, (i) => within[i]!),
    weight: Float64Array.from(weights),
    customers: sorted.length,
    meanT: sorted.length === 0 ? 0 : totalT / sorted.length,
  };
}
