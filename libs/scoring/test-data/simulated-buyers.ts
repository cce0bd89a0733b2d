import { SeededRandom } from '../src/arithmetic/seeded-random.js';
import type { BuyingHistories, BuyingHistory } from '../src/model/mbg-nbd.js';

/** Law by which customers buy and leave. Times are in days. */
export interface BuyingLaw {
  /** Rates of the customers are drawn from Gamma(r, alpha). */
  readonly r: number;
  readonly alpha: number;
  /** Gaps are Erlang-k: 1 is a Poisson process, larger is more regular. */
  readonly k: number;
  readonly leaving:
    /** After orders, with a probability from Beta(a, b). */
    | { readonly kind: 'after orders'; readonly a: number; readonly b: number; readonly firstIncluded: boolean }
    /** At any time, at a rate from Gamma(s, beta). */
    | { readonly kind: 'at any time'; readonly s: number; readonly beta: number };
}

/** Customers of a shop that follows one law, and what they did after it was observed. */
export interface SimulatedBuyers extends BuyingHistories {
  /** 1 for each customer without an order in the horizon. */
  readonly noOrder: Uint8Array;
}

/**
 * Simulates customers with first orders spread evenly over `days`, observed at the end of them and for `horizonDays` more. Times are
 * fractions of days, as the models have them. The same arguments give the same customers.
 */
export function simulatedBuyers(law: BuyingLaw, customers: number, days: number, horizonDays: number): SimulatedBuyers {
  const columns = { x: new Float64Array(customers), tx: new Float64Array(customers), T: new Float64Array(customers) };
  const noOrder = new Uint8Array(customers);
  for (let i = 0; i < customers; i++) {
    const random = new SeededRandom(4, i + 1);
    const observed = days * random.unit();
    const orders = repeatOrders(law, random, observed + horizonDays);
    const known = orders.filter((time) => time <= observed);
    columns.x[i] = known.length;
    columns.tx[i] = known.at(-1) ?? 0;
    columns.T[i] = observed;
    noOrder[i] = known.length === orders.length ? 1 : 0;
  }
  return { ...columns, noOrder };
}

export const historyAt = ({ x, tx, T }: BuyingHistories, i: number): BuyingHistory => ({ x: x[i]!, tx: tx[i]!, T: T[i]! });

/** Times of the repeat orders of one customer since the first, until `end`. */
function repeatOrders({ r, alpha, k, leaving }: BuyingLaw, random: SeededRandom, end: number): number[] {
  const rate = random.gamma(r) / alpha;
  const dropout = leaving.kind === 'after orders' ? random.beta(leaving.a, leaving.b) : 0;
  const lifetime = leaving.kind === 'at any time' ? random.exponential(random.gamma(leaving.s) / leaving.beta) : Infinity;
  const orders: number[] = [];
  if (leaving.kind === 'after orders' && leaving.firstIncluded && random.chance(dropout)) return orders;
  for (let time = random.gamma(k) / rate; time <= Math.min(end, lifetime); time += random.gamma(k) / rate) {
    orders.push(time);
    if (random.chance(dropout)) break;
  }
  return orders;
}
