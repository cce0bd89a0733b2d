import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../load/http-client.js';

const SHORTEST_PAUSE_MS = 20;
/** Polling again after a twentieth of the wait keeps the error at 5 %, and the number of requests small when many scores are late. */
const PAUSE_SHARE = 1 / 20;

/**
 * Polls a customer's score until it includes `orders` orders.
 * @param since start of the wait. @param giveUpAt end of the wait. Both are times of `performance.now()`.
 * @returns milliseconds from `since` until the answer with that score; infinite when it did not come in time.
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
