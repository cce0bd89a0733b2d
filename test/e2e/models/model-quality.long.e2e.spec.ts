import { ChurnSystem } from '../../support/servers/churn-system.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Shop } from '../../support/shop/shop.js';
import { fittedModel, importHistory, modelOf, simulatedOrders, until } from '../../support/shop/simulated-shop.js';
import { moved } from '../../support/waiting/moved.js';

const DAY_MS = 86_400_000;
const HORIZON = 30;

// Copies today's scores to past days. The behaviour of the customers since then is real.
const PREDICTED = `
INSERT INTO predictions (tenant_id, day, customer_id, score, horizon_days)
SELECT tenant_id, current_date - ago, id, $2::numeric, ${HORIZON} FROM customers, generate_series(35, 45, 5) ago
WHERE tenant_id = $1 AND score IS NOT NULL`;

// A campaign of 47 days ago that contacted three of four customers. Its windows reach into the horizons of the predictions.
const CAMPAIGN = `
WITH c AS (
  INSERT INTO campaigns (tenant_id, id, name, channel, status, audience, holdout_percent, cooldown_days, created_at, updated_at)
  VALUES ($1, gen_random_uuid(), 'Come back', 'download', 'active', '{}', 25, 30, now(), now()) RETURNING tenant_id, id),
s AS (
  INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, holdout_percent, sent_at)
  SELECT tenant_id, gen_random_uuid(), id, 'manual', 'Come back', 21, 25, now() - interval '47 days' FROM c RETURNING tenant_id, id, campaign_id),
p AS (
  INSERT INTO campaign_parts (tenant_id, send_id, part, customer_ids, chosen_as, recipients_count, holdout_count, state, delivered_at)
  SELECT tenant_id, id, 0, '{}', '{}', 0, 0, 'delivered', now() - interval '47 days' FROM s)
INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, sent_at)
SELECT s.tenant_id, s.campaign_id, u.id, s.id, 0, row_number() OVER (ORDER BY u.id) % 4 = 0, now() - interval '47 days'
FROM s JOIN customers u ON u.tenant_id = s.tenant_id AND u.score IS NOT NULL`;
/** Scores of .05 for the customers that the campaign contacted, and .95 for its control group. */
const PREDICTED_APART = `
UPDATE predictions p SET score = CASE WHEN r.holdout THEN .95 ELSE .05 END
FROM campaign_recipients r WHERE p.tenant_id = $1 AND r.tenant_id = $1 AND r.customer_id = p.customer_id`;

describe('the quality of a model', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
    await system.owner.query('UPDATE tenants SET horizon_days = $2 WHERE id = $1', [shop.tenantId, HORIZON]);
    await importHistory(shop, simulatedOrders(400));
  });

  /** Lets a night pass. */
  const night = async (work: () => Promise<void>): Promise<void> => {
    await system.worker.stop();
    const tomorrow = await system.startAnother('scoring-worker', { TEST_CLOCK_OFFSET_MS: String(DAY_MS), NIGHTLY_HOUR_UTC: '0' });
    try {
      await work();
    } finally {
      await tomorrow.stop();
      await system.worker.start();
    }
  };

  it('is measured on published scores when enough of them have matured, and a bad model is fitted anew', async () => {
    const before = await fittedModel(shop);
    expect(before.basis).toBe('backtest');
    await system.owner.query(PREDICTED, [shop.tenantId, '0.9990']);
    await night(async () => {
      await until('the quality is measured on matured scores', async () => (await modelOf(shop)).basis === 'matured');
      await until('fitted anew', async () => (await modelOf(shop)).model_version !== before.model_version);
    });
    const after = await modelOf(shop);
    const { rows } = await system.owner.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM predictions p WHERE tenant_id = $1 AND day + horizon_days < current_date AND EXISTS (
         SELECT FROM orders o WHERE o.tenant_id = $1 AND o.customer_id = p.customer_id AND o.placed_at < p.day + 1 AND state <> 3)`,
      [shop.tenantId],
    );
    expect(after).toMatchObject({ basis: 'matured', auc: 0.5, n: expect.any(Number) });
    expect(after.n).toBeGreaterThan(100);
    expect(after.n).toBeLessThanOrEqual(rows[0]?.n ?? 0);
    const models = await shop.rows<{ version: string; reason: string }>('models', 'version, reason');
    expect(models.find(({ version }) => version === after.model_version)?.reason).toBe('off');
  });

  it('is measured on customers without a contact, where a campaign had a control group', async () => {
    const before = await fittedModel(shop);
    await system.owner.query(PREDICTED, [shop.tenantId, '0.5']);
    await system.owner.query(CAMPAIGN, [shop.tenantId]);
    await system.owner.query(PREDICTED_APART, [shop.tenantId]);
    await night(() => until('the quality is measured on matured scores', async () => (await modelOf(shop)).basis === 'matured'));
    const { rows } = await system.owner.query<{ held: number; chosen: number }>(
      `SELECT count(*) FILTER (WHERE r.holdout)::int AS held, count(*)::int AS chosen FROM predictions p
       JOIN campaign_recipients r ON r.tenant_id = $1 AND r.customer_id = p.customer_id
       WHERE p.tenant_id = $1 AND day + horizon_days < current_date AND EXISTS (
         SELECT FROM orders o WHERE o.tenant_id = $1 AND o.customer_id = p.customer_id AND o.placed_at < p.day + 1 AND state <> 3)`,
      [shop.tenantId],
    );
    const { n, calibration } = await modelOf(shop);
    expect(rows[0]!.held).toBeGreaterThan(100);
    // Those outcomes are the evidence. Each counts for four customers where rates are compared.
    expect(n).toBe(rows[0]!.held);
    expect(Math.abs(calibration[9]!.n / n - 4)).toBeLessThan(0.1);
    expect(calibration.filter((bin) => bin.n > 0).map(({ bin }) => bin)).toEqual([9]);
    await system.owner.query('UPDATE tenants SET horizon_days = 14 WHERE id = $1', [shop.tenantId]);
    await system.owner.query('UPDATE model_fits SET look_at = now() WHERE tenant_id = $1', [shop.tenantId]);
    const after = await fittedModel(shop, before.model_version);
    expect(after.model_version).toContain('/h14/');
    // The fit replays its past, and does not count repeats as evidence there either.
    expect(after).toMatchObject({ basis: 'backtest', n: expect.any(Number) });
  }, 120_000);

  it('is measured on a stored day of scores, without erased customers', async () => {
    const scored = async (): Promise<{ id: string; external_id: string }[]> =>
      (await shop.rows<{ id: string; external_id: string; score: string | null }>('customers')).filter(({ score }) => score !== null);
    await fittedModel(shop);
    await night(() => until('kept', async () => (await shop.rows('predictions')).length > 0));
    const kept = await shop.rows<{ customer_id: string; horizon_days: number }>('predictions');
    expect(new Set(kept.map(({ customer_id: id }) => id)).size).toBe((await scored()).length);
    expect(new Set(kept.map((each) => each.horizon_days))).toEqual(new Set([HORIZON]));
    const [one] = await scored();
    await shop.delete(`/customers/${one?.external_id}`).expect(202);
    await until('erased', async () => (await shop.rows<{ id: string }>('customers', 'id')).every(({ id }) => id !== one?.id));
    expect((await shop.rows<{ customer_id: string }>('predictions')).map(({ customer_id: id }) => id)).not.toContain(one?.id);
  });
});

describe('a change of the horizon', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', FIT_MODELS: 'true' });
  }, 60_000);
  afterAll(() => system.stop());

  it('brings another model within seconds and sends no webhooks', async () => {
    const { owner, shop } = await merchantOf(system);
    await importHistory(shop, simulatedOrders(60));
    const before = await fittedModel(shop);
    expect(before.horizon_days).not.toBe(14);
    // The last fit was a while ago.
    await system.owner.query(`UPDATE model_fits SET fitted_at = ${moved('fitted_at', "- interval '1 minute'")} WHERE tenant_id = $1`, [
      shop.tenantId,
    ]);
    expect((await owner.call('PATCH', '/settings').send({ horizon_days: 14 })).status).toBe(200);
    const after = await fittedModel(shop, before.model_version);
    expect(after).toMatchObject({ horizon_days: 14, model_version: expect.stringContaining('/h14/') });
    expect(await shop.rows('models', 'reason')).toEqual(expect.arrayContaining([{ reason: 'horizon' }]));
    expect([await shop.rows('outbox'), await shop.rows('deliveries')]).toEqual([[], []]);
  });
});
