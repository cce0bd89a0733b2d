import { countedOrders } from './counted-orders.js';
import type { CountedOrder } from './counted-orders.js';
import type { EarlierOrders } from './earlier-orders.js';
import { dayOf, orderDaysOf } from './order-days.js';
import type { Covariates, OrderDays } from './order-days.js';
import { exactSum, toMoney } from '../arithmetic/money.js';
import type { OrderFacts, Seen } from './order-facts.js';

const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;

/** Facts about a customer at one instant, for the models and the API. Days are UTC calendar days unless said otherwise. */
export interface Features {
  /**
   * Whole elapsed days (24 h each) since the last counted order; never negative. Without one, since the customer was first seen. With one
   * of an unknown day, since the last possible day.
   */
  readonly recencyDays: number;
  /** Calendar days since then, as a reader counts them: what sentences say. Never negative. */
  readonly silentDays: number;
  /** Counted orders of the last 30 × 24 hours. */
  readonly frequencyOrders30d: number;
  /** Net of refunds, two decimals, tenant's currency only; negative when refunds exceed what was bought. */
  readonly monetaryTotal: string;
  readonly ordersTotal: number;
  readonly lastOrderAtMs: number | null;
  readonly firstOrderAtMs: number | null;
  /** Two decimals, over counted orders with a known amount in the tenant's currency. */
  readonly averageOrderValue: string | null;
  /** Distinct days with a counted order. */
  readonly orderDays: number;
  /** Repeat order days: order days − 1, and 0 without an order. */
  readonly x: number;
  /** Days from the first order day to the last. */
  readonly tx: number;
  /** Days from the first order day to today; T ≥ tx ≥ 0. */
  readonly T: number;
  /** tx / x; null for x = 0. */
  readonly avgGapDays: number | null;
  /** Counted orders in another currency than the tenant's. */
  readonly foreignOrders: number;
  /** The UTC day of the instant. */
  readonly today: number;
  /** The order days themselves, as a history of one customer: what fitted models look at. */
  readonly days: OrderDays;
  /** The earlier orders, known by their sum; null without any. Their days in `days` are not real ones. */
  readonly earlier: EarlierOrders | null;
  /** The last order is one of the earlier ones, and its day is unknown. */
  readonly isLastUnknown: boolean;
}

/**
 * All that the features need of a customer's orders. The database adds them up for a customer with too many orders to hold in memory;
 * `totalsOf` adds them up for all others.
 */
export interface OrderTotals {
  readonly ordersTotal: number;
  readonly foreignOrders: number;
  /** Counted orders of the last 30 × 24 hours. */
  readonly recentOrders: number;
  readonly firstOrderAtMs: number | null;
  readonly lastOrderAtMs: number | null;
  /** Ten-thousandths of the tenant's currency, over counted orders with a known amount, before loose refunds. */
  readonly bought: bigint;
  /** The orders that `bought` adds up. */
  readonly valuedOrders: number;
  /** Ten-thousandths: refunds that cancel no order as a whole. */
  readonly looseRefunds: bigint;
  readonly days: OrderDays;
  /** The earlier orders. `withEarlierOrders` adds them to all other fields. */
  readonly earlier?: EarlierOrders | null;
}

/** The instant after which an order is one of the last 30 days. */
export const recentSince = (nowMs: number): number => nowMs - RECENT_DAYS * DAY_MS;

/**
 * Features of one customer from everything stored about its orders: the same for any permutation of `orders`.
 *
 * @param orders all rows of the customer; amounts in ten-thousandths
 * @param nowMs the instant of the score; rows after it are taken as they are, so a replay passes only what it may see
 * @throws RangeError when an amount is not an integer
 */
export const featuresOf = (orders: readonly OrderFacts[], seen: Seen, nowMs: number): Features =>
  featuresOfTotals(totalsOf(orders, nowMs), seen, nowMs);

/** Adds up the orders of one customer. @throws RangeError when an amount is not an integer */
export function totalsOf(orders: readonly OrderFacts[], nowMs: number): OrderTotals {
  const { orders: counted, looseRefunds } = countedOrders(orders);
  const nets: number[] = [];
  for (const order of counted) if (!order.foreign && order.net !== null) nets.push(order.net);
  const since = recentSince(nowMs);
  return {
    ordersTotal: counted.length,
    foreignOrders: countWhere(counted, (order) => order.foreign),
    recentOrders: countWhere(counted, (order) => order.placedAtMs > since),
    firstOrderAtMs: counted[0]?.placedAtMs ?? null,
    lastOrderAtMs: counted.at(-1)?.placedAtMs ?? null,
    bought: exactSum(nets),
    valuedOrders: nets.length,
    looseRefunds: exactSum(looseRefunds),
    days: orderDaysOf(counted),
  };
}

/** Adds activity and traits of a customer to the totals of the orders. */
export const withCovariates = (totals: OrderTotals, covariates: Covariates | undefined): OrderTotals =>
  covariates === undefined ? totals : { ...totals, days: { ...totals.days, ...covariates } };

/**
 * @param totals as of the same `nowMs`
 * @param calendarDay the number of the calendar day of an instant where the reader is; UTC days unless given
 */
export function featuresOfTotals(totals: OrderTotals, seen: Seen, nowMs: number, calendarDay = dayOf): Features {
  const { ordersTotal, foreignOrders, recentOrders, firstOrderAtMs, lastOrderAtMs, bought, valuedOrders, looseRefunds, days } = totals;
  const lastDay = days.day.at(-1);
  const isLastUnknown = lastOrderAtMs === null && lastDay !== undefined;
  const sinceMs = lastOrderAtMs ?? totals.earlier?.untilMs ?? seen.firstSeenMs;
  const { orderDays, x, tx, T, avgGapDays } = rhythmOf(days, nowMs);
  return {
    recencyDays: Math.max(0, wholeDays(nowMs - sinceMs)),
    silentDays: Math.max(0, calendarDay(nowMs) - calendarDay(sinceMs)),
    frequencyOrders30d: recentOrders,
    monetaryTotal: toMoney(bought - looseRefunds),
    averageOrderValue: valuedOrders === 0 ? null : toMoney(bought, valuedOrders),
    ordersTotal,
    lastOrderAtMs,
    firstOrderAtMs,
    orderDays,
    x,
    tx,
    T,
    avgGapDays,
    today: dayOf(nowMs),
    days,
    foreignOrders,
    earlier: totals.earlier ?? null,
    isLastUnknown,
  };
}

function rhythmOf({ day }: OrderDays, nowMs: number): Pick<Features, 'orderDays' | 'x' | 'tx' | 'T' | 'avgGapDays'> {
  const orderDays = day.length;
  const [firstDay, lastDay] = [day[0], day.at(-1)];
  if (firstDay === undefined || lastDay === undefined) return { orderDays, x: 0, tx: 0, T: 0, avgGapDays: null };
  const x = orderDays - 1;
  const tx = lastDay - firstDay;
  // A shop's clock may run ahead of ours by minutes: an order of "tomorrow" makes today its day.
  return { orderDays, x, tx, T: Math.max(tx, dayOf(nowMs) - firstDay), avgGapDays: x === 0 ? null : tx / x };
}

/** Elapsed days of 24 hours, whenever they began. */
const wholeDays = (ms: number): number => Math.floor(ms / DAY_MS);

function countWhere(counted: readonly CountedOrder[], counts: (order: CountedOrder) => boolean): number {
  let count = 0;
  for (const order of counted) if (counts(order)) count += 1;
  return count;
}
