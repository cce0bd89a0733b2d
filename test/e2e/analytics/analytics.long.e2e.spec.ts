import { setTimeout as sleep } from 'node:timers/promises';
import { LIFECYCLES } from '#libs/core';
import { analyticsOf } from '../../support/shop/analytics.js';
import { batch, daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';

const DAY_MS = 86_400_000;

const utcDay = (daysAhead: number): string => new Date(Date.now() + daysAhead * DAY_MS).toISOString().slice(0, 10);

/** A customer who ordered every ten days until some days ago: 2 is low, 25 in between, 150 critical. */
const regular = (customer_id: string, silence: number, fields: WireEvent = {}): WireEvent[] =>
  Array.from({ length: 6 }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * 10), ...fields }));

describe('the analytics of a shop', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    // No nightly pass runs in between: only the tests change anything.
    system = await ChurnSystem.start({ NIGHTLY_HOUR_UTC: '23', SWEEP_INTERVAL_MS: '100' });
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  /** The totals as every customer's row tells them, and as they are recorded, both at one moment. */
  async function bothTotals(): Promise<{ counted: unknown; recorded: unknown }> {
    const labels = ['low', 'medium', 'high', 'critical'];
    const contactSums = (lifecycle: string, name: string): string => `
      coalesce(sum(revenue_at_risk) FILTER (WHERE lifecycle = '${lifecycle}'), 0) AS ${name}_sum,
      coalesce(sum(expected_revenue) FILTER (WHERE lifecycle = '${lifecycle}'), 0) AS ${name}_expected_sum,
      coalesce(sum(round(expected_revenue::numeric(30,10) / (1 - score), 2)) FILTER (WHERE lifecycle = '${lifecycle}' AND expected_revenue >= 0.10), 0)
        AS ${name}_if_ordered_sum`;
    const { rows } = await system.owner.query<{ counted: unknown; recorded: unknown }>(
      `SELECT to_json(counted) AS counted, to_json(recorded) AS recorded FROM
        (SELECT ${labels.map((label) => `count(*) FILTER (WHERE label = '${label}') AS ${label}`).join(', ')},
                ${LIFECYCLES.map((lifecycle) => `count(*) FILTER (WHERE lifecycle = '${lifecycle}') AS ${lifecycle}`).join(', ')},
                coalesce(sum(score), 0) AS score_sum, coalesce(sum(revenue_at_risk), 0) AS revenue_sum, coalesce(sum(expected_revenue), 0) AS expected_sum,
                ${contactSums('second_order_due', 'second_due')}, ${contactSums('slipping', 'slipping')},
                count(*) FILTER (WHERE lifecycle = 'active' AND late_since IS NOT NULL) AS late_active,
                coalesce(sum(revenue_at_risk) FILTER (WHERE lifecycle = 'active' AND late_since IS NOT NULL), 0) AS late_active_sum
         FROM customers WHERE tenant_id = $1 AND score IS NOT NULL) counted,
        (SELECT ${[...labels, ...LIFECYCLES].map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')},
                coalesce(sum(score_sum), 0) AS score_sum, coalesce(sum(revenue_sum), 0) AS revenue_sum, coalesce(sum(expected_sum), 0) AS expected_sum,
                coalesce(sum(second_due_sum), 0) AS second_due_sum, coalesce(sum(second_due_expected_sum), 0) AS second_due_expected_sum,
                coalesce(sum(second_due_if_ordered_sum), 0) AS second_due_if_ordered_sum,
                coalesce(sum(slipping_sum), 0) AS slipping_sum, coalesce(sum(slipping_expected_sum), 0) AS slipping_expected_sum,
                coalesce(sum(slipping_if_ordered_sum), 0) AS slipping_if_ordered_sum, coalesce(sum(late_active), 0) AS late_active,
                coalesce(sum(late_active_sum), 0) AS late_active_sum
         FROM daily_score_changes WHERE tenant_id = $1) recorded`,
      [shop.tenantId],
    );
    return rows[0] as { counted: unknown; recorded: unknown };
  }

  async function expectExact(): Promise<void> {
    const { counted, recorded } = await bothTotals();
    expect(recorded).toEqual(counted);
  }

  describe('at a given moment', () => {
    it('are zero while no customer has a score', async () => {
      await shop.send(order({ event_type: 'page_viewed', value: undefined }));
      const nothing = {
        distribution: { critical: 0, high: 0, medium: 0, low: 0 },
        avg_score: '0.0000',
        at_risk_count: 0,
        expected_revenue: '0.00',
        revenue_at_risk: '0.00',
      };
      expect(await analyticsOf(shop)).toEqual({
        period: '30d',
        currency: 'EUR',
        ...nothing,
        trends: [{ date: utcDay(0), ...nothing, calculated: false }],
        previous_period: null,
        at_risk_customers: [],
      });
    });

    it('count every customer once and agree with the list', async () => {
      await shop.send(
        ...regular('gone', 150),
        ...regular('loyal', 2),
        ...regular('waiting', 22),
        order({ customer_id: 'once', occurred_at: daysAgo(200) }),
      );
      const customers = (await shop.get('/customers')).body.data as { churn: { label: string; score: string }; revenue_at_risk: string }[];
      const analytics = await analyticsOf(shop);
      const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
      expect(analytics.avg_score).toBe((sum(customers.map(({ churn }) => Math.round(Number(churn.score) * 1e4))) / 4e4).toFixed(4));
      expect(analytics.revenue_at_risk).toBe(
        (sum(customers.map((customer) => Math.round(Number(customer.revenue_at_risk) * 100))) / 100).toFixed(2),
      );
      for (const [label, count] of Object.entries(analytics.distribution)) {
        expect([label, count]).toEqual([label, customers.filter(({ churn }) => churn.label === label).length]);
      }
      expect(analytics.at_risk_count).toBe(analytics.distribution.high + analytics.distribution.critical);
      expect(Object.values(analytics.distribution).reduce((total, one) => total + one, 0)).toBe(4);
      expect(analytics.distribution).toMatchObject({ critical: 2, low: expect.any(Number) });
    });

    it('name the ten customers at risk with the most revenue', async () => {
      await shop.send(
        ...Array.from({ length: 12 }, (_, i) => order({ customer_id: `silent-${i}`, occurred_at: daysAgo(400), value: 10 + i })),
      );
      await shop.send(...regular('loyal', 1, { value: 100_000 }));
      const { at_risk_customers: atRisk } = await analyticsOf(shop);
      expect(atRisk.map((customer) => customer.external_id)).toEqual(Array.from({ length: 10 }, (_, i) => `silent-${11 - i}`));
      expect((await shop.get('/customers?churn_label=critical,high&sort=revenue_at_risk_desc&limit=10')).body.data).toEqual(atRisk);
    });

    it('are visible only with the key of the shop, and only for this shop', async () => {
      await shop.send(...regular('gone', 150));
      const other = await system.shop({ currency: 'USD' });
      expect(await analyticsOf(other)).toMatchObject({ currency: 'USD', at_risk_count: 0, at_risk_customers: [] });
      expect((await shop.get('/churn/analytics').unset('X-API-Key')).status).toBe(401);
      expect((await shop.get('/churn/analytics').set('X-API-Key', `ck_live_${'0'.repeat(43)}`)).status).toBe(401);
    });

    it('lose a customer whose only order is cancelled, and an erased customer', async () => {
      const placed = { customer_id: 'undecided', event_type: 'order_created', data: { order_id: 'o-1' } };
      await shop.send(order(placed), ...regular('gone', 150), ...regular('loyal', 2));
      expect((await analyticsOf(shop)).distribution).toMatchObject({ critical: 1 });
      await shop.send(order({ ...placed, event_type: 'order_cancelled', occurred_at: daysAgo(1) }));
      const { job_id } = (await shop.delete('/customers/gone').expect(202)).body as { job_id: string };
      await endOf(shop, job_id);
      const left = await analyticsOf(shop);
      expect(left).toMatchObject({ distribution: { critical: 0, high: 0, medium: 0, low: 1 }, at_risk_count: 0, at_risk_customers: [] });
      expect(left.avg_score).toBe((await shop.churnOf('loyal')).churn?.score);
      await expectExact();
    });
  });

  it('are exact at every moment of a random history, with two workers that are killed during it', async () => {
    const another = await system.startAnother('scoring-worker');
    const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
    const customer = (): string => `c-${Math.floor(Math.random() * 60)}`;
    const anyEvent = (): WireEvent => {
      const event_type = pick(['order_created', 'order_completed', 'order_cancelled', 'order_refunded', 'page_viewed']);
      const about = {
        customer_id: customer(),
        occurred_at: daysAgo(Math.floor(Math.random() * 300)),
        data: { order_id: `o-${Math.floor(Math.random() * 200)}` },
      };
      return order({ ...about, event_type, value: event_type === 'page_viewed' ? undefined : pick([0, 0.01, 19.99, 50, 1e9]) });
    };
    const over = Date.now() + 4000;
    const jobs: string[] = [];
    const send = async (): Promise<void> => {
      while (Date.now() < over)
        await shop.post('/events', { ...batch(...Array.from({ length: 20 }, anyEvent)), backfill: Math.random() < 0.3 }).expect(202);
    };
    const disturb = async (): Promise<void> => {
      for (let round = 0; Date.now() < over; round += 1) {
        const recalculated = await shop.post('/churn/recalculate', { force: true });
        const erased = await shop.delete(`/customers/${customer()}`);
        jobs.push(...[recalculated, erased].filter(({ status }) => status === 202).map(({ body }) => (body as { job_id: string }).job_id));
        const victim = round % 2 === 0 ? system.worker : another;
        await victim.kill();
        await expectExact();
        await victim.start();
      }
    };
    let looks = 0;
    const watch = async (): Promise<void> => {
      for (; Date.now() < over; looks += 1) {
        await expectExact();
        await sleep(20);
      }
    };
    try {
      await Promise.all([send(), send(), disturb(), watch()]);
      for (const jobId of jobs) await endOf(shop, jobId);
      await shop.settled();
    } finally {
      await another.stop();
    }
    expect(looks).toBeGreaterThan(20);
    await expectExact();
    // A longer history leaves fewer orders uncancelled. These orders are there in any case.
    await shop.send(...Array.from({ length: 12 }, (_, i) => order({ customer_id: `late-${i}`, occurred_at: daysAgo(i) })));
    await expectExact();
    const { counted } = await bothTotals();
    const { distribution } = await analyticsOf(shop);
    expect(counted).toMatchObject(distribution);
    expect(Object.values(distribution).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(12);
  });

  it('tell what those who slip away would bring, as the list does, also after a night in which others became late', async () => {
    await shop.send(...Array.from({ length: 12 }, (_, i) => regular(`c-${i}`, 2 + 4 * i)).flat());
    type Money = Readonly<Record<'external_id' | 'expected_revenue' | 'revenue_if_ordered' | 'revenue_at_risk', string>>;
    const sumOf = (listed: readonly Money[], field: keyof Money): string =>
      (listed.reduce((cents, line) => cents + Math.round(Number(line[field]) * 100), 0) / 100).toFixed(2);
    const expectEqual = async (): Promise<string[]> => {
      const listed = (await shop.get('/customers?lifecycle=slipping')).body.data as Money[];
      const { late } = (await shop.get('/analytics/lifecycle')).body as { late: { slipping: unknown } };
      const fields = ['expected_revenue', 'revenue_if_ordered', 'revenue_at_risk'] as const;
      const sums = Object.fromEntries(fields.map((field) => [field, sumOf(listed, field)]));
      expect(late.slipping).toEqual({ customers: listed.length, ...sums });
      return listed.map(({ external_id: id }) => id).toSorted();
    };
    const before = await expectEqual();
    expect(before).not.toEqual([]);
    // It would work on the pass too, and calculate the scores of today.
    await system.worker.stop();
    const night = await system.startAnother('scoring-worker', { NIGHTLY_HOUR_UTC: '0', TEST_CLOCK_OFFSET_MS: String(12 * DAY_MS) });
    try {
      let passes: { id: string; type: string }[] = [];
      while (passes.length === 0) {
        await sleep(50);
        passes = (await shop.rows<{ id: string; type: string }>('churn_jobs')).filter(({ type }) => type === 'nightly');
      }
      await endOf(shop, passes[0]?.id ?? '');
      expect(await expectEqual()).not.toEqual(before);
    } finally {
      await night.stop();
      await system.worker.start();
    }
    await expectExact();
  });

  it('are repaired and folded by the nightly pass after any corruption', async () => {
    await shop.send(...regular('gone', 150), ...regular('loyal', 2));
    const spoil = async (day: string, shard: number, values: string): Promise<void> => {
      await system.owner.query(
        `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum, slipping_expected_sum, slipping_if_ordered_sum)
         VALUES ($1, $2, $3, ${values}) ON CONFLICT (tenant_id, day, shard) DO UPDATE SET low = excluded.low`,
        [shop.tenantId, day, shard],
      );
    };
    for (const [days, shard] of [[-500, 0], [-450, 3], [-5, 0], [-5, 2], [-5, 7], [-3, 4]] as const) await spoil(utcDay(days), shard, '7, 6, 5, 4, 3.5, 99.99, 5.00, 9.99'); // prettier-ignore
    const spoilt = await analyticsOf(shop, '7d');
    expect(spoilt.distribution.low).toBe(43);
    const night = await system.startAnother('scoring-worker', { NIGHTLY_HOUR_UTC: '0', TEST_CLOCK_OFFSET_MS: String(DAY_MS) });
    try {
      let passes: { id: string; type: string }[] = [];
      while (passes.length === 0)
        passes = (await shop.rows<{ id: string; type: string }>('churn_jobs')).filter(({ type }) => type === 'nightly');
      await endOf(shop, passes[0]?.id ?? '');
      const rows = (): Promise<{ day: string; shard: number; low: number }[]> => shop.rows('daily_score_changes', 'day::text, shard, low');
      while ((await rows()).some(({ day, shard }) => day < utcDay(0) && shard !== 0)) await sleep(20);
      const past = (await rows()).filter(({ day }) => day < utcDay(0)).toSorted((a, b) => a.day.localeCompare(b.day));
      expect(past).toEqual([
        { day: utcDay(1 - 400), shard: 0, low: 14 },
        { day: utcDay(-5), shard: 0, low: 21 },
        { day: utcDay(-3), shard: 0, low: 7 },
      ]);
    } finally {
      await night.stop();
    }
    await expectExact();
    expect(night.output).toContain('totals.corrected');
    const { trends, distribution } = await analyticsOf(shop, '7d');
    expect(distribution).toEqual({ critical: 1, high: 0, medium: 0, low: 1 });
    expect(trends.slice(0, -1)).toEqual(spoilt.trends.slice(0, -1));
  });
});
