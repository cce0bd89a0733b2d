import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { customerIdOf, toTenantId } from '#libs/core';
import { order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import { eventually } from '../../support/waiting/eventually.js';
import type { Shop } from '../../support/shop/shop.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

describe('an erasure that kills workers', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  const tries = (): Promise<object[]> =>
    shop.rows('work_leases', 'failures, round(extract(epoch FROM greatest(until, not_before) - now()) / 15)::int * 15 AS seconds');
  const wake = (): Promise<unknown> =>
    system.owner.query('UPDATE work_leases SET until = now(), not_before = now() WHERE tenant_id = $1', [shop.tenantId]);

  it('is tried ever less often, leaves the worker to others, and ends when it no longer does', async () => {
    const id = customerIdOf(toTenantId(shop.tenantId), 'heavy');
    await shop.send(order({ customer_id: 'heavy' }), order({ customer_id: 'light' }));
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT $1, 'h-' || i, $2, 'page_viewed', now() - i * interval '1 minute' FROM generate_series(1, 5000) i`,
      [shop.tenantId, id],
    );
    // The worker dies in a step, as it would for lack of memory.
    const stuck = new Client({ connectionString: system.ownerUrl });
    await stuck.connect();
    await stuck.query('BEGIN');
    await stuck.query('SELECT FROM events WHERE tenant_id = $1 FOR UPDATE', [shop.tenantId]);
    const { body } = await shop.delete('/customers/heavy').expect(202);
    const isInStep = async (): Promise<boolean> => (await waitingForLocks(system.ownerUrl, 'events')) > 0;
    await eventually('the first step', async () => (await isInStep()) || null);
    await system.worker.kill();
    expect(await tries()).toEqual([{ failures: 1, seconds: 30 }]);
    await eventually('the end of the step', async () => !(await isInStep()) || null);
    await wake();
    await system.worker.start();
    await eventually('the second step', async () => (await isInStep()) || null);
    await system.worker.kill();
    expect(await tries()).toEqual([{ failures: 2, seconds: 60 }]);
    await stuck.query('ROLLBACK');
    await stuck.end();
    await system.worker.start();
    const other = await shop.delete('/customers/light').expect(202);
    expect(await endOf(shop, (other.body as { job_id: string }).job_id)).toMatchObject({ status: 'completed' });
    await sleep(1000);
    expect(await tries()).toHaveLength(1);
    await wake();
    expect(await endOf(shop, (body as { job_id: string }).job_id)).toMatchObject({ status: 'completed', processed: 1 });
    await eventually('no try is under way', async () => ((await tries()).length === 0 ? true : null));
  }, 120_000);

  it('leaves the jobs of other tenants their turn, however many of one tenant are stuck', async () => {
    const [stuck, other] = [await system.shop(), await system.shop()];
    await system.owner.query(
      `WITH jobs AS (
         INSERT INTO churn_jobs (tenant_id, id, type, status, customer_id, created_at)
         SELECT $1, gen_random_uuid(), 'erase', 'queued', gen_random_uuid(), now() - interval '1 day' FROM generate_series(1, 1001)
         RETURNING id)
       INSERT INTO work_leases (tenant_id, kind, subject, until, failures, not_before)
       SELECT $1, 'erasure', id, now(), 3, now() + interval '1 hour' FROM jobs`,
      [stuck.tenantId],
    );
    await other.send(order({ customer_id: 'c-1' }));
    const { body } = await other.delete('/customers/c-1').expect(202);
    expect(await endOf(other, (body as { job_id: string }).job_id)).toMatchObject({ status: 'completed' });
  }, 60_000);
});
