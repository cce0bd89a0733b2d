import { ChurnSystem } from '../../support/servers/churn-system.js';
import { batch, daysAgo, order, type WireEvent } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';

const SLIPPING_MONEY = ['revenue_at_risk', 'expected_revenue', 'revenue_if_ordered'] as const;

interface Lifecycles {
  readonly as_of: string;
  readonly lifecycle: Readonly<Record<'new' | 'second_order_due' | 'active' | 'slipping' | 'lost' | 'none', number>>;
  readonly week: {
    readonly began_to_slip: number;
    readonly came_back: { readonly customers: number; readonly revenue: string } | null;
    readonly new: number | null;
    readonly lost: number | null;
    readonly whole_from: string | null;
  };
  readonly late: {
    readonly second_order_due: { readonly customers: number } & Readonly<Record<(typeof SLIPPING_MONEY)[number], string>>;
    readonly slipping: { readonly customers: number } & Readonly<Record<(typeof SLIPPING_MONEY)[number], string>>;
    readonly active: { readonly customers: number; readonly revenue_at_risk: string };
  };
  readonly revenue: {
    readonly currency: string;
    readonly horizon_days: number | null;
    readonly sums: readonly { readonly days: number; readonly expected: string; readonly at_risk: string | null }[];
  };
  readonly trend: readonly { readonly date: string; readonly new: number; readonly active: number }[];
}

interface Line {
  readonly external_id: string;
  readonly lifecycle: string | null;
  readonly late_since: string | null;
  readonly churn: { readonly score: string } | null;
  readonly expected_revenue: string;
  readonly revenue_if_ordered: string | null;
  readonly revenue_at_risk: string;
  readonly overdue_days: number | null;
}

const STILL = { began_to_slip: 0, came_back: { customers: 0, revenue: '0.00' }, new: 0, lost: 0, whole_from: null };
const NOBODY = { customers: 0, revenue_at_risk: '0.00' };
const NOBODY_SLIPS = { ...NOBODY, expected_revenue: '0.00', revenue_if_ordered: '0.00' };
/** A customer who ordered every ten days until some days ago. */
const regular = (customer_id: string, silence: number): WireEvent[] =>
  Array.from({ length: 6 }, (_, i) => order({ customer_id, occurred_at: daysAgo(silence + i * 10), value: 20 }));

const sumsOf = (listed: readonly Line[], fields: readonly (typeof SLIPPING_MONEY)[number][]): unknown => ({
  customers: listed.length,
  ...Object.fromEntries(
    fields.map((field) => [field, (listed.reduce((cents, line) => cents + Math.round(Number(line[field]) * 100), 0) / 100).toFixed(2)]),
  ),
});

describe('the lifecycles of a shop', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await system.shop();
  });

  const lifecycles = async (of = shop, query = ''): Promise<Lifecycles> =>
    (await of.get(`/analytics/lifecycle${query}`).expect(200)).body as Lifecycles;
  const lines = async (query = ''): Promise<Line[]> => (await shop.get(`/customers${query}`).expect(200)).body.data as Line[];

  it('are zero without customers, and expect nothing', async () => {
    const { as_of: asOf, ...rest } = await lifecycles();
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rest).toEqual({
      lifecycle: { new: 0, second_order_due: 0, active: 0, slipping: 0, lost: 0, none: 0 },
      late: { second_order_due: NOBODY_SLIPS, slipping: NOBODY_SLIPS, active: NOBODY },
      returns: { status: null, alarm: null, usual_per_week: null, finds_fall: null },
      week: STILL,
      revenue: { currency: 'EUR', horizon_days: null, sums: [] },
      trend: [{ date: asOf.slice(0, 10), new: 0, second_order_due: 0, active: 0, slipping: 0, lost: 0, calculated: false }],
    });
  });

  it('count every customer once and agree with the list', async () => {
    await shop.send(...regular('gone', 400), ...regular('loyal', 2), order({ customer_id: 'fresh', occurred_at: daysAgo(1) }));
    await shop.send(order({ customer_id: 'looker', event_type: 'page_viewed', value: undefined }));
    const listed = await lines();
    const { lifecycle, revenue, trend } = await lifecycles();
    expect(lifecycle).toEqual({ new: 1, second_order_due: 0, active: 1, slipping: 0, lost: 1, none: 1 });
    expect(Object.fromEntries(listed.map((line) => [line.external_id, line.lifecycle]))).toEqual({
      gone: 'lost',
      loyal: 'active',
      fresh: 'new',
      looker: null,
    });
    expect(listed.find((line) => line.external_id === 'gone')?.late_since).toMatch(/T00:00:00\.000Z$/);
    expect(listed.find((line) => line.external_id === 'loyal')?.late_since).toBeNull();
    const expected = listed.reduce((sum, line) => sum + Math.round(Number(line.expected_revenue) * 100), 0);
    expect(revenue.sums[0]).toMatchObject({ days: revenue.horizon_days, expected: (expected / 100).toFixed(2), p10: null, p90: null });
    expect(trend.at(-1)).toMatchObject({ new: 1, second_order_due: 0, active: 1, slipping: 0, lost: 1 });
  });

  it('tell who joined and who came back, but not what an import brings', async () => {
    await shop.post('/events', {
      ...batch(...regular('gone', 400), order({ customer_id: 'old', occurred_at: daysAgo(1) })),
      backfill: true,
    });
    await shop.settled();
    const unknown = { began_to_slip: 0, came_back: null, new: null, lost: null, whole_from: daysAgo(-7).slice(0, 10) };
    expect((await lifecycles()).week).toEqual(unknown);
    await shop.send(order({ customer_id: 'gone', occurred_at: daysAgo(0), value: 42.5 }), order({ customer_id: 'fresh' }));
    expect((await lifecycles()).week).toEqual({ ...unknown, came_back: { customers: 1, revenue: '42.50' }, new: 1 });
  });

  it('know the moves of a week at once where no order is older than the first score', async () => {
    await shop.send(order({ customer_id: 'fresh', occurred_at: daysAgo(0) }));
    expect((await lifecycles()).week).toEqual({ ...STILL, new: 1 });
  });

  it('know the moves of a week seven days after the first score, whatever trend is asked for', async () => {
    await shop.send(...regular('loyal', 8));
    const first = async (days: number): Promise<unknown> =>
      system.owner.query('UPDATE daily_score_changes SET day = current_date - $2::int WHERE tenant_id = $1', [shop.tenantId, days]);
    await first(6);
    expect((await lifecycles(shop, '?trend_days=1')).week).toMatchObject({ new: null, whole_from: daysAgo(-1).slice(0, 10) });
    await first(7);
    for (const query of ['', '?trend_days=1']) expect((await lifecycles(shop, query)).week).toEqual(STILL);
  });

  it('tell late customers who slip away from those likely to order, with the sums of their lists', async () => {
    await shop.send(...Array.from({ length: 12 }, (_, i) => regular(`c-${i}`, 10 + 8 * i)).flat());
    const { late } = await lifecycles();
    const [slipping, likely] = [await lines('?lifecycle=slipping'), await lines('?lifecycle=active&late_since_to=0d')];
    expect([slipping.length > 0, likely.length > 0]).toEqual([true, true]);
    expect(late).toEqual({
      second_order_due: NOBODY_SLIPS,
      slipping: sumsOf(slipping, SLIPPING_MONEY),
      active: sumsOf(likely, ['revenue_at_risk']),
    });
    for (const line of [...slipping, ...likely]) expect(line.overdue_days).toBeGreaterThanOrEqual(0);
    expect((await lines('?lifecycle=active')).filter((line) => line.late_since === null).map((line) => line.overdue_days)).not.toContain(0);
  });

  it('tell what those who slip away would bring, as the list does, also after an order and after an erasure', async () => {
    await shop.send(...Array.from({ length: 12 }, (_, i) => regular(`c-${i}`, 20 + 4 * i)).flat());
    const expectEqual = async (): Promise<readonly Line[]> => {
      const listed = await lines('?lifecycle=slipping');
      expect((await lifecycles()).late.slipping).toEqual(sumsOf(listed, SLIPPING_MONEY));
      return listed;
    };
    const [first, second, ...others] = await expectEqual();
    if (first === undefined || second === undefined || first.churn === null) throw new Error('too few customers slip away');
    expect(others.length).toBeGreaterThan(0);
    expect(Number(first.revenue_if_ordered) * (1 - Number(first.churn.score))).toBeCloseTo(Number(first.expected_revenue), 2);
    expect((await shop.churnOf(first.external_id)).revenue_if_ordered).toBe(first.revenue_if_ordered);
    await shop.send(order({ customer_id: first.external_id, value: 20 }));
    expect(await expectEqual()).toHaveLength(others.length + 1);
    const { job_id } = (await shop.delete(`/customers/${second.external_id}`).expect(202)).body as { job_id: string };
    await endOf(shop, job_id);
    expect(await expectEqual()).toHaveLength(others.length);
  });

  it('tell of whom the second order is due, until they count as lost, with the sums of their list and of the segment', async () => {
    const once = { fresh: 5, due: 80, longer: 100, gone: 1500 };
    await shop.send(...Object.entries(once).map(([customer_id, days]) => order({ customer_id, occurred_at: daysAgo(days), value: 40 })));
    const due = await lines('?lifecycle=second_order_due');
    expect(due.map(({ external_id: id }) => id).toSorted()).toEqual(['due', 'longer']);
    const { lifecycle, late, trend } = await lifecycles();
    expect(lifecycle).toEqual({ new: 1, second_order_due: 2, active: 0, slipping: 0, lost: 1, none: 0 });
    expect(trend.at(-1)).toMatchObject({ second_order_due: 2 });
    expect(late.second_order_due).toEqual(sumsOf(due, SLIPPING_MONEY));
    expect(Number(late.second_order_due.revenue_if_ordered)).toBeGreaterThan(0);
    expect(await lines('?segment=second-order-due')).toEqual(due);
    // In a shop without a fit the score of one order makes a customer lost on the day of becoming late.
    await system.owner.query(`UPDATE customers SET late_since = current_date - 3 WHERE tenant_id = $1 AND external_id = 'longer'`, [
      shop.tenantId,
    ]);
    expect((await lines('?segment=one-order')).map(({ external_id: id }) => id)).toEqual(['longer']);
    expect(await lines('?lifecycle=second_order_due&sort=revenue_at_risk_desc')).toHaveLength(2);
    await shop.send(order({ customer_id: 'due', value: 20 }));
    const after = await lifecycles();
    expect(after.lifecycle).toMatchObject({ second_order_due: 1, active: 1 });
    expect(after.week.came_back).toEqual({ customers: 1, revenue: '20.00' });
  });

  it('count who began to slip this week as the list shows them', async () => {
    await shop.send(...['a', 'b', 'c'].map((customer_id) => order({ customer_id, occurred_at: daysAgo(30) })));
    const since = (days: number, id: string): Promise<unknown> =>
      system.owner.query(
        `UPDATE customers SET lifecycle = 'slipping', score = 0.5, label = 'medium', late_since = (now() AT TIME ZONE 'UTC')::date - $3::int
         WHERE tenant_id = $1 AND external_id = $2`,
        [shop.tenantId, id, days],
      );
    for (const [id, days] of Object.entries({ a: 0, b: 7, c: 8 })) await since(days, id);
    expect(await lines('?lifecycle=slipping&late_since_from=7d')).toHaveLength(2);
    expect((await lifecycles()).week.began_to_slip).toBe(2);
  });

  it('are visible only with the key of the shop, and only for this shop', async () => {
    await shop.send(...regular('gone', 400));
    const other = await system.shop({ currency: 'USD' });
    expect(await lifecycles(other)).toMatchObject({ lifecycle: { lost: 0 }, revenue: { currency: 'USD', sums: [] } });
    expect((await shop.get('/analytics/lifecycle').unset('X-API-Key')).status).toBe(401);
  });

  it('show a trend of as many days as asked for, and refuse other numbers', async () => {
    await shop.send(...regular('loyal', 2));
    expect((await lifecycles(shop, '?trend_days=1')).trend).toHaveLength(1);
    for (const days of ['0', '401', '1.5', 'all', '']) {
      const { status, body } = await shop.get(`/analytics/lifecycle?trend_days=${days}`);
      expect([days, status, body.details?.[0]?.field]).toEqual([days, 422, 'trend_days']);
    }
  });
});
