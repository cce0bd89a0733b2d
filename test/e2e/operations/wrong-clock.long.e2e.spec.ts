import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { DAY_MS } from '#libs/core';
import { analyticsOf } from '../../support/shop/analytics.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { metric } from '../../support/servers/operator.js';
import { eventually } from '../../support/waiting/eventually.js';
import { freePort } from '../../support/servers/service-process.js';

describe('a process whose clock is wrong', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', NIGHTLY_HOUR_UTC: '0' });
  }, 60_000);
  afterAll(() => system.stop());

  it('does no work as a worker, and says so, until a worker with the right clock takes over', async () => {
    await system.worker.stop();
    const port = String(await freePort());
    const operator = `http://127.0.0.1:${port}`;
    const shop = await system.shop();
    await system.owner.query("UPDATE tenants SET created_at = now() - interval '3 days' WHERE id = $1", [shop.tenantId]);
    for (const errorMs of [DAY_MS, -DAY_MS]) {
      const wrong = await system.startAnother('scoring-worker', { TEST_CLOCK_ERROR_MS: String(errorMs), WORKER_OPERATOR_PORT: port });
      await shop.post('/events', batch(order({ customer_id: 'c-1', occurred_at: daysAgo(10) }))).expect(202);
      await sleep(2000);
      expect(await shop.rows('score_requests', 'id')).not.toEqual([]);
      expect(await shop.rows('customers', 'id')).toEqual([]);
      expect(await shop.rows('churn_jobs', 'id')).toEqual([]);
      const ready = await request(wrong.url).get('/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.body).toMatchObject({ status: 'unavailable', checks: { clock: 'failing', database: 'ok' }, failing: ['clock'] });
      expect(Math.abs(((await metric(operator, 'churn_clock_offset_seconds')) ?? 0) - errorMs / 1000)).toBeLessThan(5);
      expect(await metric(operator, 'churn_ready', { part: 'clock' })).toBe(0);
      await wrong.stop();
    }
    const right = await system.startAnother('scoring-worker', { TEST_CLOCK_ERROR_MS: '20000' });
    try {
      await shop.settled();
      expect((await shop.churnOf('c-1')).churn).not.toBeNull();
      expect((await request(right.url).get('/health/ready')).body).toMatchObject({ checks: { clock: 'ok' } });
    } finally {
      await right.stop();
      await system.worker.start();
    }
  }, 60_000);

  it('serves on as an api, and says so', async () => {
    const port = String(await freePort());
    const wrong = await system.startAnother('api', { TEST_CLOCK_ERROR_MS: String(-DAY_MS), API_OPERATOR_PORT: port });
    try {
      const operator = `http://127.0.0.1:${port}`;
      const offset = await eventually('the first measurement', () => metric(operator, 'churn_clock_offset_seconds'));
      expect(Math.abs(offset + DAY_MS / 1000)).toBeLessThan(5);
      const ready = await request(wrong.url).get('/health/ready');
      expect([ready.status, ready.body]).toEqual([503, expect.objectContaining({ failing: ['clock'] })]);
      expect(await metric(operator, 'churn_ready', { part: 'clock' })).toBe(0);
      const { apiKey } = await system.shop();
      const events = batch(order({ occurred_at: daysAgo(10) }));
      await request(wrong.url).post('/events').set('X-API-Key', apiKey).send(events).expect(202);
    } finally {
      await wrong.stop();
    }
  }, 60_000);

  it('leaves no negative number in the trends of days that such a clock has mixed up', async () => {
    const shop = await system.shop();
    await shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(10) }));
    const change = `INSERT INTO daily_score_changes (tenant_id, shard, day, low, medium, high, critical, active, score_sum, expected_sum, revenue_sum)
      VALUES ($1, 0, (now() - $2::int * interval '1 day')::date, $3::int, $3::int, $3::int, $3::int, $3::int, $3::int * 0.9, $3::int * 10, $3::int * 5)`;
    await system.owner.query(change, [shop.tenantId, 5, -3]);
    await system.owner.query(change, [shop.tenantId, 2, 3]);
    const { trends } = await analyticsOf(shop, '7d');
    expect(trends.length).toBeGreaterThan(4);
    for (const { distribution, avg_score, at_risk_count, expected_revenue, revenue_at_risk } of trends)
      for (const number of [...Object.values(distribution), avg_score, at_risk_count, expected_revenue, revenue_at_risk])
        expect(Number(number)).toBeGreaterThanOrEqual(0);
    const lifecycle = await shop.get('/analytics/lifecycle');
    for (const point of (lifecycle.body as { trend: Record<string, number>[] }).trend)
      for (const name of ['new', 'second_order_due', 'active', 'slipping', 'lost']) expect(point[name]).toBeGreaterThanOrEqual(0);
  });
});
