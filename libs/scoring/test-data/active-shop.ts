import { SeededRandom } from '../src/arithmetic/seeded-random.js';
import { ActivityBuilder, signalNumber, type ActivityRow, type Signal } from '../src/orders/activity.js';
import type { OrderDays } from '../src/orders/order-days.js';
import { simulatedShop } from './simulated-shop.js';

/** A history with activity. */
export type ActiveShop = OrderDays & Required<Pick<OrderDays, 'activity'>>;

const rowOf = (day: number, signal: Signal): ActivityRow => ({ day, signal: signalNumber(signal), count: 1 });

/**
 * The shop of `simulatedShop` with what its customers do beside ordering: most visit the shop in the days before they order again, some
 * abandon a checkout, and they write reviews and open tickets without any reason.
 */
export function activeShop(customers: number, today: number, groups: 'all' | 'noise' = 'all'): ActiveShop {
  // The orders of the next month are not part of the shop, but the visits before them are.
  const whole = simulatedShop(customers, today + 30);
  const [offsets, day, value]: [number[], number[], number[]] = [[0], [], []];
  const activity = new ActivityBuilder();
  for (let i = 0; i < customers; i++) {
    const random = new SeededRandom(7, i + 1);
    const own = Array.from(whole.day.subarray(whole.offsets[i], whole.offsets[i + 1]));
    const rows: ActivityRow[] = [];
    for (const [k, each] of own.entries()) {
      if (each <= today) [day, value].forEach((column, j) => column.push(j === 0 ? each : whole.value[whole.offsets[i]! + k]!));
      if (groups === 'noise' || k === 0) continue;
      if (random.chance(0.8)) rows.push(rowOf(each - Math.floor(random.between(1, 12)), 'session_started'));
      if (random.chance(0.3)) rows.push(rowOf(each - 2, 'checkout_abandoned'));
    }
    for (let noise = today - 400; noise < today + 30; noise++) {
      if (random.chance(0.02)) rows.push(rowOf(noise, random.chance(0.5) ? 'review_submitted' : 'support_ticket_opened'));
    }
    offsets.push(day.length);
    activity.add(rows.filter((row) => row.day <= today));
  }
  return { offsets: Uint32Array.from(offsets), day: Int32Array.from(day), value: Float64Array.from(value), activity: activity.build() };
}

/** The same orders, and nothing beside. */
export const ordersOnly = ({ offsets, day, value }: OrderDays): OrderDays => ({ offsets, day, value });
