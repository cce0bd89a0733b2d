import { eventually } from '../waiting/eventually.js';
import type { ChurnSystem } from '../servers/churn-system.js';
import { order } from './builders.js';
import type { Shop } from './shop.js';

const DAY_MS = 86_400_000;
const CUSTOMERS = 40;
const GAP_DAYS = 8;
/** Half a year to learn from. */
export const HISTORY_DAYS = 260;

const midnightMs = (): number => Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`);

/** Returns the UTC day that is `days` days after today. */
export const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Makes orders of customers who come every eighth day, each on a day of its own, from one day to before another, counted from today. */
export function steadyOrders(from: number, until: number): object[] {
  const orders: object[] = [];
  for (let day = from; day < until; day++) {
    for (let customer = 0; customer < CUSTOMERS; customer++) {
      if ((day + HISTORY_DAYS - customer) % GAP_DAYS !== 0) continue;
      const at = new Date(midnightMs() + 10 * 3_600_000 + day * DAY_MS);
      orders.push(order({ customer_id: `c-${customer}`, occurred_at: at.toISOString() }));
    }
  }
  return orders;
}

/** Moves the clock to the night that is `days` days after today, and waits until the watch over the shop's returns is done. */
export async function nightOf(system: ChurnSystem, shop: Shop, days: number): Promise<void> {
  // The tasks of a day run after three in the morning in UTC.
  await system.setClock(midnightMs() + DAY_MS / 2 - Date.now() + days * DAY_MS);
  await eventually(
    `the watch of ${dayAfter(days)}`,
    async () =>
      (await shop.rows<{ checked_on: string }>('return_watches', 'checked_on::text')).find((row) => row.checked_on === dayAfter(days)) ??
      null,
    60_000,
  );
}
