import { SeededRandom } from '#libs/scoring';
import type { SimulatedShop } from '../../storefront-simulator/simulated-shop.js';

export const DEMO_DOMAIN = 'demo-shop.example';
const CUSTOMERS = 60;
const DAYS = 75;
const DAY_MS = 86_400_000;

/** Too large for a double, like the ids of real platforms. */
export const demoCustomer = (n: number): bigint => 9_100_000_000_000_001n + BigInt(n);

/** Places two and a half months of orders, of frequent, rare and lost customers. */
export function fillShop(shop: SimulatedShop, now: Date): void {
  const random = new SeededRandom(11, 0);
  for (let n = 0; n < CUSTOMERS; n += 1) {
    const gap = 3 + random.unit() * 30;
    const stoppedAt = random.unit() < 0.3 ? 35 : 0.1;
    for (let day = DAYS - random.unit() * gap; day > stoppedAt; day -= gap * (0.5 + random.unit())) {
      shop.place({ customer: demoCustomer(n), total: (12 + random.unit() * 90).toFixed(2), at: new Date(now.getTime() - day * DAY_MS) });
    }
  }
}
