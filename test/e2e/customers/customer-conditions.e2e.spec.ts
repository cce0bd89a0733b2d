import { addDays } from '#libs/core';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';

interface Line {
  readonly id: string;
  readonly external_id: string;
  readonly churn: { readonly label: string; readonly score: string } | null;
  readonly lifecycle: string | null;
  readonly late_since: string | null;
  readonly high_risk_since: string | null;
  readonly last_order_at: string | null;
  readonly orders_count: number;
  readonly monetary_total: string;
  readonly revenue_at_risk: string;
}

// Customers with every lifecycle, many of them equal in what lists sort by. A tenth has no score.
const FILL = `
INSERT INTO customers (tenant_id, id, external_id, last_activity_at, last_order_at, orders_count, monetary_total, score, label, lifecycle, late_since,
  high_risk_since, calculated_at, model_version, expected_revenue, revenue_at_risk)
SELECT $1, gen_random_uuid(), 'c-' || i, at, CASE WHEN score IS NOT NULL THEN at END, CASE WHEN score IS NULL THEN 0 ELSE 1 + i % 9 END, i % 40 * 2.5,
  score, label, CASE WHEN score < 0.4 THEN (ARRAY['new','active'])[1 + i % 2] WHEN score >= 0.4 THEN (ARRAY['new','active','slipping','lost'])[1 + i % 4] END,
  CASE WHEN score >= 0.4 AND i % 4 > 1 THEN (at + interval '10 days')::date END,
  CASE WHEN label IN ('high', 'critical') AND i % 3 = 0 THEN at + interval '20 days' END, at, 'model', i % 30, i % 30
FROM (SELECT i, score, timestamptz '2026-03-01 12:00Z' + i % 60 * interval '1 day' AS at,
        CASE WHEN score >= 0.9 THEN 'critical' WHEN score >= 0.7 THEN 'high' WHEN score >= 0.4 THEN 'medium' WHEN score IS NOT NULL THEN 'low' END AS label
      FROM (SELECT i, CASE WHEN i % 10 <> 0 THEN round((i * 37 % 100) / 100.0 + 0.0001, 4) END AS score FROM generate_series(1, $2::int) i) s) drawn`;
const NAME = 'INSERT INTO customer_names SELECT tenant_id, external_id, id FROM customers WHERE tenant_id = $1';
const CUSTOMERS = 300;
const LARGE = 40_000;

/** Numbers that rise in the order of the sort. Customers without a score come last. */
const VALUES = {
  monetary_asc: ({ churn, monetary_total: money }: Line) => Number(money) + (churn === null ? 1e9 : 0),
  revenue_at_risk_desc: ({ churn, revenue_at_risk: money }: Line) => (churn === null ? 1e9 : -Number(money)),
  churn_score_desc: ({ churn }: Line) => (churn === null ? 1e9 : -Number(churn.score)),
  churn_score_asc: ({ churn }: Line) => (churn === null ? 1e9 : Number(churn.score)),
};

describe('the conditions of the list of customers', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let all: Line[];
  let large: Shop;

  const linesOf = async (query: string, of = shop): Promise<Line[]> => {
    const lines: Line[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/customers?${query.includes('limit=') ? '' : 'limit=40&'}${query}${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await of.get(path).expect(200);
      lines.push(...(body.data as Line[]));
      cursor = body.pagination.next_cursor as string | null;
    }
    return lines;
  };
  const idsOf = (lines: readonly Line[]): string[] => lines.map(({ external_id }) => external_id).toSorted();

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop({ plan: 'enterprise' });
    const other = await system.shop();
    for (const { tenantId } of [shop, other]) {
      await system.owner.query(FILL, [tenantId, CUSTOMERS]);
      await system.owner.query(NAME, [tenantId]);
    }
    large = await system.shop({ plan: 'enterprise' });
    await system.owner.query(FILL, [large.tenantId, LARGE]);
    // Postgres does so by itself within a minute.
    await system.owner.query('ANALYZE customers');
    all = await linesOf('');
    expect(all).toHaveLength(CUSTOMERS);
  }, 60_000);
  afterAll(() => system.stop());

  const CONDITIONS: [string, (line: Line) => boolean][] = [
    ['lifecycle=slipping', ({ lifecycle }) => lifecycle === 'slipping'],
    ['lifecycle=new,lost', ({ lifecycle }) => lifecycle === 'new' || lifecycle === 'lost'],
    ['late_since_from=2026-04-01', ({ late_since: at }) => at !== null && at >= '2026-04-01'],
    ['late_since_to=2026-04-01', ({ late_since: at }) => at !== null && at.slice(0, 10) <= '2026-04-01'],
    ['entered_since=2026-04-10', ({ high_risk_since: at }) => at !== null && at >= '2026-04-10'],
    ['last_order_from=2026-03-20&last_order_to=2026-03-25', ({ last_order_at: at }) => at !== null && at >= '2026-03-20' && at < '2026-03-26'],
    ['orders_min=3&orders_max=4', ({ orders_count: orders }) => orders === 3 || orders === 4],
    ['orders_max=0', ({ orders_count: orders }) => orders === 0],
    ['spend_min=12.5&spend_max=20', ({ monetary_total: spent }) => Number(spent) >= 12.5 && Number(spent) <= 20],
    ['churn_label=high&lifecycle=slipping,lost&orders_min=2', ({ churn, lifecycle, orders_count: orders }) => churn?.label === 'high' && ['slipping', 'lost'].includes(lifecycle ?? '') && orders >= 2],
    ['external_id_prefix=c-2&lifecycle=slipping', ({ external_id: id, lifecycle }) => id.startsWith('c-2') && lifecycle === 'slipping'],
  ]; // prettier-ignore

  it.each(CONDITIONS)('keep exactly who meets %s, in every sort and only of this shop', async (query, meets) => {
    const expected = idsOf(all.filter(meets));
    expect(expected.length).toBeGreaterThan(0);
    for (const sort of ['churn_score_desc', 'last_activity_asc', 'revenue_at_risk_desc', 'monetary_desc']) {
      const found = await linesOf(`${query}&sort=${sort}`);
      expect([sort, idsOf(found)]).toEqual([sort, expected]);
      const own = new Set(all.map(({ id }) => id));
      expect(found.every(({ id }) => own.has(id))).toBe(true);
    }
  });

  // Cases: few or many customers meet a condition with an index; or no condition has an index, and matching customers are close together or
  // far apart.
  it.each([
    ['late_since_from=2026-03-12&orders_min=9', `late_since >= '2026-03-12' AND orders_count >= 9`],
    ['late_since_from=2026-05-08&orders_min=5', `late_since >= '2026-05-08' AND orders_count >= 5`],
    ['entered_since=2026-03-01&lifecycle=slipping', `high_risk_since >= '2026-03-01' AND lifecycle = 'slipping'`],
    ['entered_since=2026-05-15', `high_risk_since >= '2026-05-15'`],
    ['spend_min=2&lifecycle=lost&orders_min=8', `monetary_total >= 2 AND lifecycle = 'lost' AND orders_count >= 8`],
    ['spend_min=97&spend_max=97.5', 'monetary_total BETWEEN 97 AND 97.5'],
    ['last_order_from=2026-03-03&lifecycle=new&orders_min=7', `last_order_at >= '2026-03-03' AND lifecycle = 'new' AND orders_count >= 7`],
    ['last_order_from=2026-04-29', `last_order_at >= '2026-04-29'`],
    ['orders_min=9&spend_max=30', 'orders_count >= 9 AND monetary_total <= 30'],
    [
      'last_order_to=2026-03-02&orders_min=8&orders_max=8&lifecycle=new,active',
      `last_order_at < '2026-03-03' AND orders_count = 8 AND lifecycle IN ('new', 'active')`,
    ],
    ['lifecycle=lost&orders_max=2', `lifecycle = 'lost' AND orders_count <= 2`],
  ])('find %s in a large shop, page after page in order', async (query, meets) => {
    const { rows } = await system.owner.query<{ external_id: string }>(
      `SELECT external_id FROM customers WHERE tenant_id = $1 AND ${meets}`,
      [large.tenantId],
    );
    const expected = rows.map(({ external_id: id }) => id).toSorted();
    expect(expected.length).toBeGreaterThan(0);
    for (const sort of ['monetary_asc', 'revenue_at_risk_desc', 'churn_score_desc', 'churn_score_asc'] as const) {
      const found = await linesOf(`${query}&limit=200&sort=${sort}`, large);
      expect([sort, idsOf(found)]).toEqual([sort, expected]);
      const values = found.map((line) => VALUES[sort](line));
      expect(values).toEqual(values.toSorted((a, b) => a - b));
    }
  });

  it('list who slips away by revenue at risk, the most first', async () => {
    const money = (await linesOf('lifecycle=slipping&sort=revenue_at_risk_desc')).map((line) => Number(line.revenue_at_risk));
    expect(money).toEqual(money.toSorted((a, b) => b - a));
  });

  it('count days ago from today in UTC', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await linesOf('late_since_from=0d')).toEqual([]);
    const days = Math.round((Date.parse(today) - Date.parse('2026-04-01')) / 86_400_000);
    expect(addDays(today, -days)).toBe('2026-04-01');
    expect(idsOf(await linesOf(`late_since_from=${days}d`))).toEqual(idsOf(await linesOf('late_since_from=2026-04-01')));
  });

  it.each([
    ['lifecycle', 'gone', 'new, second_order_due, active, slipping, lost'],
    ['entered_since', 'yesterday', 'a date such as 2026-11-21, or days ago such as 7d'],
    ['late_since_from', '2026-02-30', 'a date such as'],
    ['last_order_to', '2026-11-21T10:00:00Z', 'a date such as'],
    ['orders_min', '-1', 'a whole number from 0'],
    ['orders_max', '1.5', 'a whole number from 0'],
    ['spend_min', 'much', 'a number from 0'],
    ['spend_max', '1e999', 'a number from 0'],
  ])('refuse a wrong %s and say what is allowed', async (field, value, allowed) => {
    const { status, body } = await shop.get(`/customers?${field}=${value}`);
    expect([status, body.details[0].field]).toEqual([422, field]);
    expect(body.details[0].message).toContain(allowed);
    expect(JSON.stringify(body)).toContain(value);
  });

  it.each(['late_since_from=2026-04-02&late_since_to=2026-04-01', 'last_order_from=1d&last_order_to=2d', 'orders_min=2&orders_max=1', 'spend_min=2&spend_max=1'])(
    'refuse the empty range %s',
    async (query) => {
      const { status, body } = await shop.get(`/customers?${query}`);
      expect([status, body.details[0].code]).toEqual([422, 'empty_range']);
    },
  ); // prettier-ignore
});
