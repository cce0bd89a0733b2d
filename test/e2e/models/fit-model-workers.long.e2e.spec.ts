import { ChurnSystem } from '../../support/servers/churn-system.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';
import { importHistory, modelOf, simulatedOrders, until } from '../../support/shop/simulated-shop.js';

const MANY = 3000;

describe('fitting a model', () => {
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

  const isFitting = (): Promise<boolean> => shop.isHeld('fit');

  it('is done by one worker when two are free', async () => {
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

  it('is taken over by another worker after the first is killed', async () => {
    await system.worker.start();
    await until('a fit', isFitting);
    await system.worker.kill();
    expect(await shop.rows('models')).toEqual([]);
    const [job] = await shop.rows<{ id: string; type: string; status: string }>('churn_jobs', 'id, type, status');
    expect(job).toMatchObject({ type: 'fit', status: 'running' });
    await shop.wakeWork();
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    expect((await shop.get(`/churn/jobs/${job?.id}`)).body).toMatchObject({
      type: 'fit',
      status: 'completed',
      queued: MANY,
      processed: MANY,
    });
  });

  it('is released by a worker that gets SIGTERM', async () => {
    await system.worker.start();
    await until('a fit', isFitting);
    expect(await system.worker.stop()).toBe(0);
    expect(await isFitting()).toBe(false);
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    expect((await shop.rows<{ type: string }>('churn_jobs', 'type')).filter(({ type }) => type === 'fit')).toHaveLength(1);
  });

  it('counts events that arrive meanwhile as growth', async () => {
    await system.worker.start();
    await until('a fit', isFitting);
    await system.owner.query('UPDATE customers SET orders_count = 9 WHERE tenant_id = $1', [shop.tenantId]);
    const counted: number[] = [];
    await until('a model', async () => {
      const rows = await shop.rows<{ orders: number | null }>('model_fits', 'counted_orders::float8 AS orders');
      counted.push(...rows.flatMap(({ orders }) => orders ?? []));
      return counted.length > 0;
    });
    expect(counted[0]).toBe(MANY);
  });

  it('becomes due when a worker that only scores has scored new customers', async () => {
    await system.worker.start({ FIT_MODELS: 'false' });
    await system.owner.query(`INSERT INTO model_fits (tenant_id, look_at) VALUES ($1, now() + interval '1 hour') ON CONFLICT (tenant_id) DO UPDATE SET look_at = excluded.look_at`, [shop.tenantId]); // prettier-ignore
    await importHistory(shop, simulatedOrders(20));
    await until('a fit is due', async () => {
      const [row] = await shop.rows<{ is_due: boolean }>('model_fits', 'look_at <= now() AS is_due');
      return row?.is_due ?? false;
    });
    expect(await shop.rows('models')).toEqual([]);
  });
});
