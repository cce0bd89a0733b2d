import { DAY_MS } from '#libs/core';
import { batch, daysAgo, order, refund } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import type { Shop } from '../../support/shop/shop.js';

interface OutboxRow {
  readonly event: string;
  readonly sequence: string;
  readonly payload: Record<string, unknown>;
}

/** A regular: an order every `gap` days, the last one `silence` days ago. */
const regular = (customer_id: string, gap: number, orders: number, silence: number) =>
  Array.from({ length: orders }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * gap) }));

describe('the way from events to scores', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    // Without a worker that delivers, outbox events stay where the test can read them.
    system = await ChurnSystem.start({ WORKER_QUEUES: 'scoring' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const outbox = async () =>
    (await shop.rows<OutboxRow>('outbox')).toSorted((a, b) => Number(a.sequence) - Number(b.sequence)).map(({ payload }) => payload);

  it('scores a customer within seconds of the first order', async () => {
    const sentAt = Date.now();
    await shop.post('/events', batch(order({ customer_id: 'new', occurred_at: daysAgo(3), value: 59.9 }))).expect(202);
    let detail = null;
    while (detail === null && Date.now() - sentAt < 5000)
      detail = (await shop.churnOf('new')).churn === null ? null : await shop.churnOf('new');
    expect(Date.now() - sentAt).toBeLessThan(5000);
    expect(detail?.churn).toEqual({
      score: expect.stringMatching(/^0\.\d{4}$/),
      label: expect.stringMatching(/^(low|medium|high|critical)$/),
      calculated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      model_version: 'mbg-prior-1.0/h90',
    });
    expect(detail?.features).toEqual({ recency_days: 3, frequency_orders_30d: 1, monetary_total: '59.90' });
    expect(detail?.confidence).toBe('low');
    expect(detail?.explanation.length).toBeGreaterThan(0);
  });

  it('distinguishes a regular customer who went silent from one who did not, and gives the reason', async () => {
    await shop.send(...regular('silent', 10, 12, 150), ...regular('loyal', 10, 12, 2));
    const [silent, loyal] = [await shop.churnOf('silent'), await shop.churnOf('loyal')];
    expect(Number(silent.churn?.score)).toBeGreaterThan(0.9);
    expect(silent.churn?.label).toBe('critical');
    expect(loyal.churn?.label).toBe('low');
    expect(silent.explanation[0]).toMatchObject({
      factor: 'silence',
      text: 'No order for 150 days. This customer usually orders every 10 days; four in five with that rhythm would have ordered within 24.',
    });
    expect(silent.features_extended).toMatchObject({ avg_gap_days: 10, overdue_ratio: 15, orders_total: 12, average_order_value: '50.00' });
    expect(loyal.features_extended['expected_next_order_at']).toMatch(/Z$/);
  });

  it('gives no score to a customer without an order', async () => {
    await shop.send(order({ customer_id: 'looker', event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(4) }));
    expect(await shop.churnOf('looker')).toMatchObject({
      churn: null,
      features: { recency_days: 4, frequency_orders_30d: 0, monetary_total: '0.00' },
      explanation: [],
      history: [],
    });
  });

  it('folds all events about one order into one order', async () => {
    const of = (event_type: string, days: number, fields: object = {}) =>
      order({ event_type, occurred_at: daysAgo(days), data: { order_id: 'o-1' }, ...fields });
    await shop.send(of('order_completed', 8, { value: 70 }), of('order_created', 10, { value: 60 }), of('order_updated', 9, { value: 65 }));
    const detail = await shop.churnOf('c-1');
    expect(detail.features_extended.orders_total).toBe(1);
    expect(detail.features).toMatchObject({ monetary_total: '70.00', recency_days: 10 });
    await shop.send(of('order_refunded', 5, { value: 30 }));
    expect((await shop.churnOf('c-1')).features.monetary_total).toBe('40.00');
    await shop.send(of('order_cancelled', 4, { value: undefined }));
    expect(await shop.churnOf('c-1')).toMatchObject({ churn: null, features_extended: { orders_total: 0 } });
  });

  it('counts no cancelled, worthless or test order, and none that was refunded in full', async () => {
    await shop.send(
      order({ value: 20 }),
      order({ value: 0 }),
      order({ value: 30, data: { test: true } }),
      order({ value: 40, data: { order_id: 'o-4' } }),
      refund({ value: 40, data: { order_id: 'o-4' } }),
      order({ value: 35, data: { order_id: 'o-5' } }),
      order({ event_type: 'order_cancelled', value: undefined, occurred_at: daysAgo(1), data: { order_id: 'o-5' } }),
    );
    expect(await shop.churnOf('c-1')).toMatchObject({ features: { monetary_total: '20.00' }, features_extended: { orders_total: 1 } });
  });

  it('subtracts a refund without an order id from the revenue, and removes the order when the amounts are equal', async () => {
    await shop.send(order({ value: 100, occurred_at: daysAgo(20) }), order({ value: 60, occurred_at: daysAgo(10) }), refund({ value: 15 }));
    expect(await shop.churnOf('c-1')).toMatchObject({ features: { monetary_total: '145.00' }, features_extended: { orders_total: 2 } });
    await shop.send(refund({ value: 60 }));
    expect(await shop.churnOf('c-1')).toMatchObject({
      features: { monetary_total: '85.00', recency_days: 20 },
      features_extended: { orders_total: 1 },
    });
  });

  it('sums only the currency of the shop and warns about the rest', async () => {
    await shop.send(order({ value: 10, data: { currency: 'eur' } }), order({ value: 99, data: { currency: 'USD' } }));
    const detail = await shop.churnOf('c-1');
    expect(detail).toMatchObject({ features: { monetary_total: '10.00' }, features_extended: { orders_total: 2 } });
    expect(detail.warnings).toEqual(['1 order is in another currency than EUR: counted as orders, left out of monetary sums']);
  });

  it('moves an order to the customer in its latest state, and rescores the previous one', async () => {
    const data = { order_id: 'o-1' };
    await shop.send(order({ customer_id: 'guest', event_type: 'order_created', occurred_at: daysAgo(9), data }));
    await shop.send(order({ customer_id: 'member', event_type: 'order_updated', occurred_at: daysAgo(8), data }));
    expect((await shop.churnOf('guest')).churn).toBeNull();
    expect((await shop.churnOf('member')).features_extended.orders_total).toBe(1);
  });

  it('sends one webhook for an entry into high risk, and one for each label change after that', async () => {
    await shop.send(...regular('c-1', 10, 6, 150));
    expect(await outbox()).toMatchObject([
      { event: 'customer.high_risk.detected', customer_id: 'c-1', label: 'critical', model_version: 'mbg-prior-1.0/h90' },
    ]);
    await shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(0) }));
    const [, changed, ...more] = await outbox();
    expect(more).toEqual([]);
    expect(changed).toMatchObject({ event: 'customer.churn_score.changed', customer_id: 'c-1', previous_label: 'critical' });
    expect(Object.keys(changed as object).toSorted()).toEqual([
      'customer_id',
      'event',
      'model_version',
      'new_label',
      'new_score',
      'previous_label',
      'previous_score',
    ]);
    await shop.send(order({ customer_id: 'c-1', event_type: 'page_viewed', value: undefined, occurred_at: daysAgo(0) }));
    expect(await outbox()).toHaveLength(2);
    const { history, churn } = await shop.churnOf('c-1');
    expect(history.map((entry) => entry.label)).toEqual([churn?.label, 'critical']);
  });

  it('sends no webhooks for imported history', async () => {
    await shop.post('/events', { ...batch(...regular('c-1', 10, 6, 150)), backfill: true }).expect(202);
    await shop.settled();
    expect((await shop.churnOf('c-1')).churn?.label).toBe('critical');
    expect(await outbox()).toEqual([]);
  });

  /** Runs the nightly pass in a worker whose clock is `days` ahead, until that worker has done all tasks of the night. */
  async function nightlyPass(days: number): Promise<number> {
    const later = await system.startAnother('scoring-worker', { TEST_CLOCK_OFFSET_MS: String(days * DAY_MS), NIGHTLY_HOUR_UTC: '0' });
    const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const columns = 'type, status, processed, pass_day::text AS day';
    try {
      const { processed } = await eventually('a completed nightly pass', async () => {
        const jobs = await shop.rows<{ type: string; status: string; processed: number; day: string }>('churn_jobs', columns);
        return jobs.find((job) => job.type === 'nightly' && job.day === day && job.status === 'completed');
      });
      return processed;
    } finally {
      await later.stop();
    }
  }

  it('rescores customers in the nightly pass when their scores no longer hold, because silence is the signal', async () => {
    await shop.send(...regular('c-1', 10, 6, 5), ...regular('c-2', 30, 3, 40));
    const before = [await shop.churnOf('c-1'), await shop.churnOf('c-2')];
    // Any worker runs the pass, so the test stops the one with today's clock.
    await system.worker.stop();
    try {
      expect(await nightlyPass(40)).toBe(2);
    } finally {
      await system.worker.start();
    }
    for (const [i, id] of ['c-1', 'c-2'].entries()) {
      const after = await shop.churnOf(id);
      expect(Number(after.churn?.score)).toBeGreaterThan(Number(before[i]?.churn?.score));
      expect(after.features.recency_days).toBe((before[i]?.features.recency_days ?? 0) + 40);
      expect(Date.parse(after.churn?.calculated_at ?? '')).toBeGreaterThan(Date.now() + 39 * DAY_MS);
    }
    const changes = (await outbox()).filter(({ event }) => event === 'customer.churn_score.changed');
    expect(changes.map(({ customer_id }) => customer_id)).toContain('c-1');
  });

  it('writes nothing about customers whose scores still hold', async () => {
    const sorted = async (table: string, columns: string): Promise<string[]> =>
      (await shop.rows(table, columns)).map((row) => JSON.stringify(row)).toSorted();
    const stored = async (): Promise<unknown[]> => [
      await sorted('customers', 'id, xmin::text, score, calculated_at, due_on'),
      await sorted('score_history', '*'),
      await sorted('daily_score_changes', '*'),
    ];
    await shop.send(...regular('c-1', 10, 6, 700), ...regular('c-2', 30, 3, 900));
    await system.worker.stop();
    try {
      // The first pass after events looks ahead.
      expect(await nightlyPass(1)).toBe(2);
      const before = await stored();
      expect(await nightlyPass(2)).toBe(0);
      expect(await stored()).toEqual(before);
      // A job that gave up has left some customers with old settings.
      await system.owner.query(
        `INSERT INTO churn_jobs (tenant_id, id, type, status, created_at, finished_at) VALUES ($1, $1, 'settings', 'failed', now(), now() + interval '49 hours')`,
        [shop.tenantId],
      );
      expect(await nightlyPass(3)).toBe(2);
      expect(await nightlyPass(4)).toBe(0);
      // A month later the scores are calculated again in any case.
      expect(await nightlyPass(33)).toBe(2);
    } finally {
      await system.worker.start();
    }
  });

  it('reports a change of the label in a nightly pass exactly once', async () => {
    await shop.send(...regular('c-1', 10, 6, 5));
    const before = await shop.churnOf('c-1');
    await system.worker.stop();
    try {
      for (const night of [1, 40, 41]) await nightlyPass(night);
    } finally {
      await system.worker.start();
    }
    const { churn, history } = await shop.churnOf('c-1');
    expect(churn?.label).not.toBe(before.churn?.label);
    expect(await outbox()).toMatchObject([
      { event: 'customer.churn_score.changed', previous_label: before.churn?.label, new_label: churn?.label },
    ]);
    expect(new Set(history.map(({ label }) => label))).toEqual(new Set([before.churn?.label, churn?.label]));
    // One row for each night on which the score was calculated.
    expect(new Set(history.map(({ calculated_at: at }) => at.slice(0, 10))).size).toBe(history.length);
  });

  it('keeps the outbox events of a pass when the next night deletes old ones', async () => {
    await shop.send(...regular('c-1', 10, 6, 5), ...regular('c-2', 30, 3, 40));
    await system.worker.stop();
    try {
      await nightlyPass(40);
      const events = await outbox();
      expect(events.length).toBeGreaterThan(0);
      await nightlyPass(41);
      expect(await outbox()).toEqual(expect.arrayContaining(events));
      // The retention is 14 days.
      await nightlyPass(55);
      expect(await outbox()).not.toEqual(expect.arrayContaining(events));
    } finally {
      await system.worker.start();
    }
  });
});
