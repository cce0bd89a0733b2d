import { patient } from '../waiting/limits.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulateShop } from '../../../tools/src/simulator/simulate-shop.js';
import type { Shop } from './shop.js';

const BATCH = 100;
const AT_ONCE = 8;
const MOST_TRIES = 10;

/** Sends events as imported history, in batches. The last batch ends the backfill. Waits for the scores. */
export async function importHistory(shop: Shop, events: readonly object[]): Promise<void> {
  await sendHistory(shop, events.slice(0, -BATCH));
  await sendHistory(shop, events.slice(-BATCH), { backfill_done: true });
  await shop.settled();
}

/** Sends events as imported history. @param flags further fields of each batch */
export async function sendHistory(shop: Shop, events: readonly object[], flags: object = {}): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / BATCH) }, (_, i) => events.slice(i * BATCH, (i + 1) * BATCH));
  const send = async (): Promise<void> => {
    for (let next = batches.shift(); next !== undefined; next = batches.shift()) {
      let response = await shop.post('/events', { events: next, backfill: true, ...flags });
      // A busy machine answers 503, and sending again is safe.
      for (let tries = 1; response.status === 503 && tries < MOST_TRIES; tries += 1) {
        await sleep(500);
        response = await shop.post('/events', { events: next, backfill: true, ...flags });
      }
      if (response.status !== 202) throw new Error(`not accepted: ${response.status} ${JSON.stringify(response.body)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}

/** Returns the orders of that many simulated customers over two years. */
export const simulatedOrders = (customers: number, seed = 11): readonly object[] =>
  simulateShop({ seed, customers, months: 24, now: new Date() });

/** The model as the API returns it. */
export interface ModelReply {
  readonly status: 'provisional' | 'fitted';
  readonly warnings: readonly string[];
  readonly planned_horizon: { readonly horizon_days: number; readonly from: string; readonly text: string } | null;
  readonly model_version: string | null;
  readonly trained_at: string | null;
  readonly horizon_days: number | null;
  readonly customers: number;
  readonly basis: string | null;
  readonly n: number;
  readonly base_rate: number | null;
  readonly auc: number | null;
  readonly log_loss: number | null;
  readonly calibration: readonly { bin: number; predicted: number | null; observed: number | null; n: number }[];
  readonly bands: readonly { label: string; n: number }[];
  readonly quality: string | null;
  readonly baseline: { readonly recency_only_auc: number | null };
  readonly note: string | null;
}

export async function modelOf(shop: Shop): Promise<ModelReply> {
  const response = await shop.get('/churn/model');
  if (response.status !== 200) throw new Error(`no model: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as ModelReply;
}

/** Waits until something about the shop is so. */
export async function until(what: string, isSo: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const deadline = Date.now() + patient(timeoutMs);
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`after ${timeoutMs} ms still not: ${what}`);
    await sleep(50);
  }
}

/** Waits until a newer model than the given one is active and has scored all customers. @returns the model */
export async function fittedModel(shop: Shop, after: string | null = null): Promise<ModelReply> {
  await until('a new model', async () => {
    const { trained_at, model_version } = await modelOf(shop);
    return trained_at !== null && model_version !== after;
  });
  const model = await modelOf(shop);
  await until('all customers scored with it', async () => {
    const customers = await shop.rows<{ model_version: string | null }>('customers', 'model_version');
    const jobs = await shop.rows<{ status: string }>('churn_jobs', 'status');
    return (
      customers.every(({ model_version: version }) => version === null || version === model.model_version) &&
      jobs.every(({ status }) => status === 'completed')
    );
  });
  return model;
}
