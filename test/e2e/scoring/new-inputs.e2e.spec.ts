import { DAY_MS } from '#libs/core';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { behavingModel, tellingModel, useModel } from '../../support/shop/behaving-model.js';
import { daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';

interface Scored {
  readonly external_id: string;
  readonly label: string;
  readonly lifecycle: string;
  readonly cause: string;
  readonly event_sequence: string;
  readonly high_risk_since: Date | null;
}

/** A customer who ordered every ten days until some days ago. */
const regular = (customer_id: string, silence: number, currency: string): WireEvent[] =>
  Array.from({ length: 6 }, (_, i) =>
    order({ customer_id, occurred_at: daysAgo(silence + i * 10), value: 900, data: { order_id: `${customer_id}-${i}`, currency } }),
  );

describe('the scores of a shop that changes what they are calculated from', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: Shop;

  beforeAll(async () => {
    // Without a worker that delivers, outbox events stay where the test can read them.
    system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = merchant.shop;
  });

  async function importRegulars(currency: string): Promise<void> {
    const silences = Array.from({ length: 90 }, (_, silence) => silence);
    for (let from = 0; from < silences.length; from += 15) {
      const events = silences.slice(from, from + 15).flatMap((silence) => regular(`c-${silence}`, silence, currency));
      await shop.post('/events', { events, backfill: true }).expect(202);
    }
    await shop.settled();
  }
  async function recalculate(): Promise<void> {
    const { job_id } = (await shop.post('/churn/recalculate', { force: true }).expect(202)).body as { job_id: string };
    expect(await endOf(shop, job_id)).toMatchObject({ status: 'completed' });
  }
  const scores = async (): Promise<Map<string, Scored>> => {
    const rows = await shop.rows<Scored>('customers', 'external_id, label, lifecycle, cause, event_sequence, high_risk_since');
    return new Map(rows.map((row) => [row.external_id, row]));
  };
  const moves = async (): Promise<object | undefined> =>
    (
      await shop.rows<object>(
        'daily_score_changes',
        'coalesce(sum(joined), 0)::int AS joined, coalesce(sum(came_back), 0)::int AS came_back, coalesce(sum(became_lost), 0)::int AS became_lost, coalesce(sum(came_back_sum), 0)::text AS revenue',
      )
    )[0];

  async function expectSilent(before: ReadonlyMap<string, Scored>): Promise<void> {
    const after = await scores();
    const relabelled = [...after.values()].filter(({ external_id: id, label }) => before.get(id)?.label !== label);
    expect(relabelled.length).toBeGreaterThan(0);
    expect(new Set(relabelled.map(({ cause }) => cause))).toEqual(new Set(['settings']));
    expect(await shop.rows('outbox')).toEqual([]);
    for (const [id, { event_sequence, high_risk_since }] of before)
      expect(after.get(id)).toMatchObject({ event_sequence, ...(high_risk_since === null && { high_risk_since }) });
    expect(await moves()).toMatchObject({ joined: 0, came_back: 0, became_lost: 0 });
  }

  it('change without webhooks, campaign entries and moves when a trait that the model uses is freed', async () => {
    await importRegulars('EUR');
    await shop.call('PUT', '/customers/c-1/traits').send({ points: 90 }).expect(200);
    await system.owner.query(
      `INSERT INTO customer_traits (tenant_id, customer_id, trait_id, from_days, numbers)
       SELECT $1, c.id, t.id, ARRAY[$2::int], ARRAY[90] FROM customers c, traits t WHERE c.tenant_id = $1 AND t.tenant_id = $1 ON CONFLICT DO NOTHING`,
      [shop.tenantId, Math.floor(Date.now() / DAY_MS)],
    );
    await useModel(system.owner, shop, tellingModel('points'));
    await recalculate();
    const before = await scores();
    await shop.delete('/traits/points').expect(200);
    await eventually('the scores without the trait', async () =>
      [...(await scores()).values()].every(({ cause }) => cause === 'settings') ? true : null,
    );
    await expectSilent(before);
  });

  it('change without webhooks, campaign entries and moves when only the currency changes', async () => {
    await importRegulars('EUR');
    await useModel(system.owner, shop, { ...behavingModel(), behaviour: null });
    await recalculate();
    const before = await scores();
    const { body } = await merchant.owner.call('PATCH', '/settings').send({ currency: 'USD' }).expect(200);
    expect(await endOf(shop, body.job_id as string)).toMatchObject({ type: 'settings', status: 'completed', failed: 0 });
    await expectSilent(before);
  });

  it('count somebody who comes back under a new model before the model has reached everybody', async () => {
    await shop.post('/events', { events: regular('gone', 400, 'EUR'), backfill: true }).expect(202);
    await shop.settled();
    await useModel(system.owner, shop, behavingModel());
    await shop.send(order({ customer_id: 'gone', occurred_at: daysAgo(0), value: 42.5 }));
    expect((await scores()).get('gone')).toMatchObject({ cause: 'model', lifecycle: 'active' });
    expect(await moves()).toEqual({ joined: 0, came_back: 1, became_lost: 0, revenue: '42.50' });
  });

  it('add only the new order of somebody who comes back while the currency changes', async () => {
    await shop.post('/events', { events: regular('gone', 400, 'USD'), backfill: true }).expect(202);
    await shop.settled();
    await system.worker.stop();
    await shop.post('/events', { events: [order({ customer_id: 'gone', occurred_at: daysAgo(0), value: 42.5 })] }).expect(202);
    const { body } = await merchant.owner.call('PATCH', '/settings').send({ currency: 'USD' }).expect(200);
    await system.worker.start();
    await shop.settled();
    await endOf(shop, body.job_id as string);
    expect(await moves()).toEqual({ joined: 0, came_back: 1, became_lost: 0, revenue: '42.50' });
  });
});
