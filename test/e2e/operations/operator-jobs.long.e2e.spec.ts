import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { endOf, jobOf } from '../../support/shop/jobs.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { addTrigger } from '../../support/servers/triggers.js';

const CANCELLED = 'cancelled by the operator; the work done so far is kept';
/** Twelve steps of 1,000: it is far from its end when the command comes, also on a slow machine. */
const MANY = 12_000;

describe('an operator with the jobs of a tenant', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const jobCommand = (verb: 'cancel' | 'retry', id: string, tenant = shop.tenantId) =>
    system.admin('job', verb, '--tenant', tenant, '--id', id);
  const list = async (...args: string[]) => (await system.admin('job', 'list', ...args))['data'] as { id: string; status: string }[];
  const refuseErasures = (): Promise<() => Promise<void>> =>
    addTrigger(system.owner, 'customers', ['BEFORE DELETE', 'FOR EACH ROW'], `RAISE EXCEPTION 'refused by the test'`);
  const audited = async (action: string) =>
    (await shop.rows<{ action: string; actor_kind: string; details: object }>('audit_log', 'action, actor_kind, details')).filter(
      (entry) => entry.action === action,
    );

  it('cancels a waiting job, retries it, and cannot do either to one that has completed', async () => {
    await shop.send(order());
    await system.worker.stop();
    const { job_id: id } = await shop.client().recalculate({ force: true });
    expect(await jobCommand('cancel', id)).toEqual({ tenant_id: shop.tenantId, job_id: id, type: 'recalculate', status: 'failed' });
    expect(await jobOf(shop, id)).toMatchObject({ status: 'failed', error: CANCELLED, processed: 0, finished_at: expect.any(String) });
    expect(await list('--tenant', shop.tenantId)).toEqual([expect.objectContaining({ id, status: 'failed', error: CANCELLED })]);
    expect(await list()).toContainEqual(expect.objectContaining({ tenant_id: shop.tenantId, id, status: 'failed' }));
    await expect(jobCommand('cancel', id)).rejects.toThrow('the job has ended: it is failed');

    await jobCommand('retry', id);
    await expect(jobCommand('retry', id)).rejects.toThrow('only a failed job can be tried again: this one is queued');
    await system.worker.start();
    expect(await endOf(shop, id)).toMatchObject({ status: 'completed', processed: 1, error: null });
    for (const verb of ['cancel', 'retry'] as const) await expect(jobCommand(verb, id)).rejects.toThrow('completed');
    const details = { job_id: id, type: 'recalculate' };
    expect(await audited('job.cancelled')).toEqual([{ action: 'job.cancelled', actor_kind: 'admin', details }]);
    expect(await audited('job.retried')).toEqual([{ action: 'job.retried', actor_kind: 'admin', details }]);
    await expect(jobCommand('cancel', id, (await system.shop()).tenantId)).rejects.toThrow(`has no job "${id}"`);
  });

  it('stops a running job at its next step, and continues it without doing anything twice', async () => {
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    const slow = 'PERFORM pg_sleep(3); RETURN NULL';
    const removeTrigger = await addTrigger(system.owner, 'churn_job_parts', ['AFTER UPDATE', 'FOR EACH STATEMENT'], slow);
    const { job_id: id } = await shop.client().recalculate({});
    try {
      await eventually('the first step', async () => ((await jobOf(shop, id)).processed > 0 ? true : null), 20_000);
      await jobCommand('cancel', id);
    } finally {
      // Waits for the step that runs, which updates the table.
      await removeTrigger();
    }
    const stopped = await shop.rows<{ processed: number }>('churn_job_parts', 'processed');
    expect(stopped[0]!.processed).toBeLessThan(MANY);
    const other = await shop.client().recalculate({});
    expect(other.job_id).not.toBe(id);
    await endOf(shop, other.job_id);
    expect(await jobOf(shop, id)).toMatchObject({ status: 'failed', error: CANCELLED });
    await jobCommand('retry', id);
    expect(await endOf(shop, id)).toMatchObject({ status: 'completed', processed: MANY });
  });

  it('cannot retry a job over all customers while another one is open', async () => {
    await shop.send(order());
    await system.worker.stop();
    const first = (await shop.client().recalculate({ force: true })).job_id;
    await jobCommand('cancel', first);
    const second = (await shop.client().recalculate({ force: true })).job_id;
    expect(second).not.toBe(first);
    await expect(jobCommand('retry', first)).rejects.toThrow(`the job ${second} does the same already`);
    await system.worker.start();
    expect(await endOf(shop, second)).toMatchObject({ status: 'completed' });
  });

  it('cancels an export, and the worker writes no more of it', async () => {
    const { owner, shop: merchant } = await merchantOf(system);
    await system.worker.stop();
    const { status, body } = await owner.post('/tenant/export', { password: owner.password });
    expect(status).toBe(202);
    const id = (body as { job_id: string }).job_id;
    await jobCommand('cancel', id, merchant.tenantId);
    await system.worker.start();
    await merchant.send(order());
    expect(await merchant.rows('tenant_export_parts', 'part')).toEqual([]);
    await jobCommand('retry', id, merchant.tenantId);
    expect(await endOf(merchant, id)).toMatchObject({ type: 'export', status: 'completed' });
    expect(await merchant.rows('tenant_export_parts', 'part')).not.toEqual([]);
  });

  it('cannot cancel an erasure, and retries one that failed until the customer is gone', async () => {
    await shop.send(order({ customer_id: 'ada' }), order({ customer_id: 'bob' }));
    await system.worker.stop();
    const { job_id: id } = (await shop.delete('/customers/ada')).body as { job_id: string };
    await expect(jobCommand('cancel', id)).rejects.toThrow('an erasure cannot be cancelled');
    const allowErasures = await refuseErasures();
    await system.worker.start();
    try {
      expect(await endOf(shop, id, 60_000)).toMatchObject({ type: 'erase', status: 'failed' });
    } finally {
      await allowErasures();
    }
    await jobCommand('retry', id);
    expect(await endOf(shop, id)).toMatchObject({ status: 'completed', processed: 1 });
    expect(await shop.rows('customers', 'external_id')).toEqual([{ external_id: 'bob' }]);
    expect(await shop.rows('churn_jobs', 'DISTINCT customer_id')).toEqual([{ customer_id: null }]);
  });

  it('forgets the customer of an erasure that failed when another one erases the customer', async () => {
    await shop.send(order({ customer_id: 'ada' }));
    const allowErasures = await refuseErasures();
    const first = ((await shop.delete('/customers/ada')).body as { job_id: string }).job_id;
    try {
      await endOf(shop, first, 60_000);
    } finally {
      await allowErasures();
    }
    const second = ((await shop.delete('/customers/ada')).body as { job_id: string }).job_id;
    expect(await endOf(shop, second)).toMatchObject({ status: 'completed' });
    await expect(jobCommand('retry', first)).rejects.toThrow('the customer of this erasure is erased already');
    expect(await shop.rows('churn_jobs', 'DISTINCT customer_id')).toEqual([{ customer_id: null }]);
  });
});
