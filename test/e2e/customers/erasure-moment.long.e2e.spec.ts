import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SHARED_ERASURE_LOCK } from '#libs/database';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';

describe('the moment of an erasure', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const erase = async (id: string): Promise<string> =>
    ((await shop.delete(`/customers/${id}`).expect(202)).body as { job_id: string }).job_id;

  it('leaves what was received after the request, as the history of a new customer', async () => {
    const about = { customer_id: 'returner' };
    await shop.send(
      order({ ...about, event_id: 'sent twice', occurred_at: daysAgo(90), value: 100 }),
      order({ ...about, occurred_at: daysAgo(60), value: 10, data: { order_id: 'o-1' } }),
      order({ ...about, event_type: 'order_refunded', occurred_at: daysAgo(50), value: 1, data: { order_id: 'o-1' } }),
    );
    await shop.settled();
    await system.worker.stop();
    await shop.post('/events', batch(order({ ...about, occurred_at: daysAgo(40), value: 1000 }))).expect(202);
    const jobId = await erase('returner');
    // A repetition is known, so it goes with the first one. Late events are new, however old they are.
    const repeated = await shop.post('/events', batch(order({ ...about, event_id: 'sent twice', occurred_at: daysAgo(90), value: 100 })));
    expect(repeated.body).toMatchObject({ duplicates: 1 });
    const late = [
      order({ ...about, event_type: 'order_updated', occurred_at: daysAgo(55), value: 8, data: { order_id: 'o-1' } }),
      order({ ...about, event_type: 'order_refunded', occurred_at: daysAgo(45), value: 2, data: { order_id: 'o-1' } }),
      order({ ...about, occurred_at: daysAgo(30), value: 7 }),
    ];
    await shop.post('/events', batch(...late)).expect(202);
    await system.worker.start();
    expect(await endOf(shop, jobId)).toMatchObject({ status: 'completed' });
    await shop.settled();
    expect(await shop.rows('events', 'event_id')).toHaveLength(3);
    const detail = await shop.churnOf('returner');
    expect(detail).toMatchObject({ features: { monetary_total: '13.00', recency_days: 30 }, features_extended: { orders_total: 2 } });
    expect(detail.history).toHaveLength(1);
    expect((await shop.get('/customers/returner')).body).toMatchObject({ first_seen_at: daysAgo(55) });
  });

  it('lets events go on while a session is stuck, and counts once what was scored meanwhile', async () => {
    await shop.send(order({ customer_id: 'leaver', value: 50, data: { order_id: 'o-1' } }));
    const stuck = new Client({ connectionString: system.ownerUrl });
    await stuck.connect();
    try {
      await stuck.query('BEGIN');
      await stuck.query(SHARED_ERASURE_LOCK, [shop.tenantId]);
      const jobId = await erase('leaver');
      const slowest: number[] = [];
      for (let i = 0; i < 40; i += 1) {
        const startedAt = performance.now();
        const data = { order_id: `o-2-${i}` };
        await shop.post('/events', batch(order({ customer_id: 'leaver', value: 10, data }))).expect(202);
        await shop.post('/events', batch(order({ customer_id: 'leaver', event_type: 'order_refunded', value: 4, data }))).expect(202);
        slowest.push(performance.now() - startedAt);
        await sleep(50);
      }
      expect(Math.max(...slowest)).toBeLessThan(1500);
      await shop.settled();
      expect(await shop.churnOf('leaver')).toMatchObject({ features_extended: { orders_total: 41 } });
      expect((await shop.get(`/churn/jobs/${jobId}`)).body).toMatchObject({ status: expect.stringMatching(/queued|running/) });
      await stuck.query('ROLLBACK');
      expect(await endOf(shop, jobId)).toMatchObject({ status: 'completed', processed: 1, failed: 0 });
    } finally {
      await stuck.end();
    }
    await shop.settled();
    expect(await shop.rows('events', 'event_id')).toHaveLength(80);
    expect(await shop.churnOf('leaver')).toMatchObject({ features: { monetary_total: '240.00' }, features_extended: { orders_total: 40 } });
  }, 60_000);

  it('moves to the last request', async () => {
    await shop.send(order({ customer_id: 'twice' }));
    await system.worker.stop();
    const jobId = await erase('twice');
    await shop.post('/events', batch(order({ customer_id: 'twice' }))).expect(202);
    expect(await erase('twice')).toBe(jobId);
    await shop.post('/events', batch(order({ customer_id: 'twice', event_id: 'kept' }))).expect(202);
    await system.worker.start();
    await endOf(shop, jobId);
    expect(await shop.rows('events', 'event_id')).toMatchObject([{ event_id: 'kept' }]);
  });
});
