import request from 'supertest';
import { daysAgo, order } from '../support/builders.js';
import { ChurnSystem } from '../support/churn-system.js';
import { freePort } from '../support/service-process.js';

describe('without Redis', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({}, { redisUrl: `redis://127.0.0.1:${await freePort()}` });
  }, 60_000);
  afterAll(() => system.stop());

  it('both processes start, take events at once, and score them by the sweep', async () => {
    const shop = await system.shop();
    for (let i = 0; i < 5; i += 1) {
      const startedAt = Date.now();
      await shop.post('/events', { events: [order({ customer_id: `c-${i}`, occurred_at: daysAgo(i) })] }).expect(202);
      expect(Date.now() - startedAt).toBeLessThan(1000);
    }
    await shop.settled(5000);
    expect((await shop.churnOf('c-4')).churn?.score).toMatch(/^0\.\d{4}$/);
  });

  it('both say that they are not ready, and which part fails', async () => {
    for (const url of [system.api.url, system.worker.url]) {
      const response = await request(url).get('/health/ready');
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ status: 'unavailable', failing: ['redis'], checks: { database: 'ok' } });
      expect((await request(url).get('/health')).status).toBe(200);
    }
  });

  it('both end cleanly all the same', async () => {
    expect(await Promise.all([system.api.stop(), system.worker.stop()])).toEqual([0, 0]);
    expect(system.api.output + system.worker.output).not.toMatch(/unhandled|UnhandledPromise/i);
  });
});
