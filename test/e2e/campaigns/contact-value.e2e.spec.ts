import { ALL_CUSTOMERS, CONTACT_CELLS, contactStrata, learnContactEffects, mainCategories, storeContactEffects } from '#libs/campaigns';
import { toTenantId } from '#libs/core';
import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { moved } from '../../support/waiting/moved.js';

const CUSTOMERS = 3000;

interface Listed {
  readonly external_id: string;
  readonly revenue_at_risk: string;
  readonly contact_value: { readonly value: string; readonly low: string; readonly high: string } | null;
}

describe('the value of a contact', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop } = await campaignMerchant(system));
    await fillWithScored(system, owner.tenantId, CUSTOMERS);
    // Every second critical customer has ordered three times: only these can be won back.
    await system.owner.query(
      `UPDATE customers SET orders_count = 3 WHERE tenant_id = $1 AND substr(external_id, 3)::int % 4 = 0`,
      [owner.tenantId],
    ); // prettier-ignore
  }, 60_000);
  afterAll(async () => {
    await endpoint.stop();
    await system.stop();
  });

  /** Learns from the campaigns, as the worker does every night. */
  const learn = (): Promise<void> =>
    system.transaction(toTenantId(owner.tenantId), async (db) => {
      const categories = await mainCategories(db);
      const strata = await contactStrata(categories).count(db, ALL_CUSTOMERS, new Date());
      const effects = learnContactEffects(
        strata,
        CONTACT_CELLS,
        categories.map(() => 'category'),
      );
      await storeContactEffects(db, effects, { categories, now: new Date() });
    });

  async function list(query: string): Promise<Listed[]> {
    const found: Listed[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await calls.taken(owner.get(`/dashboard/customers?limit=200&${query}${cursor && `&cursor=${cursor}`}`));
      found.push(...(body.data as Listed[]));
      cursor = body.pagination.next_cursor as string | null;
    }
    return found;
  }
  const preview = async (audience: object) => (await calls.taken(owner.post('/campaigns/preview', { audience, holdout_percent: 0 }))).body;

  it('is not known before there is evidence: a sentence says what is missing, and lists go by revenue at risk', async () => {
    const { body } = await calls.taken(owner.get('/dashboard/customers/c-4'));
    expect(body.contact_value).toBeNull();
    expect(body.contact_value_note).toMatch(/^Not known yet: your campaigns must choose about \d,\d00 customers, in both groups together/);
    const { body: overall } = await calls.taken(owner.get('/campaigns/results'));
    expect(overall.contact_value_note).toBe(body.contact_value_note);
    await learn();
    expect((await list('sort=contact_value_desc')).map((each) => each.external_id)).toEqual(
      (await list('sort=revenue_at_risk_desc')).map((each) => each.external_id),
    );
    expect((await preview({ worth_contacting: true })).recipients_count).toBe(CUSTOMERS);
  });

  it('is learned from control groups, orders lists, and chooses whom a campaign contacts', async () => {
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    // Every fifth of each group and kind returns in any case. A contact brings back two in five more of those who have ordered three times.
    await system.owner.query(
      `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
       SELECT tenant_id, 'order-' || customer_id, customer_id, now(), 2, now(), 10, now() FROM (
         SELECT r.tenant_id, r.customer_id, r.holdout, c.orders_count,
                row_number() OVER (PARTITION BY r.tenant_id, r.holdout, c.contact_cell ORDER BY r.customer_id) % 5 AS place
         FROM campaign_recipients r JOIN customers c ON c.tenant_id = r.tenant_id AND c.id = r.customer_id WHERE r.tenant_id = $1) r
       WHERE place = 0 OR NOT holdout AND orders_count = 3 AND place < 3`,
      [owner.tenantId],
    ); // prettier-ignore
    await learn();
    // Their time to order has not passed yet.
    expect((await calls.taken(owner.get('/dashboard/customers/c-4'))).body.contact_value).toBeNull();
    await backdateSends(system, owner.tenantId, 91);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '91 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    await learn();
    const { body } = await calls.taken(owner.get('/dashboard/customers/c-4'));
    expect(body).toMatchObject({ contact_value_note: null, contact_value: { value: expect.any(String) } });
    const { churn, contacted_score: contacted } = body;
    expect(contacted.low <= contacted.value && contacted.value < churn.score && contacted.value <= contacted.high).toBe(true);
    const { value, low, high } = body.contact_value;
    expect(Number(low)).toBeLessThan(Number(value));
    expect(Number(high)).toBeGreaterThan(Number(value));
    expect((await shop.get('/customers/c-4').expect(200)).body.contact_value).toEqual(body.contact_value);

    const listed = await list('sort=contact_value_desc');
    expect(new Set(listed.map((each) => each.external_id)).size).toBe(CUSTOMERS);
    const values = listed.map((each) => Number(each.contact_value?.value));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    const worth = listed.filter((_, i) => (values[i] ?? 0) > 0);
    expect(worth.map(({ external_id: each }) => Number(each.slice(2)) % 4)).toEqual(Array.from({ length: CUSTOMERS / 4 }, () => 0));
    expect((await list('sort=contact_value_desc&churn_label=low&orders_max=2')).length).toBe(CUSTOMERS / 2);
    expect((await list('sort=contact_value_desc&spend_min=2990')).map((each) => each.external_id).slice(0, 2)).toEqual(['c-4', 'c-8']);

    const chosen = await preview({ worth_contacting: true });
    expect(chosen.recipients_count).toBe(CUSTOMERS / 4);
    expect(chosen.customer_external_ids).toEqual(worth.slice(0, 20).map((each) => each.external_id));
    // A contact that costs more than the tenth most valuable brings pays for nine.
    const cost = Number((((values[8] ?? 0) + (values[9] ?? 0)) / 2).toFixed(2));
    await calls.taken(owner.call('PATCH', '/settings').send({ contact_cost: cost }));
    expect((await preview({ worth_contacting: true })).recipients_count).toBe(9);
    expect((await list('sort=contact_value_desc')).filter((each) => Number(each.contact_value?.value) > 0)).toHaveLength(9);
    const campaign = await campaignOf(owner, endpoint.url, { audience: { worth_contacting: true }, holdout_percent: 0 });
    expect((await sent(owner, campaign)).recipients_count).toBe(9);
    for (const bad of [false, 'yes']) await calls.refused(owner.post('/campaigns/preview', { audience: { worth_contacting: bad } }), 400, 'validation_error'); // prettier-ignore
  });

  it('is learned by what customers had bought, too: lists, audiences and results follow', async () => {
    // A contact brought back those who had ordered three times: of these, all had bought Coffee. Every other customer had bought Tea.
    await system.owner.query(
      `INSERT INTO customer_categories (tenant_id, customer_id, category, orders, first_at, last_at)
       SELECT tenant_id, id, k, 1, '2020-01-01', '2020-01-01' FROM customers, unnest(ARRAY['Coffee', 'Tea']) AS k
       WHERE tenant_id = $1 AND CASE k WHEN 'Coffee' THEN substr(external_id, 3)::int % 4 = 0 ELSE substr(external_id, 3)::int % 3 = 0 END`,
      [owner.tenantId],
    );
    await calls.taken(owner.call('PATCH', '/settings').send({ contact_cost: 0 }));
    await learn();
    const { body } = await calls.taken(owner.get('/campaigns/results'));
    const effects = body.category_effects as { category: string | null; n: number; uplift: number; ci95: [number, number] }[];
    expect(effects.map(({ category }) => category)).toEqual(['Tea', 'Coffee', null]);
    expect(effects[1]?.uplift).toBeGreaterThan(0.3);
    expect(effects[1]?.ci95[0]).toBeGreaterThan(0.2);
    expect(effects[2]?.ci95[0]).toBeLessThan(0);
    const listed = await list('sort=contact_value_desc');
    const values = listed.map((each) => Number(each.contact_value?.value));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    const worth = listed.filter((_, i) => (values[i] ?? 0) > 0);
    expect(worth.slice(0, 300).map(({ external_id: each }) => Number(each.slice(2)) % 4)).toEqual(Array.from({ length: 300 }, () => 0));
    const chosen = await preview({ worth_contacting: true });
    // The campaign before has nine of them.
    expect(chosen.recipients_count).toBe(worth.length - 9);
    const order = worth.map((each) => each.external_id).filter((id) => chosen.customer_external_ids.includes(id));
    expect(chosen.customer_external_ids).toEqual(order);
    expect(worth.findIndex((each) => each.external_id === order.at(-1))).toBeLessThan(29);
    // What was bought after the contact says nothing about it.
    await system.owner.query('UPDATE customer_categories SET first_at = now(), last_at = now() WHERE tenant_id = $1', [owner.tenantId]);
    await learn();
    expect((await calls.taken(owner.get('/campaigns/results'))).body.category_effects).toMatchObject([{ category: null }]);
    await system.owner.query('DELETE FROM customer_categories WHERE tenant_id = $1', [owner.tenantId]);
    await learn();
    expect((await calls.taken(owner.get('/campaigns/results'))).body.category_effects).toEqual([]);
  });

  it('orders customers whose amounts exceed a whole number of the database, page by page, also without evidence', async () => {
    await system.owner.query(
      `UPDATE customers SET revenue_at_risk = 9000000000000000 + orders_count WHERE tenant_id = $1 AND external_id IN ('c-4', 'c-8', 'c-1')`,
      [owner.tenantId],
    );
    const first = async (cursor = ''): Promise<{ id: string | undefined; next: string }> => {
      const { body } = await calls.taken(owner.get(`/dashboard/customers?limit=1&sort=contact_value_desc${cursor && `&cursor=${cursor}`}`));
      return { id: (body.data as Listed[])[0]?.external_id, next: body.pagination.next_cursor as string };
    };
    const one = await first();
    const two = await first(one.next);
    expect(new Set([one.id, two.id])).toEqual(new Set(['c-4', 'c-8']));
    const all = await list('sort=contact_value_desc');
    expect(new Set(all.map((each) => each.external_id)).size).toBe(CUSTOMERS);
    await system.owner.query('DELETE FROM contact_effects WHERE tenant_id = $1', [owner.tenantId]);
    // The rest in the order of revenue at risk, without an error.
    expect((await first(two.next)).id).toEqual(expect.any(String));
  });

  it('belongs to the shop: another one learns nothing from it', async () => {
    const { owner: other } = await campaignMerchant(system);
    await fillWithScored(system, other.tenantId, 2);
    expect((await calls.taken(other.get('/dashboard/customers/c-2'))).body).toMatchObject({ contact_value: null });
    expect((await other.get('/dashboard/customers?sort=contact_value_desc')).body.data).toHaveLength(2);
  });
});
