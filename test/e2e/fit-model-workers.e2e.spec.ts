import { ChurnSystem } from '../support/churn-system.js';
import { fillWithCustomers } from '../support/many-customers.js';
import type { Shop } from '../support/shop.js';
import { modelOf, until } from '../support/simulated-shop.js';

const MANY = 3000;

jest.setTimeout(40_000);

describe('a model is fitted by one worker', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    await system.worker.stop();
    await fillWithCustomers(system.owner, shop.tenantId, MANY);
    await system.owner.query('UPDATE customers SET orders_count = 1 WHERE tenant_id = $1', [shop.tenantId]);
  });

  const isFitting = async (): Promise<boolean> =>
    (await shop.rows<{ token: string | null }>('model_fits', 'lease_token AS token'))[0]?.token != null;

  it('when two would like to', async () => {
    const another = await system.startAnother('scoring-worker');
    try {
      await system.worker.start();
      await until('a model', async () => (await modelOf(shop)).trained_at !== null);
      expect(await shop.rows('models')).toHaveLength(1);
      expect((await shop.rows<{ type: string }>('churn_jobs', 'type')).filter(({ type }) => type === 'fit')).toHaveLength(1);
    } finally {
      await another.stop();
    }
  });

  it('and by another one when that is killed over it', async () => {
    await system.worker.start();
    await until('a fit', isFitting);
    await system.worker.kill();
    expect(await shop.rows('models')).toEqual([]);
    const [job] = await shop.rows<{ id: string; type: string; status: string }>('churn_jobs', 'id, type, status');
    expect(job).toMatchObject({ type: 'fit', status: 'running' });
    // As if the time of the lease had passed.
    await system.owner.query('UPDATE model_fits SET lease_until = now() WHERE tenant_id = $1', [shop.tenantId]);
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    expect((await shop.get(`/churn/jobs/${job?.id}`)).body).toMatchObject({
      type: 'fit',
      status: 'completed',
      queued: MANY,
      processed: MANY,
    });
  });

  it('that hands it on when it is told to stop', async () => {
    await system.worker.start();
    await until('a fit', isFitting);
    expect(await system.worker.stop()).toBe(0);
    expect(await isFitting()).toBe(false);
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    expect((await shop.rows<{ type: string }>('churn_jobs', 'type')).filter(({ type }) => type === 'fit')).toHaveLength(1);
  });
});
