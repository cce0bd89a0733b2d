import type { Activity } from './activity.js';
import type { Contacts } from './contacts.js';
import type { CountedOrder } from './counted-orders.js';
import type { EarlierRows } from './earlier-orders.js';
import { chosenRows, endsOnDay, type SparseRows } from './sparse-rows.js';
import type { Traits } from './traits.js';

const DAY_MS = 86_400_000;
/** Amounts are stored as whole ten-thousandths. */
const PER_UNIT = 10_000;

/** Facts about customers other than their orders. They may include later days: readers ignore all days after the one they ask about. */
export interface Covariates {
  /** Absent where the caller does not need it. */
  readonly activity?: Activity | undefined;
  /** Absent where the caller does not need them. */
  readonly traits?: Traits | undefined;
}

/** Holds the days on which customers ordered: UTC days with at least one net order, distinct within a customer. */
export interface OrderDays extends Covariates, SparseRows {
  /** Net value of that day's orders in the tenant's currency; NaN where no amount is known. */
  readonly value: Float64Array;
  /** 1: the day stands for an order of an unknown day (`withEarlierDays`). Absent where all days are known. */
  readonly placed?: Uint8Array | undefined;
  /** The earlier orders, known by their sum; absent where there are none. */
  readonly earlier?: EarlierRows | undefined;
  /** Absent where no outcome is read, and in shops without campaigns. */
  readonly contacts?: Contacts | undefined;
}

/** The rows of a customer in the columns of a history. */
export interface CustomerRows {
  readonly from: number;
  /** The row after the last: greater than `from`. */
  readonly to: number;
}

/** A customer to score: the rows of its orders, and its index in activity and traits. */
export interface ScoredRows extends CustomerRows {
  readonly customer: number;
}

/** Returns the number of customers in a history. */
export const customerCount = (history: OrderDays): number => Math.max(0, history.offsets.length - 1);

/** The UTC day that an instant belongs to. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

type DatedAmount = Pick<CountedOrder, 'placedAtMs' | 'net' | 'foreign'>;

/**
 * Returns the order days of one customer. Single scores and fits on all customers both turn orders into days here.
 *
 * @param counted by time of placement, as `countedOrders` gives them; net in ten-thousandths
 */
export function orderDaysOf(counted: readonly DatedAmount[]): OrderDays {
  const day = new Int32Array(counted.length);
  const value = new Float64Array(counted.length);
  let rows = 0;
  let isExact = true;
  for (const order of counted) {
    const placed = dayOf(order.placedAtMs);
    if (rows === 0 || day[rows - 1] !== placed) {
      day[rows] = placed;
      value[rows] = Number.NaN;
      rows += 1;
    }
    if (order.foreign || order.net === null) continue;
    const known = value[rows - 1]!;
    const sum = (Number.isNaN(known) ? 0 : known) + order.net;
    value[rows - 1] = sum;
    isExact &&= Number.isSafeInteger(sum);
  }
  if (!isExact) addExactly(counted, day, value);
  // Divided once per day: sums of whole numbers are exact, sums of fractions are not.
  for (let row = 0; row < rows; row++) value[row] = value[row]! / PER_UNIT;
  // Copied: a view would take the small arrays out of the heap, where thousands of them cost more to collect than to make.
  return { offsets: Uint32Array.of(0, rows), day: day.slice(0, rows), value: value.slice(0, rows) };
}

/** Holds one customer without an order. */
export const NO_ORDERS = orderDaysOf([]);

/** Adds up again, exactly: rounded sums of the largest amounts would depend on the order of the rows. */
function addExactly(counted: readonly DatedAmount[], day: Int32Array, value: Float64Array): void {
  const sums = new Map<number, bigint>();
  for (const { placedAtMs, net, foreign } of counted) {
    const placed = dayOf(placedAtMs);
    if (!foreign && net !== null) sums.set(placed, (sums.get(placed) ?? 0n) + BigInt(net));
  }
  for (const [row, placed] of day.entries()) if (sums.has(placed)) value[row] = Number(sums.get(placed));
}

/** Returns the history as it was known at the end of a day: the same customers, those who came later without rows. */
export function orderDaysUntil(history: OrderDays, lastDay: number): OrderDays {
  const ends = endsOnDay(history, lastDay);
  return chosenRows(
    history,
    ends.map((_, customer) => customer),
    ends,
  );
}
