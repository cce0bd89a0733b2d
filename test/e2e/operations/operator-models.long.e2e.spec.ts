import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { modelOf, until } from '../../support/shop/simulated-shop.js';

const MANY = 1000;
/** Ten sweeps: a fit that is due begins within one. */
const SWEEPS_MS = 1000;

interface ModelList {
  readonly pinned_at: string | null;
  readonly data: readonly { readonly version: string; readonly status: string; readonly scores: number; readonly fitted_at: string }[];
}

describe('an operator who pins a model', () => {
  let system: ChurnSystem;
  let shop: Shop;
  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  const modelCommand = (verb: string, ...args: string[]) => system.admin('model', verb, '--tenant', shop.tenantId, ...args);
  const list = async (): Promise<ModelList> => (await modelCommand('list')) as unknown as ModelList;
  const active = async (): Promise<string> => (await modelOf(shop)).model_version ?? '';
  const countOfModels = async (): Promise<number> => (await shop.rows('models', 'version')).length;
  /** Another horizon is an urgent reason for a fit. */
  const makeFitDue = async (horizonDays: number): Promise<void> => {
    await system.owner.query('UPDATE tenants SET horizon_days = $2 WHERE id = $1', [shop.tenantId, horizonDays]);
    await system.owner.query(`UPDATE model_fits SET look_at = now(), fitted_at = now() - interval '1 minute' WHERE tenant_id = $1`, [shop.tenantId]); // prettier-ignore
  };
  let first = '';

  it('is told that there is nothing to pin before the first fit', async () => {
    await expect(modelCommand('pin')).rejects.toThrow('the tenant has no model of its own yet');
    await expect(modelCommand('unpin')).rejects.toThrow('is not pinned');
  });

  it('keeps the model although a fit is due, and scores go on with it', async () => {
    await system.worker.stop();
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    await system.owner.query('UPDATE customers SET orders_count = 1 WHERE tenant_id = $1', [shop.tenantId]);
    // A worker has looked at the empty tenant and would look again in an hour.
    await system.owner.query('UPDATE model_fits SET look_at = now() WHERE tenant_id = $1', [shop.tenantId]);
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    first = await active();
    expect(await modelCommand('pin')).toEqual({ tenant_id: shop.tenantId, version: first, pinned: true });
    await makeFitDue(60);
    await until('a look at the tenant', async () => {
      const [fit] = await shop.rows<{ later: boolean }>('model_fits', `look_at > now() + interval '30 minutes' AS later`);
      return fit?.later === true;
    });
    await sleep(SWEEPS_MS);
    expect(await countOfModels()).toBe(1);

    await shop.send(order({ customer_id: 'new' }));
    const { job_id } = await shop.client().recalculate({ force: true });
    expect(await endOf(shop, job_id, 60_000)).toMatchObject({ status: 'completed', failed: 0 });
    const { pinned_at: since, data } = await list();
    expect(since).toEqual(expect.any(String));
    expect(data).toEqual([expect.objectContaining({ version: first, status: 'active', scores: MANY + 1, quality: expect.anything() })]);
    const { warnings, planned_horizon: planned } = await modelOf(shop);
    expect([warnings, planned]).toEqual([[expect.stringContaining(`have pinned this model since ${since!.slice(0, 10)}`)], null]);
  });

  it('lets a new model come after the end of the pin, and uses an earlier one again', async () => {
    expect(await modelCommand('unpin')).toEqual({ tenant_id: shop.tenantId, version: first, pinned: false });
    await until('another model', async () => (await active()) !== first);
    const second = await active();
    await modelCommand('pin', '--version', first);
    expect(await active()).toBe(first);
    await until('scores of the first model', async () => (await list()).data.some(({ version, scores }) => version === first && scores === MANY + 1)); // prettier-ignore
    expect((await list()).data.map(({ version, status }) => [version, status])).toEqual([[second, 'retired'], [first, 'active']]); // prettier-ignore
    await expect(modelCommand('pin', '--version', 'mbg-0')).rejects.toThrow('has no model "mbg-0"');
    const entries = await shop.rows<{ action: string; actor_kind: string }>('audit_log', 'action, actor_kind');
    expect(entries.filter(({ action }) => action.startsWith('model.'))).toEqual([
      { action: 'model.pinned', actor_kind: 'admin' },
      { action: 'model.unpinned', actor_kind: 'admin' },
      { action: 'model.pinned', actor_kind: 'admin' },
    ]);
  });

  it('ends a fit that a worker has begun, whose job cannot be retried while the model is pinned', async () => {
    await modelCommand('unpin');
    await makeFitDue(90);
    await until('a fit', () => shop.isHeld('fit'));
    await system.worker.kill();
    const models = await countOfModels();
    const jobs = await shop.rows<{ id: string; status: string }>('churn_jobs', 'id, status');
    const id = jobs.find(({ status }) => status === 'running')?.id ?? '';
    await modelCommand('pin');
    expect((await shop.get(`/churn/jobs/${id}`)).body).toMatchObject({
      type: 'fit',
      status: 'failed',
      error: 'the operator pinned the model; scores come from the pinned one',
    });
    await system.worker.start();
    await expect(system.admin('job', 'retry', '--tenant', shop.tenantId, '--id', id)).rejects.toThrow('its model is pinned');
    expect(await countOfModels()).toBe(models);
    await modelCommand('unpin');
    await until('the model of the new horizon', async () => (await modelOf(shop)).horizon_days === 90);
  });
});
