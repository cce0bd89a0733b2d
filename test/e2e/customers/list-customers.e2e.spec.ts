import { Client } from 'pg';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { fillWithCustomers } from '../../support/shop/many-customers.js';
import type { Shop } from '../../support/shop/shop.js';

interface CustomerLine {
  readonly id: string;
  readonly external_id: string;
  readonly churn: { readonly score: string; readonly label: string } | null;
  readonly last_activity_at: string | null;
  readonly monetary_total: string;
  readonly revenue_at_risk: string;
  readonly created_at: string;
}

interface Page {
  readonly data: CustomerLine[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

const SORT_VALUES: Record<string, (line: CustomerLine) => number> = {
  churn_score: ({ churn }) => Number(churn?.score ?? 0),
  last_activity: ({ last_activity_at: at }) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at)),
  monetary: ({ monetary_total: money }) => Number(money),
  created: ({ created_at: at }) => Date.parse(at),
  revenue_at_risk: ({ revenue_at_risk: money }) => Number(money),
  // The shop has no campaigns, so nothing is known about contacts.
  contact_value: ({ revenue_at_risk: money }) => Number(money),
};
const SORTS = ['churn_score_desc', 'churn_score_asc', 'last_activity_desc', 'last_activity_asc', 'monetary_desc', 'monetary_asc', 'created_desc', 'created_asc', 'revenue_at_risk_desc', 'contact_value_desc']; // prettier-ignore

/** The whole list as a merchant would sort it: the unscored last, except by creation; ties by id in the direction of the sort. */
function sortedBy(sort: string, lines: readonly CustomerLine[]): string[] {
  const value = SORT_VALUES[sort.replace(/_(asc|desc)$/, '')];
  if (value === undefined) throw new Error(`no such sort: ${sort}`);
  const sign = sort.endsWith('_asc') ? -1 : 1;
  const compare = (a: CustomerLine, b: CustomerLine): number => {
    if (!sort.startsWith('created') && (a.churn === null) !== (b.churn === null)) return a.churn === null ? 1 : -1;
    if (value(a) !== value(b)) return sign * (value(a) > value(b) ? -1 : 1);
    return sign * (a.id < b.id ? -1 : 1);
  };
  return lines.toSorted(compare).map(({ external_id }) => external_id);
}

// Scores at the edges of every part of the score range and of every band, many of them shared. A tenth has no score.
const FILL = `
INSERT INTO customers (tenant_id, id, external_id, last_activity_at, orders_count, monetary_total, score, label, calculated_at, model_version, revenue_at_risk, created_at)
SELECT $1, gen_random_uuid(), 'c-' || i, CASE WHEN i % 30 <> 1 THEN at END, 1, money, score,
  CASE WHEN score >= 0.9 THEN 'critical' WHEN score >= 0.7 THEN 'high' WHEN score >= 0.4 THEN 'medium' WHEN score IS NOT NULL THEN 'low' END,
  at, 'model', coalesce(score * money, 0)::numeric(18,2), at - i % 7 * interval '1 hour'
FROM (
  SELECT i, timestamptz '2026-01-01' + (i * 37 % 101) * interval '1.5 day' AS at, (i * 53 % 89 - 5) * 12.34 AS money,
    CASE WHEN i % 10 <> 0 THEN least(0.9999, greatest(0.0001, edges[1 + i % array_length(edges, 1)] + (i % 3 - 1) * 0.0001)) END AS score
  FROM generate_series(1, $2::int) i,
    (SELECT ARRAY[0.0005,0.001,0.002,0.005,0.01,0.02,0.05,0.1,0.25,0.4,0.55,0.7,0.85,0.9,0.925,0.95,0.98,0.985,0.99,0.9925,0.9965,0.998,0.999,0.9995,0.9998,0.9999] AS edges) e
) customer`;
const CUSTOMERS = 640;

describe('the list of customers', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let other: Shop;
  let all: CustomerLine[];

  const page = async (query: string): Promise<Page> => (await shop.get(`/customers?${query}`).expect(200)).body as Page;

  async function readAll(query: string, limit: number): Promise<CustomerLine[]> {
    const lines: CustomerLine[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, pagination }: Page = await page(`${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(pagination.has_more).toBe(pagination.next_cursor !== null);
      lines.push(...data);
      cursor = pagination.next_cursor;
    }
    return lines;
  }
  const idsOf = (lines: readonly CustomerLine[]): string[] => lines.map(({ external_id }) => external_id);

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    [shop, other] = [await system.shop({ plan: 'enterprise' }), await system.shop()];
    await system.owner.query(FILL, [shop.tenantId, CUSTOMERS]);
    all = await readAll('sort=created_desc', 200);
    expect(new Set(idsOf(all)).size).toBe(CUSTOMERS);
  }, 60_000);
  afterAll(() => system.stop());

  it.each(SORTS)('shows every customer once, sorted by %s, in pages of any size', async (sort) => {
    const expected = sortedBy(sort, all);
    expect(idsOf(await readAll(`sort=${sort}`, 200))).toEqual(expected);
    expect(idsOf(await readAll(`sort=${sort}`, 67))).toEqual(expected);
  });

  it.each(SORTS)('filters by labels and scores when sorted by %s', async (sort) => {
    const chosen = all.filter(({ churn }) => churn?.label === 'low' || churn?.label === 'critical');
    expect(idsOf(await readAll(`sort=${sort}&churn_label=low,critical`, 150))).toEqual(sortedBy(sort, chosen));
    const between = all.filter(({ churn }) => churn !== null && Number(churn.score) >= 0.4001 && Number(churn.score) <= 0.9925);
    expect(idsOf(await readAll(`sort=${sort}&min_score=0.4001&max_score=0.9925`, 150))).toEqual(sortedBy(sort, between));
    const both = between.filter(({ churn }) => churn?.label === 'critical');
    expect(idsOf(await readAll(`sort=${sort}&min_score=0.4001&max_score=0.9925&churn_label=critical`, 40))).toEqual(sortedBy(sort, both));
  });

  it('finds every score, also where the index divides the range', async () => {
    for (const sort of ['churn_score_asc', 'monetary_desc']) {
      for (const score of new Set(all.flatMap(({ churn }) => churn?.score ?? []))) {
        const same = all.filter(({ churn }) => churn?.score === score);
        const { data } = await page(`sort=${sort}&limit=200&min_score=${score}&max_score=${score}`);
        expect([score, idsOf(data)]).toEqual([score, sortedBy(sort, same)]);
      }
    }
  });

  it('uses the label that is shown, also while it is older than the bands of the shop', async () => {
    const relabelled = all.find(({ churn }) => churn?.label === 'low');
    await system.owner.query(`UPDATE customers SET label = 'high' WHERE tenant_id = $1 AND id = $2`, [shop.tenantId, relabelled?.id]);
    expect(idsOf(await readAll('churn_label=high', 200))).toContain(relabelled?.external_id);
    expect(idsOf(await readAll('churn_label=low', 200))).not.toContain(relabelled?.external_id);
    await system.owner.query(`UPDATE customers SET label = 'low' WHERE tenant_id = $1 AND id = $2`, [shop.tenantId, relabelled?.id]);
  });

  it('accepts another filter with the cursor of a page', async () => {
    const first = await page('sort=monetary_desc&limit=100');
    const rest = await page(`sort=monetary_desc&limit=200&churn_label=critical&cursor=${first.pagination.next_cursor}`);
    const behind = sortedBy('monetary_desc', all).slice(100);
    const critical = new Set(idsOf(all.filter(({ churn }) => churn?.label === 'critical')));
    expect(idsOf(rest.data)).toEqual(behind.filter((id) => critical.has(id)).slice(0, 200));
    const scored = await page('sort=churn_score_asc&limit=200');
    const above = await page(`sort=churn_score_asc&limit=200&min_score=0.995&cursor=${scored.pagination.next_cursor}`);
    expect(above.data.every(({ churn }) => Number(churn?.score) >= 0.995)).toBe(true);
    expect(above.data.length).toBeGreaterThan(0);
  });

  it('refuses the cursor of another sort or tenant, and text that is no cursor', async () => {
    const { pagination } = await page('sort=monetary_desc&limit=2');
    for (const query of [`sort=monetary_asc&cursor=${pagination.next_cursor}`, `cursor=${pagination.next_cursor}`, 'cursor=-1']) {
      const response = await shop.get(`/customers?${query}`);
      expect([response.status, response.body.details?.[0]?.field]).toEqual([422, 'cursor']);
    }
    expect((await other.get(`/customers?sort=monetary_desc&cursor=${pagination.next_cursor}`)).status).toBe(422);
    expect((await other.get('/customers?sort=monetary_desc')).body.data).toEqual([]);
  });

  it('by creation has every customer once, although all scores change between the pages, appear and vanish', async () => {
    const moving = await system.shop();
    await system.owner.query(FILL, [moving.tenantId, CUSTOMERS]);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await moving.get(`/customers?sort=created_asc&limit=60${cursor}`).expect(200);
      seen.push(...idsOf((body as Page).data));
      if (!(body as Page).pagination.has_more) break;
      cursor = `&cursor=${(body as Page).pagination.next_cursor}`;
      const change = `UPDATE customers SET last_activity_at = coalesce(last_activity_at, created_at), score = s, label = CASE WHEN s >= 0.7 THEN 'high' WHEN s >= 0 THEN 'low' END
        FROM (SELECT id AS one, CASE WHEN random() < 0.7 THEN round(random()::numeric, 4) END AS s FROM customers WHERE tenant_id = $1) drawn`;
      await system.owner.query(`${change} WHERE tenant_id = $1 AND id = one`, [moving.tenantId]);
    }
    expect([seen.length, new Set(seen).size]).toEqual([CUSTOMERS, CUSTOMERS]);
  });

  it('skips no customer while others change between the pages', async () => {
    const seen = new Set<string>();
    const changed = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: Page = await page(`sort=churn_score_desc&limit=50${cursor === '' ? '' : `&cursor=${cursor}`}`);
      for (const id of idsOf(next.data)) seen.add(id);
      const victim = next.data[7];
      if (victim !== undefined) {
        changed.add(victim.external_id);
        const drop = 'UPDATE customers SET score = $3, revenue_at_risk = 0 WHERE tenant_id = $1 AND id = $2';
        await system.owner.query(drop, [shop.tenantId, victim.id, '0.9999']);
      }
      cursor = next.pagination.next_cursor;
    }
    const unchanged = idsOf(all).filter((id) => !changed.has(id));
    expect(unchanged.filter((id) => !seen.has(id))).toEqual([]);
  });
});

describe('the search for customers by the beginning of their id', () => {
  const IDS = ['anna', 'anna-2', 'Anna', 'ann', 'an%na', 'an_na', 'änne', 'bob', 'anna\u{10FFFD}'];
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
    await shop.send(...IDS.map((id, i) => order({ customer_id: id, occurred_at: daysAgo(i * 40) })));
  }, 60_000);
  afterAll(() => system.stop());

  const search = async (prefix: string, more = ''): Promise<Page> =>
    (await shop.get(`/customers?external_id_prefix=${encodeURIComponent(prefix)}${more}`).expect(200)).body as Page;
  const idsFor = async (prefix: string, more = ''): Promise<string[]> =>
    (await search(prefix, more)).data.map(({ external_id }) => external_id);

  it('matches the text literally and sorts by id', async () => {
    expect(await idsFor('ann')).toEqual(['ann', 'anna', 'anna-2', 'anna\u{10FFFD}']);
    expect(await idsFor('an%')).toEqual(['an%na']);
    expect(await idsFor('an_')).toEqual(['an_na']);
    expect(await idsFor('ä')).toEqual(['änne']);
    expect(await idsFor('nobody')).toEqual([]);
  });

  it('continues over pages, but not with the cursor of another search', async () => {
    const first = await search('an', '&limit=3');
    expect(first.data.map(({ external_id }) => external_id)).toEqual(['an%na', 'an_na', 'ann']);
    const cursor = `&cursor=${first.pagination.next_cursor}`;
    const next = await search('an', `&limit=3${cursor}`);
    expect([next.data.map(({ external_id }) => external_id), next.pagination]).toEqual([
      ['anna', 'anna-2', 'anna\u{10FFFD}'],
      { next_cursor: null, has_more: false },
    ]);
    for (const query of [`external_id_prefix=b${cursor}`, `sort=churn_score_desc${cursor}`, 'external_id_prefix=an&cursor=x']) {
      const response = await shop.get(`/customers?${query}`);
      expect([response.status, response.body.details?.[0]?.field]).toEqual([422, 'cursor']);
    }
  });

  it('can be narrowed by label and score', async () => {
    const [worst] = (await search('an')).data.toSorted((a, b) => Number(b.churn?.score) - Number(a.churn?.score));
    const { score = '', label = '' } = worst?.churn ?? {};
    expect(await idsFor('an', `&min_score=${score}`)).toEqual([worst?.external_id]);
    expect(await idsFor('an', `&churn_label=${label}`)).toContain(worst?.external_id);
    expect(await idsFor('an', `&max_score=${score}&min_score=${score}&churn_label=${label === 'low' ? 'high' : 'low'}`)).toEqual([]);
  });

  it('finds no customer of another shop, and refuses text that no id can contain', async () => {
    expect((await (await system.shop()).get('/customers?external_id_prefix=a')).body.data).toEqual([]);
    for (const prefix of ['', '%00', 'x'.repeat(256)]) {
      const response = await shop.get(`/customers?external_id_prefix=${prefix}`);
      expect([response.status, response.body.details?.[0]?.field]).toEqual([422, 'external_id_prefix']);
    }
  });

  it('reads one range of its index, also under row-level security', async () => {
    const large = await system.shop();
    await fillWithCustomers(system.owner, large.tenantId, 5000);
    const app = new Client({ connectionString: system.databaseUrl });
    await app.connect();
    await app.query('BEGIN');
    await app.query(`SELECT set_config('app.tenant_id', $1, true)`, [large.tenantId]);
    await app.query('SET LOCAL enable_seqscan = off');
    await app.query('SET LOCAL enable_bitmapscan = off');
    const { rows } = await app.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT customer_id FROM customer_names WHERE tenant_id = '${large.tenantId}' AND external_id >= 'an' AND external_id < 'ao'
       ORDER BY external_id LIMIT 50`,
    );
    await app.end();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/customer_names_pkey[\s\S]*Index Cond: .*external_id/);
    expect(plan).not.toContain('Sort');
  });
});

describe('one customer', () => {
  let system: ChurnSystem;
  let shop: Shop;
  let other: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    [shop, other] = [await system.shop(), await system.shop()];
  }, 60_000);
  afterAll(() => system.stop());

  it('is shown under its own id as in the list, with the revenue at risk', async () => {
    await shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(60), value: 80 }));
    const { body } = await shop.get('/customers/c-1').expect(200);
    const { contact_value_note: note, ...fields } = body as Record<string, unknown>;
    expect(note).toEqual(expect.stringContaining('Not known yet'));
    const own = ['traits', 'bought', 'aliases', 'link', 'deleted_at', 'unsubscribed_at', 'contacted_score'];
    expect(own.map((name) => fields[name])).toEqual([{}, [], [], null, null, null, null]);
    const listed = Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));
    expect((await shop.get('/customers')).body.data).toEqual([listed]);
    // One order of 80.00 and the prior's rhythm: score × (1 − score) × 80 × the order days in 90 days, if there are any.
    const [r, a, b, periods] = [Math.exp(0.25), Math.exp(-0.5), Math.exp(0.25), 90 / (180 * Math.exp(-1) + 60)];
    const leaves = a / (a + b + 1);
    const orderDays = (1 - (1 + leaves * periods) ** -r) / leaves / (1 - (1 + periods) ** -r);
    const score = Number(body.churn.score);
    expect(Number(body.revenue_at_risk)).toBeCloseTo(score * (1 - score) * 80 * orderDays, 1);
  });

  it('is found whatever characters its id contains', async () => {
    for (const id of ['a/b', 'ä ö', '50%', '..', 'q?x=1#y', 'churn']) {
      expect((await shop.post('/events', batch(order({ customer_id: id })))).status).toBe(202);
      expect((await shop.get(`/customers/${encodeURIComponent(id)}`).expect(200)).body.external_id).toBe(id);
    }
  });

  it('is not found by other tenants, nor when no event of it arrived', async () => {
    for (const response of [await other.get('/customers/c-1'), await shop.get('/customers/nobody'), await shop.get('/customers/%00')]) {
      expect([response.status, response.body.error]).toEqual([404, 'not_found']);
    }
  });
});
