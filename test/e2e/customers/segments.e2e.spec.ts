import { customerIdOf, DAY_MS, LIMITS, READY_MADE_SEGMENTS, toTenantId } from '#libs/core';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { campaignMerchant, campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';

const URL = 'http://127.0.0.1:9/campaigns';
const CUSTOMERS = 40;
const NOBODY = { labels: null, min_score: null, max_score: null, lifecycle: null, entered_since: null, late_since_from: null, late_since_to: null,
  last_order_from: null, last_order_to: null, orders_min: null, orders_max: null, spend_min: null, spend_max: null, marketing_consent: null, bought: null, never_bought: null, control_group: null }; // prettier-ignore

interface Segment {
  readonly id: string;
  readonly name: string;
  readonly customers: number;
}

describe('segments', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    ({ owner, shop } = await campaignMerchant(system));
    await fillWithScored(system, shop.tenantId, CUSTOMERS);
  });

  const create = async (input: object): Promise<Segment> => (await calls.taken(owner.post('/segments', input), 201)).body as Segment;
  const segments = async (): Promise<Segment[]> => (await calls.taken(owner.get('/segments'))).body.data as Segment[];
  const idsIn = async (path: string): Promise<string[]> =>
    ((await shop.get(path).expect(200)).body.data as { external_id: string }[]).map(({ external_id: id }) => id);
  const recipientsOf = async (campaignId: string): Promise<number> =>
    (await owner.post(`/campaigns/${campaignId}/preview`, {})).body.audience_count as number;

  it('save conditions under a name, with the number of customers who meet them now', async () => {
    const segment = await create({ name: 'Risky', filter: { labels: ['critical'], spend_min: 11 } });
    expect(segment).toEqual({
      id: expect.any(String), name: 'Risky', ready_made: false, filter: { ...NOBODY, labels: ['critical'], spend_min: 11 }, customers: 15,
      updated_at: expect.any(String),
    }); // prettier-ignore
    await system.owner.query("UPDATE customers SET monetary_total = 10 WHERE tenant_id = $1 AND external_id IN ('c-2', 'c-3')", [
      shop.tenantId,
    ]);
    const all = await segments();
    expect(all.at(-1)).toEqual({ ...segment, customers: 14 });
    expect(all.slice(0, -1).map(({ id }) => id)).toEqual(READY_MADE_SEGMENTS.map(({ id }) => id));
    expect(all[0]).toMatchObject({ id: 'slipping', ready_made: true, customers: CUSTOMERS / 2 });
  });

  it('with a range of scores count nobody who has no score', async () => {
    await system.owner.query("UPDATE customers SET score = NULL, label = NULL WHERE tenant_id = $1 AND external_id = 'c-1'", [
      shop.tenantId,
    ]);
    const { id, customers } = await create({ name: 'Safe', filter: { max_score: 0.4 } });
    expect([customers, (await idsIn(`/customers?segment=${id}`)).length]).toEqual([CUSTOMERS / 2 - 1, CUSTOMERS / 2 - 1]);
  });

  it('choose the customers of a list and of its file, for people and with an API key, and other filters narrow them', async () => {
    const { id } = await create({ name: 'Slipping', filter: { lifecycle: ['slipping'], max_score: 0.96 } });
    const slipping = await idsIn('/customers?lifecycle=slipping');
    expect(await idsIn(`/customers?segment=${id}`)).toEqual(slipping);
    expect(await idsIn('/customers?segment=slipping')).toEqual(slipping);
    expect(await idsIn(`/customers?segment=${id}&churn_label=low`)).toEqual([]);
    expect(await idsIn(`/customers?segment=${id}&churn_label=critical&limit=3&sort=revenue_at_risk_desc`)).toEqual(['c-2', 'c-4', 'c-6']);
    const file = await owner.get(`/dashboard/customers/export?segment=${id}`);
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(1 + slipping.length);
    const page = await owner.get(`/dashboard/customers?segment=${id}`);
    expect(page.body.data).toHaveLength(slipping.length);
  });

  it('keep days ago relative: who meets them changes with time', async () => {
    const { id } = await create({ name: 'Quiet for 60 days', filter: { last_order_to: '60d' } });
    const orderedOn = async (days: number): Promise<void> => {
      await system.owner.query("UPDATE customers SET last_order_at = $2 WHERE tenant_id = $1 AND external_id = 'c-1'", [
        shop.tenantId,
        new Date(Date.now() - days * DAY_MS),
      ]);
    };
    await orderedOn(59);
    expect(await idsIn(`/customers?segment=${id}`)).toEqual([]);
    await orderedOn(61);
    expect(await idsIn(`/customers?segment=${id}`)).toEqual(['c-1']);
  });

  it('can list customers, who stay in them whatever happens to their scores, until they are erased', async () => {
    const { id, customers } = await create({ name: 'Picked', customer_ids: ['c-1', 'c-2', 'c-3', 'c-3', 'unknown'] });
    expect(customers).toBe(3);
    expect((await idsIn(`/customers?segment=${id}`)).toSorted()).toEqual(['c-1', 'c-2', 'c-3']);
    for (const sort of ['monetary_asc', 'contact_value_desc', 'created_desc'])
      expect((await idsIn(`/customers?segment=${id}&sort=${sort}`)).toSorted()).toEqual(['c-1', 'c-2', 'c-3']);
    expect(await idsIn(`/customers?segment=${id}&lifecycle=slipping`)).toEqual(['c-2']);
    const campaign = await campaignOf(owner, URL, { audience: { segment: id } });
    expect(await recipientsOf(campaign)).toBe(3);
    await system.owner.query('DELETE FROM customers WHERE tenant_id = $1 AND id = $2', [
      shop.tenantId,
      customerIdOf(toTenantId(shop.tenantId), 'c-1'),
    ]);
    expect([(await segments()).at(-1)?.customers, await recipientsOf(campaign)]).toEqual([2, 2]);
  });

  it('are audiences that campaigns follow when they change', async () => {
    const { id } = await create({ name: 'Followed', filter: { lifecycle: ['slipping'] } });
    const campaign = await campaignOf(owner, URL, { audience: { segment: id, min_monetary: 31 }, holdout_percent: 0 });
    expect(await recipientsOf(campaign)).toBe(5);
    await calls.taken(owner.call('PATCH', `/segments/${id}`).send({ filter: { lifecycle: ['active'] }, name: 'Followed on' }));
    expect(await recipientsOf(campaign)).toBe(5);
    await calls.taken(owner.call('PATCH', `/segments/${id}`).send({ filter: { lifecycle: ['lost'] } }));
    expect(await recipientsOf(campaign)).toBe(0);
    expect((await sent(owner, campaign)).recipients_count).toBe(0);
  });

  it('that a campaign uses are not deleted, and the answer names the campaigns', async () => {
    const { id } = await create({ name: 'Used', filter: { labels: ['low'] } });
    const campaign = await campaignOf(owner, URL, { name: 'Weekly "nudge"', audience: { segment: id } });
    const refused = await calls.refused(owner.call('DELETE', `/segments/${id}`), 409, 'conflict');
    expect(refused.body.message).toContain(String.raw`"Weekly \"nudge\""`);
    await owner.call('DELETE', `/campaigns/${campaign}`);
    await calls.taken(owner.call('DELETE', `/segments/${id}`));
    await calls.refused(owner.call('DELETE', `/segments/${id}`), 404, 'not_found');
    const message = /segment is .*: it must be the id of one of your segments/;
    expect((await shop.get(`/customers?segment=${id}`).expect(422)).body.message).toMatch(message);
    const input = { name: 'x', webhook_url: URL, audience: { segment: id } };
    expect((await calls.refused(owner.post('/campaigns', input), 400, 'validation_error')).body.message).toMatch(message);
    await calls.refused(owner.post('/campaigns/preview', { audience: { segment: id } }), 400, 'validation_error');
    expect((await shop.rows<{ action: string }>('audit_log')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['segment.created', 'segment.deleted']),
    );
  });

  it('refuse names that are taken, conditions that are none, and changes of ready-made ones', async () => {
    const { id } = await create({ name: 'Mine', filter: { labels: ['low'] } });
    const listed = await create({ name: 'Listed', customer_ids: ['c-1'] });
    const filter = { labels: ['low'] };
    for (const input of [
      { name: 'a' },
      { name: 'a', filter: {} },
      { name: 'a', filter: { labels: null } },
      { name: 'a', filter, customer_ids: ['c-1'] },
      { name: '', filter },
      { name: 'a', filter: { constructor: 1 } },
      { name: 'a', filter: { min_monetary: 1 } },
      { name: 'a', filter: { orders_min: 2, orders_max: 1 } },
      { name: 'a', customer_ids: [] },
      { name: 'a', customer_ids: ['a\u0000'] },
      { name: 'a', customer_ids: 'c-1' },
      { name: 'a', filter: [] },
      { name: 'x'.repeat(61), filter },
    ])
      // prettier-ignore
      await calls.refused(owner.post('/segments', input), 400, 'validation_error');
    for (const name of ['Mine', 'Slipping away']) await calls.refused(owner.post('/segments', { name, filter }), 409, 'conflict');
    const change = (segment: string, input: object) => owner.call('PATCH', `/segments/${segment}`).send(input);
    await calls.refused(change('slipping', { name: 'x' }), 409, 'conflict');
    await calls.refused(owner.call('DELETE', '/segments/slipping'), 409, 'conflict');
    await calls.refused(change(listed.id, { filter }), 409, 'conflict');
    await calls.refused(change(id, { name: 'Listed' }), 409, 'conflict');
    await calls.taken(change(id, { name: 'Mine' }));
    await calls.refused(change('constructor', { name: 'x' }), 404, 'not_found');
  });

  it(`are ${LIMITS.segments.count} at most, also when requests come at once`, async () => {
    const fill = `INSERT INTO segments SELECT $1, gen_random_uuid(), 's' || i, '{}', now(), now() FROM generate_series(2, $2::int) i`;
    await system.owner.query(fill, [shop.tenantId, LIMITS.segments.count]);
    const names = ['a', 'b', 'c'];
    const all = await Promise.all(names.map((name) => owner.post('/segments', { name, filter: { labels: ['low'] } })));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
  });

  it('are of their tenant only, and viewers read them', async () => {
    const viewer = await memberOf(system, 'viewer');
    expect((await viewer.get('/segments')).status).toBe(200);
    await calls.refused(viewer.post('/segments', { name: 'x', filter: { labels: ['low'] } }), 403, 'forbidden');
    const { id } = await create({ name: 'Mine', customer_ids: ['c-1'] });
    const other = await campaignMerchant(system);
    expect((await other.owner.get('/segments')).body.data).toHaveLength(READY_MADE_SEGMENTS.length);
    await other.shop.get(`/customers?segment=${id}`).expect(422);
    await calls.refused(other.owner.call('DELETE', `/segments/${id}`), 404, 'not_found');
  });

  it('let people download the customers whom they have chosen', async () => {
    const file = await calls.taken(owner.post('/dashboard/customers/export', { customer_ids: ['c-2', 'c-1', 'unknown', 'c-2'] }), 200);
    expect(file.text.trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0])).toEqual(['c-1', 'c-2']); // prettier-ignore
    await calls.refused(owner.post('/dashboard/customers/export', { customer_ids: [] }), 400, 'validation_error');
  });
});
