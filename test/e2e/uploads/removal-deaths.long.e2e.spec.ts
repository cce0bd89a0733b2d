import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';
import { createUpload } from '../../support/shop/uploads.js';

const ORDERS = 20_000;
const BATCH = 1000;

/** The orders of a file: customers of their own, customers who have ordered elsewhere too, and one of these with a third of all orders. */
const fileEvents = Array.from({ length: ORDERS }, (_, i) => ({
  event_id: `import:file:${String(i).padStart(5, '0')}`,
  customer_id: i % 3 === 0 ? 'c-0' : `c-${i % 3500}`,
  event_type: 'order_completed',
  occurred_at: new Date(Date.UTC(2026, i % 10, 1 + (i % 28))).toISOString(),
  value: 10 + (i % 50),
  data: { order_id: `f-${i}` },
}));
const shopEvents = Array.from({ length: 100 }, (_, i) => ({
  ...fileEvents[i]!,
  event_id: `live-${i}`,
  data: { order_id: `s-${i}` },
}));

describe('the removal of an upload', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '200' });
  }, 60_000);
  afterAll(() => system.stop());

  const stateOf = async (shop: Shop): Promise<unknown> => {
    // The score of the customer with very many orders comes a minute later.
    await shop.settled(150_000);
    const customers = await shop.rows<{ external_id: string }>('customers', 'external_id, orders_count, monetary_total::text, score');
    return [customers.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1)), (await shop.rows('events', 'event_id')).length];
  };

  it('ends the same when the worker is killed again and again in the middle of it, and asked for twice at once', async () => {
    const [shop, untouched] = [await system.shop({ plan: 'enterprise' }), await system.shop({ plan: 'enterprise' })];
    for (const each of [shop, untouched]) await each.send(...shopEvents);
    const id = await createUpload(shop);
    for (let at = 0; at < ORDERS; at += BATCH)
      await shop.post('/events', { events: fileEvents.slice(at, at + BATCH), backfill: true, upload_id: id }).expect(202);
    await shop.settled(180_000);
    const [one, other] = await Promise.all([shop.delete(`/events/uploads/${id}`), shop.delete(`/events/uploads/${id}`)]);
    expect([one.status, other.status, one.body]).toEqual([202, 202, other.body]);
    const { job_id: jobId } = one.body as { job_id: string };
    let deaths = 0;
    for (; deaths < 6; deaths += 1) {
      await sleep(100);
      const [job] = await shop.rows<{ status: string }>('churn_jobs', 'status');
      if (job?.status === 'completed') break;
      await system.worker.kill();
      await system.worker.start();
    }
    expect(deaths).toBeGreaterThan(1);
    expect((await endOf(shop, jobId, 120_000)).status).toBe('completed');
    expect(await stateOf(shop)).toEqual(await stateOf(untouched));
    expect(await shop.rows('replaced_events')).toEqual([]);
  }, 600_000);
});
