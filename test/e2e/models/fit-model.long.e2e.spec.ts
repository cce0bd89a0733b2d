import { FIT_VERSION } from '#libs/scoring';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, modelOf, sendHistory, simulatedOrders, until } from '../../support/shop/simulated-shop.js';
import { moved } from '../../support/waiting/moved.js';

interface CustomerRow {
  readonly external_id: string;
  readonly label: string;
  readonly model_version: string;
}

interface StoredModel {
  readonly version: string;
  readonly status: string;
  readonly reason: string;
  readonly horizon_days: number;
}

/** Looks all the time, and answers however busy that makes the machine. */
const EAGER = { SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' };
const PRIOR = 'mbg-prior-1.0/h90';
const TODAY = new Date().toISOString().slice(0, 10);

/** A regular: an order every `gap` days, the last one `silence` days ago. */
const regular = (customer_id: string, gap: number, orders: number, silence: number): object[] =>
  Array.from({ length: orders }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * gap) }));

const viewOf = (customer_id: string): object =>
  order({ customer_id, event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(0) });

describe('the own model of a shop', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    // Without a worker that delivers, outbox events stay where the test can read them.
    system = await ChurnSystem.start({ ...EAGER, WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const labels = async (): Promise<Map<string, string>> =>
    new Map((await shop.rows<CustomerRow>('customers', 'external_id, label, model_version')).map((row) => [row.external_id, row.label]));

  it('is fitted within seconds of an import and scores all customers without outbox events', async () => {
    await importHistory(shop, simulatedOrders(700));
    const model = await fittedModel(shop);
    expect(model).toMatchObject({
      model_version: expect.stringMatching(new RegExp(`^mbg(\\+[a-z]+)*-\\d+\\.\\d+/h${model.horizon_days}/${TODAY}(\\.\\d+)?$`)),
      trained_at: expect.stringMatching(/Z$/),
      customers: [...(await labels()).values()].filter((label) => label !== null).length,
      basis: 'backtest',
      quality: expect.stringMatching(/^(poor|fair|good|excellent)$/),
      note: expect.stringContaining('replay'),
    });
    expect(model.auc).toBeGreaterThan(0.55);
    expect(model.calibration).toHaveLength(10);
    expect(model.calibration.reduce((sum, { n }) => sum + n, 0)).toBe(model.n);
    expect(model.bands.map(({ label }) => label)).toEqual(['low', 'medium', 'high', 'critical']);
    expect(model.baseline.recency_only_auc).toBeGreaterThan(0);
    expect(await shop.rows('outbox')).toEqual([]);
    const jobs = await shop.rows<{ id: string; type: string }>('churn_jobs', 'id, type');
    expect(jobs.map(({ type }) => type).toSorted()).toEqual(expect.arrayContaining(['fit', 'refit']));
    for (const { id } of jobs) expect((await shop.get(`/churn/jobs/${id}`)).body).toMatchObject({ status: 'completed', failed: 0 });
  });

  it('is invisible to other shops', async () => {
    const other = await system.shop();
    await importHistory(shop, simulatedOrders(20));
    await fittedModel(shop);
    expect(await modelOf(other)).toMatchObject({
      model_version: null,
      trained_at: null,
      customers: 0,
      basis: null,
      quality: null,
      auc: null,
    });
    expect((await shop.get('/churn/model').unset('X-API-Key')).status).toBe(401);
    expect((await shop.get('/churn/model').set('X-API-Key', 'ck_live_nobody')).status).toBe(401);
  });

  it('is fitted from the fifth customer with an order on', async () => {
    for (let i = 1; i <= 4; i += 1) await shop.send(order({ customer_id: `c-${i}`, occurred_at: daysAgo(3 * i) }));
    await shop.send(viewOf('looker'));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await modelOf(shop)).toMatchObject({
      model_version: PRIOR,
      trained_at: null,
      horizon_days: 90,
      note: expect.stringContaining('not enough history'),
    });
    await shop.send(...regular('c-5', 9, 3, 1));
    const model = await fittedModel(shop);
    expect(model).toMatchObject({
      model_version: `mbg-${FIT_VERSION}/h90/${TODAY}`,
      customers: 5,
      quality: null,
      auc: null,
      calibration: [],
      note: expect.stringContaining('not enough history'),
    });
    expect((await shop.churnOf('c-5')).churn?.model_version).toBe(model.model_version);
  });

  it('is fitted to any kind of history', async () => {
    const extremes = [
      ...Array.from({ length: 300 }, () => order({ customer_id: 'all-at-once', occurred_at: daysAgo(40) })),
      ...regular('daily', 1, 300, 0),
      ...['2000-01-01T00:00:00Z', '2013-06-01T00:00:00Z', daysAgo(0)].map((at) => order({ customer_id: 'ancient', occurred_at: at })),
      order({ customer_id: 'rich', value: 1e12 }),
      order({ customer_id: 'unpriced', value: undefined }),
      order({ customer_id: 'free', value: 0 }),
      order({ customer_id: 'refunded', event_type: 'order_refunded' }),
      ...['a', 'b', 'c'].map((id) => order({ customer_id: id, occurred_at: daysAgo(40) })),
    ];
    await importHistory(shop, extremes);
    await fittedModel(shop);
    for (const id of ['all-at-once', 'daily', 'ancient', 'rich', 'unpriced', 'a']) {
      expect(Number((await shop.churnOf(id)).churn?.score)).toBeGreaterThan(0);
    }
  });

  it.each([
    ['a backfill has doubled the shop, without outbox events', 'backfill', true],
    ['fresh events have doubled the shop', 'growth', false],
  ])('is fitted again under a new version when %s', async (_, reason, backfill) => {
    await importHistory(shop, simulatedOrders(40));
    const first = await fittedModel(shop);
    await system.owner.query(`UPDATE model_fits SET fitted_at = ${moved('fitted_at', "- interval '11 seconds'")} WHERE tenant_id = $1`, [
      shop.tenantId,
    ]);
    const more = [...Array(60).keys()].flatMap((i) => regular(`new-${i}`, 5 + i, 4, i));
    await (backfill ? importHistory(shop, more) : sendHistory(shop, more, { backfill }));
    const second = await fittedModel(shop, first.model_version);
    const models = await shop.rows<StoredModel>('models', 'version, status, reason');
    expect(models.find(({ version }) => version === first.model_version)?.status).toBe('retired');
    expect(models.find(({ version }) => version === second.model_version)).toMatchObject({ status: 'active', reason });
    // Fresh events of customers who have long been silent are alarms.
    expect(backfill ? await shop.rows('outbox') : []).toEqual([]);
  });

  it('uses the horizon and the thresholds of the shop', async () => {
    await system.owner.query(`UPDATE tenants SET horizon_days = 30, label_thresholds = $2 WHERE id = $1`, [
      shop.tenantId,
      JSON.stringify({ medium: 0.2, high: 0.3, critical: 0.99 }),
    ]);
    await importHistory(shop, simulatedOrders(60));
    const model = await fittedModel(shop);
    expect(model).toMatchObject({ horizon_days: 30, model_version: expect.stringContaining('/h30/') });
    const scores = await shop.rows<{ score: number; label: string }>('customers', 'score::float8 AS score, label');
    for (const { score, label } of scores.filter((row) => row.label !== null)) {
      expect([score, label]).toEqual([score, score >= 0.99 ? 'critical' : score >= 0.3 ? 'high' : score >= 0.2 ? 'medium' : 'low']);
    }
    expect(scores.some(({ label }) => label === 'high')).toBe(true);
  });

  it('sends webhooks for events that arrive before the first rescore as if it had always been there', async () => {
    await system.worker.stop();
    await system.worker.start({ FIT_MODELS: 'false' });
    await importHistory(shop, [...simulatedOrders(300), ...regular('returns', 10, 12, 150)]);
    const before = await labels();
    // An unfinished job over all customers makes the rescore with the new model wait.
    await system.owner.query(
      `INSERT INTO churn_jobs (tenant_id, id, type, status, whole_tenant, created_at) VALUES ($1, $1, 'recalculate', 'queued', true, now())`,
      [shop.tenantId],
    );
    await system.worker.stop();
    await system.worker.start();
    await until('a model', async () => (await modelOf(shop)).trained_at !== null);
    const some = [...before.keys()].filter((id, i) => id !== 'returns' && i % 4 === 0);
    await shop.send(...some.map(viewOf), order({ customer_id: 'returns', occurred_at: daysAgo(0) }));
    const after = await labels();
    expect(some.filter((id) => after.get(id) !== before.get(id)).length).toBeGreaterThan(0);
    const outbox = await shop.rows<{ payload: Record<string, unknown> }>('outbox', 'payload');
    expect(outbox.map(({ payload }) => payload)).toMatchObject([
      { event: 'customer.churn_score.changed', customer_id: 'returns', previous_label: 'critical', new_label: after.get('returns') },
    ]);
    await system.owner.query(`UPDATE churn_jobs SET status = 'completed', finished_at = now() WHERE tenant_id = $1 AND id = $1`, [
      shop.tenantId,
    ]);
    await fittedModel(shop);
    expect(await shop.rows('outbox')).toHaveLength(1);
  });
});
