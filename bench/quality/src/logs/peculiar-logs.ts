import { spanOf, SeededRandom } from '#libs/scoring';
import { PECULIAR_SHOPS, type PeculiarShop } from '../shops/peculiar-shops.js';
import { OrderColumns } from './order-columns.js';
import type { ShopLog } from './read-shop-log.js';

const DAY_MS = 86_400_000;
/** 2024-01-01: simulated years begin with calendar years. */
const FIRST_DAY = 19_723;

/** A log of each peculiar shop, one after another. */
export function* peculiarLogs(seed: number): Generator<ShopLog> {
  for (const shop of PECULIAR_SHOPS) yield simulatedLog(shop, seed);
}

/** Simulates the orders of a shop as a log. The same seed gives the same log. */
export function simulatedLog(shop: PeculiarShop, seed: number): ShopLog {
  const columns = new OrderColumns();
  const from = shop.logFrom ?? 0;
  for (let customer = 0; customer < shop.customers; customer++) {
    const random = new SeededRandom(seed, customer);
    const usual = 30 * Math.exp(0.6 * random.normal());
    for (const day of shop.orders(random, shop.arrival(random), shop.days)) {
      const value = usual * Math.exp(0.4 * random.normal());
      if (day >= from && day < shop.days) columns.add(`${customer}`, (FIRST_DAY + day) * DAY_MS, Math.round(100 * value) / 100);
    }
  }
  const history = columns.toOrderDays();
  const span = spanOf(history) ?? { first: FIRST_DAY, last: FIRST_DAY };
  return { name: `simulated: ${shop.name}`, simulated: true, history, orders: columns.orders, span };
}
