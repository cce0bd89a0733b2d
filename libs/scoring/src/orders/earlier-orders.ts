import type { SparseRows } from './sparse-rows.js';

/** Earlier orders of a customer: the shop has sent their number, and not each of them. Instants are milliseconds since 1970. */
export interface EarlierOrders {
  /** Number of these orders: 1 at least. */
  readonly orders: number;
  /** Ten-thousandths of the tenant's currency; null when unknown. */
  readonly spent: bigint | null;
  readonly firstAtMs: number | null;
  /** Null: the last one was placed at an unknown time before `untilMs`. */
  readonly lastAtMs: number | null;
  /** Instant by which all of them were placed. */
  readonly untilMs: number;
}

/** The earlier orders of n customers: no row or one for each. `day` is the last UTC day on which they can have been placed. */
export interface EarlierRows extends SparseRows {
  readonly orders: Int32Array;
  /** UTC days of the first and the last of them; `UNKNOWN_DAY` where it is unknown. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Mean value of one of them in the tenant's currency; NaN when unknown. */
  readonly value: Float64Array;
}

export const UNKNOWN_DAY = -(2 ** 31);

const DAY_MS = 86_400_000;
const PER_UNIT = 10_000;

const dayOr = (ms: number | null): number => (ms === null ? UNKNOWN_DAY : Math.floor(ms / DAY_MS));

/** Returns the rows of one customer. Null: it has no earlier orders. */
export function earlierOfOne(earlier: EarlierOrders | null): EarlierRows {
  const all = earlier === null ? [] : [earlier];
  return {
    offsets: Uint32Array.of(0, all.length),
    day: Int32Array.from(all, ({ untilMs }) => dayOr(untilMs)),
    orders: Int32Array.from(all, ({ orders }) => orders),
    first: Int32Array.from(all, ({ firstAtMs }) => dayOr(firstAtMs)),
    last: Int32Array.from(all, ({ lastAtMs }) => dayOr(lastAtMs)),
    value: Float64Array.from(all, ({ orders, spent }) => (spent === null ? Number.NaN : Number(spent) / PER_UNIT / orders)),
  };
}

/** Holds one customer without earlier orders. */
export const NO_EARLIER = earlierOfOne(null);
