import { SeededRandom } from '../src/arithmetic/seeded-random.js';
import { activityOfOne, NO_ACTIVITY, signalNumber, type ActivityRow, type Signal } from '../src/orders/activity.js';
import { orderDaysUntil, type OrderDays } from '../src/orders/order-days.js';
import { SparseRowsBuilder } from '../src/orders/sparse-rows.js';
import { simulatedShop } from './simulated-shop.js';

/** A history with activity. */
export type ActiveShop = OrderDays & Required<Pick<OrderDays, 'activity'>>;

const rowOf = (day: number, signal: Signal): ActivityRow => ({ day, signal: signalNumber(signal), count: 1 });

/**
 * The shop of `simulatedShop` with behaviour: most customers visit the shop in the days before they order again, some abandon a checkout,
 * and they write reviews and open tickets without any reason.
 */
export function activeShop(customers: number, today: number, groups: 'all' | 'noise' = 'all'): ActiveShop {
  // The orders of the next month are not part of the shop, but the visits before them are.
  const whole = simulatedShop(customers, today + 30);
  const activity = new SparseRowsBuilder(NO_ACTIVITY);
  for (let i = 0; i < customers; i++) {
    const random = new SeededRandom(7, i + 1);
    const own = Array.from(whole.day.subarray(whole.offsets[i], whole.offsets[i + 1]));
    const rows: ActivityRow[] = [];
    for (const [k, each] of own.entries()) {
      if (groups === 'noise' || k === 0) continue;
      if (random.chance(0.8)) rows.push(rowOf(each - Math.floor(random.between(1, 12)), 'session_started'));
      if (random.chance(0.3)) rows.push(rowOf(each - 2, 'checkout_abandoned'));
    }
    for (let noise = today - 400; noise < today + 30; noise++) {
      if (random.chance(0.02)) rows.push(rowOf(noise, random.chance(0.5) ? 'review_submitted' : 'support_ticket_opened'));
    }
    activity.add(activityOfOne(rows.filter((row) => row.day <= today)));
  }
  return { ...orderDaysUntil(whole, today), activity: activity.build() };
}

/** Keeps the orders, and drops activity and traits. */
export const ordersOnly = ({ offsets, day, value }: OrderDays): OrderDays => ({ offsets, day, value });
