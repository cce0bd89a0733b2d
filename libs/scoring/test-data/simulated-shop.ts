import { SeededRandom } from '../src/arithmetic/seeded-random.js';
import type { OrderDays } from '../src/orders/order-days.js';
import { orderDays } from './order-days.js';

const DAYS = 600;

/**
 * The order days of a shop that does not exist: customers come at their own rates, leave after any order with their own probability,
 * and pay about the same each time. The same count and day give the same shop.
 */
export function simulatedShop(customers: number, today: number): OrderDays {
  const random = new SeededRandom(customers);
  const days: number[][] = [];
  const values: number[][] = [];
  for (let i = 0; i < customers; i++) {
    const meanGap = 8 + 60 * random.unit() ** 2;
    const leaves = 0.5 * random.unit();
    const spend = 20 + 80 * random.unit();
    const own: number[] = [];
    for (let day = today - Math.floor(DAYS * random.unit()); day <= today; day += 1 + Math.floor(-meanGap * Math.log(1 - random.unit()))) {
      own.push(day);
      if (random.unit() < leaves) break;
    }
    days.push(own);
    values.push(own.map(() => Math.round(spend * (0.7 + 0.6 * random.unit()) * 100) / 100));
  }
  return orderDays(days, values);
}
