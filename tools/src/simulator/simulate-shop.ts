import { DAY_MS, HOUR_MS } from '#libs/core';
import { SeededRandom } from '#libs/scoring';
import type { OutgoingEvent } from '#libs/order-import';
import { demandOn } from './season.js';
import { ordersOf, type SimulatedOrder } from './shopper.js';

/** The size of the simulation: `customers` shoppers, with first orders spread over the last `months` months. */
export interface ShopPlan {
  readonly seed: number;
  readonly now: Date;
  readonly customers: number;
  readonly months: number;
}

const MONTH_DAYS = 30.4375;
/** Ratio of the rates of new customers at the end and at the start of the period. */
const GROWTH = 2.2;
const CURRENCY = 'EUR';
const FIRST_ORDER_NUMBER = 100_001;
const ARRIVALS_STREAM = 0;

const AFTERMATH = {
  cancelled: { share: 0.015, days: [0.02, 1.5] },
  refunded: { share: 0.025, days: [4, 24] },
  partlyRefunded: { share: 0.035, days: [4, 24], part: [0.1, 0.7] },
} as const;

/** A cancellation or refund after an order. */
interface Aftermath {
  readonly eventType: 'order_cancelled' | 'order_refunded';
  readonly atMs: number;
  readonly value?: number;
}

interface PlacedOrder extends SimulatedOrder {
  readonly customer: number;
  readonly ordinal: number;
  readonly aftermath: Aftermath | null;
}

/**
 * Simulates the order history of a shop: customers arrive with growth and season, buy according to the MBG/NBD model, drop
 * out and return goods. Every event has `simulated: true` in its data.
 *
 * The history ends at the last midnight (UTC), so it is the same at any time of the day.
 * @returns events in order of `occurred_at`, none in the future. Refunds never exceed their order. The same seed, day and
 * size give identical events.
 */
export function simulateShop(plan: ShopPlan): readonly OutgoingEvent[] {
  const endMs = Math.floor(plan.now.getTime() / DAY_MS) * DAY_MS;
  const day = new Date(endMs).toISOString().slice(0, 10).replaceAll('-', '');
  const orders = arrivals(plan, endMs)
    .flatMap((arrivalMs, customer) => placedOrders(plan.seed, customer + 1, arrivalMs, endMs))
    .toSorted((one, other) => one.atMs - other.atMs || one.customer - other.customer || one.ordinal - other.ordinal);
  return orders
    .flatMap((order, index) => eventsOf(order, FIRST_ORDER_NUMBER + index, `sim-${plan.seed}-${day}`))
    .toSorted((one, other) => compare(one.occurred_at, other.occurred_at) || compare(one.event_id, other.event_id));
}

/** Returns the midnights of the customers' first days, ascending. More customers start on days of high demand, and as the shop grows. */
function arrivals(plan: ShopPlan, endMs: number): number[] {
  const days = Math.round(plan.months * MONTH_DAYS);
  const startMs = endMs - days * DAY_MS;
  const cumulative: number[] = [];
  let total = 0;
  for (let day = 0; day < days; day += 1) {
    total += demandOn(startMs + day * DAY_MS) * GROWTH ** (day / days);
    cumulative.push(total);
  }
  const random = new SeededRandom(plan.seed, ARRIVALS_STREAM);
  const chosen = Array.from({ length: plan.customers }, () => {
    const mark = random.unit() * total;
    return startMs + cumulative.findIndex((sum) => sum > mark) * DAY_MS;
  });
  return chosen.toSorted((one, other) => one - other);
}

function placedOrders(seed: number, customer: number, arrivalMs: number, endMs: number): PlacedOrder[] {
  const random = new SeededRandom(seed, customer);
  return ordersOf(random, arrivalMs, endMs).map((order, index) => {
    const aftermath = aftermathOf(random, order);
    return { ...order, customer, ordinal: index + 1, aftermath: aftermath !== null && aftermath.atMs < endMs ? aftermath : null };
  });
}

function aftermathOf(random: SeededRandom, order: SimulatedOrder): Aftermath | null {
  const fate = random.unit();
  const { cancelled, refunded, partlyRefunded } = AFTERMATH;
  const after = ([low, high]: readonly [number, number]): number => order.atMs + Math.round(random.between(low, high) * 24) * HOUR_MS;
  if (fate < cancelled.share) return { eventType: 'order_cancelled', atMs: after(cancelled.days) };
  if (fate < cancelled.share + refunded.share) {
    return { eventType: 'order_refunded', atMs: after(refunded.days), value: order.value };
  }
  if (fate < cancelled.share + refunded.share + partlyRefunded.share) {
    const part = random.between(...partlyRefunded.part);
    return { eventType: 'order_refunded', atMs: after(partlyRefunded.days), value: Math.round(order.value * part * 100) / 100 };
  }
  return null;
}

function eventsOf(order: PlacedOrder, orderNumber: number, prefix: string): OutgoingEvent[] {
  const customer = String(order.customer).padStart(6, '0');
  const id = `${prefix}-${customer}-${String(order.ordinal).padStart(4, '0')}`;
  const data = { order_id: `SIM-${orderNumber}`, currency: CURRENCY, simulated: true };
  const shared = { customer_id: `sim-${customer}`, data };
  const completed: OutgoingEvent = {
    event_id: `${id}-completed`,
    event_type: 'order_completed',
    occurred_at: new Date(order.atMs).toISOString(),
    value: order.value,
    ...shared,
  };
  if (order.aftermath === null) return [completed];
  const { eventType, atMs, value } = order.aftermath;
  const suffix = eventType.slice('order_'.length);
  const later: OutgoingEvent = {
    event_id: `${id}-${suffix}`,
    event_type: eventType,
    occurred_at: new Date(atMs).toISOString(),
    ...(value === undefined ? {} : { value }),
    ...shared,
  };
  return [completed, later];
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
