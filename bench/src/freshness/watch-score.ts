import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../load/http-client.js';

const SHORTEST_PAUSE_MS = 20;
/** Looking again after a twentieth of the wait keeps the error at 5 % and the number of questions small when much is late. */
const PAUSE_SHARE = 1 / 20;

/**
 * Asks for a customer's score until it counts `orders` orders.
 * @param since when the wait began; @param giveUpAt both on the clock of `performance.now()`.
 * @returns milliseconds from `since` until the answer with that score was there; infinite when it was not there in time.
 */
export async function untilScoreCounts(
  client: HttpClient,
  { customerId, orders }: { readonly customerId: string; readonly orders: number },
  { since, giveUpAt }: { readonly since: number; readonly giveUpAt: number },
): Promise<number> {
  while (performance.now() < giveUpAt) {
    if ((await ordersOf(client, customerId)) >= orders) return performance.now() - since;
    await sleep(Math.max(SHORTEST_PAUSE_MS, (performance.now() - since) * PAUSE_SHARE));
  }
  return Number.POSITIVE_INFINITY;
}

async function ordersOf(client: HttpClient, customerId: string): Promise<number> {
  const { status, text } = await client.get(`/customers/${customerId}/churn`);
  if (status !== 200) return 0;
  const detail = JSON.parse(text) as { features_extended: { orders_total: number } };
  return detail.features_extended.orders_total;
}
