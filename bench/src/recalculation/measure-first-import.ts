import { EventBatches } from '../load/event-batches.js';
import { HttpClient } from '../load/http-client.js';
import type { SystemUnderTest } from '../system/system-under-test.js';

const BATCHES = 20;
const PER_BATCH = 1000;
const ACCEPTED = 202;

/**
 * Sends the first batches of a new shop, one after the other, each with a thousand events of customers that are new too.
 * @returns milliseconds of each batch. @throws when one is refused.
 */
export async function measureFirstImport(system: SystemUnderTest): Promise<number[]> {
  const { apiKey } = await system.openShop();
  const client = new HttpClient(system.apiUrl, apiKey);
  const batches = new EventBatches({ seed: 55_000, customers: 10_000, eventsPerBatch: PER_BATCH, now: new Date() });
  const times: number[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const body = batches.next().replace('{', '{"backfill":true,');
    const since = performance.now();
    const { status, text } = await client.post('/events', body);
    times.push(performance.now() - since);
    if (status !== ACCEPTED) throw new Error(`a batch of a new shop was refused: ${status} ${text.slice(0, 200)}`);
  }
  client.close();
  return times;
}
