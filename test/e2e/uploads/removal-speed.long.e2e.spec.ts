import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import { createUpload } from '../../support/shop/uploads.js';
import { patient } from '../../support/waiting/limits.js';

const ORDERS = 6000;
const CUSTOMERS = 1500;
const BATCH = 1000;
/** The measured time is 5 s. A transaction for each part of a customer, each waiting for the score that the one before asked for, takes 3 min. */
const MOST_MS = patient(60_000);

/** Consecutive ids of events belong to different customers, as in the export of a shop. */
const orderAt = (i: number) => ({
  event_id: `import:file:${String(i).padStart(5, '0')}`,
  customer_id: `c-${i % CUSTOMERS}`,
  event_type: 'order_completed',
  occurred_at: new Date(Date.UTC(2026, i % 10, 1 + (i % 28))).toISOString(),
  value: 10 + (i % 50),
  data: { order_id: `f-${i}` },
});
/** The customers have ordered elsewhere too, so they stay and are scored. */
const liveAt = (i: number) => ({ ...orderAt(i), event_id: `live-${i}`, data: { order_id: `s-${i}` } });

describe('the removal of an upload', () => {
  it('takes all that it brought of a customer at once, so that it does not wait for the scores of its own customers', async () => {
    const system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '200' });
    const shop = await system.shop({ plan: 'enterprise' });
    const send = async (count: number, eventAt: (i: number) => object, settings: object): Promise<void> => {
      for (let at = 0; at < count; at += BATCH) {
        const events = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => eventAt(at + i));
        await shop.post('/events', { events, backfill: true, ...settings }).expect(202);
      }
    };
    await send(CUSTOMERS, liveAt, {});
    const id = await createUpload(shop);
    await send(ORDERS, orderAt, { upload_id: id });
    await shop.settled(120_000);
    const began = performance.now();
    const { body } = await shop.delete(`/events/uploads/${id}`);
    expect(await endOf(shop, body.job_id as string, 240_000)).toMatchObject({ status: 'completed', processed: ORDERS });
    expect(performance.now() - began).toBeLessThan(MOST_MS);
    await shop.settled(120_000);
    const left = await shop.rows<{ orders: number }>('customers', 'orders_count::int AS orders');
    expect([left.length, left.filter(({ orders }) => orders !== 1)]).toEqual([CUSTOMERS, []]);
    await system.stop();
  }, 600_000);
});
