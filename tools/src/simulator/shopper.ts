import { DAY_MS } from '#libs/core';
import type { SeededRandom } from '#libs/scoring';
import { DEMAND_MAX, demandOn, timeOfDayMs } from './season.js';

/**
 * The distributions of shoppers in the MBG/NBD model (Batislam, Denizel and Filiztekin, "Empirical validation and
 * comparison of models for customer base analysis", 2007): the order rate of an active customer (gamma), and the probability that
 * an order, including the first one, is the last (beta). Spend is lognormal between and within customers.
 */
interface ShopperKind {
  /** Orders per ordinary day: gamma with this shape and this rate (days). */
  readonly rate: { readonly shape: number; readonly days: number };
  readonly dropout: { readonly a: number; readonly b: number };
  /** Value of a customer's usual order: median in the shop's currency, and standard deviation of its logarithm. */
  readonly spend: { readonly median: number; readonly sigma: number };
  /** Standard deviation of the logarithm of one order around the customer's usual order. */
  readonly spread: number;
}

const HOUSEHOLD: ShopperKind = {
  rate: { shape: 0.9, days: 15 },
  dropout: { a: 0.45, b: 0.72 },
  spend: { median: 46, sigma: 0.5 },
  spread: 0.42,
};
/** Resellers and offices: few, frequent and loyal, with large orders. */
const WHOLESALE: ShopperKind = {
  rate: { shape: 6, days: 70 },
  dropout: { a: 0.4, b: 30 },
  spend: { median: 420, sigma: 0.5 },
  spread: 0.6,
};
const WHOLESALE_SHARE = 0.006;
const SMALLEST_ORDER = 4.9;

/** One order of one shopper. `value` is in the shop's currency, to the cent. */
export interface SimulatedOrder {
  readonly atMs: number;
  readonly value: number;
}

/**
 * Returns the orders of a shopper, oldest first. The first order is on the shopper's first day.
 *
 * Order times are a Poisson process with the shopper's rate times the demand of the day, drawn by thinning (Lewis and
 * Shedler, 1979). @param arrivalMs midnight of the first day. @param endMs no order at or after this instant.
 */
export function ordersOf(random: SeededRandom, arrivalMs: number, endMs: number): SimulatedOrder[] {
  const kind = random.chance(WHOLESALE_SHARE) ? WHOLESALE : HOUSEHOLD;
  const perDay = random.gamma(kind.rate.shape) / kind.rate.days;
  const dropout = random.beta(kind.dropout.a, kind.dropout.b);
  const usual = kind.spend.median * Math.exp(kind.spend.sigma * random.normal());
  const orders: SimulatedOrder[] = [];
  const order = (dayMs: number): void => {
    const value = Math.max(SMALLEST_ORDER, usual * Math.exp(kind.spread * random.normal()));
    orders.push({ atMs: dayMs + timeOfDayMs(random.unit()), value: Math.round(value * 100) / 100 });
  };

  order(arrivalMs);
  let time = arrivalMs;
  while (!random.chance(dropout)) {
    time = nextBuyingTime(random, time, perDay, endMs);
    if (time >= endMs) break;
    order(Math.floor(time / DAY_MS) * DAY_MS);
  }
  // Two orders of one day get independent times of day.
  return orders.toSorted((one, other) => one.atMs - other.atMs);
}

function nextBuyingTime(random: SeededRandom, fromMs: number, perDay: number, endMs: number): number {
  let time = fromMs;
  do {
    time += random.exponential(perDay * DEMAND_MAX) * DAY_MS;
  } while (time < endMs && !random.chance(demandOn(time) / DEMAND_MAX));
  return time;
}
