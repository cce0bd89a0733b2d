import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  namedIn,
  orderOf,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';
import { moved } from '../../support/waiting/moved.js';

describe('control groups', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let endpoint: WebhookEndpoint;
  let owner: Person;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
    ({ owner, shop } = await campaignMerchant(system));
  });
  afterEach(() => endpoint.stop());

  const setControl = async (percent: number): Promise<void> => {
    expect((await calls.taken(owner.call('PATCH', '/settings').send({ control_percent: percent }))).body).toMatchObject({
      control_percent: percent,
      job_id: null,
    });
  };
  const leftOut = async (id: string) => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body.left_out;
  const resultsOf = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body;
  const overall = async () => (await calls.taken(owner.get('/campaigns/results'))).body;

  /** Sends, and returns the customers that the endpoint was told to contact, after every part is recorded. */
  async function contactedBy(id: string): Promise<string[]> {
    const { delivery_ids: deliveries } = await sent(owner, id);
    await untilPartsEnded(shop);
    return namedIn(endpoint.received.filter(({ headers }) => deliveries.includes(String(headers['x-service-delivery-id']))));
  }

  /** Adds customers who have more to win than all before them. */
  async function addScored(count: number, place = 1): Promise<void> {
    await system.owner.query(
      `INSERT INTO customers (tenant_id, id, external_id, score, label, calculated_at, model_version, lifecycle, last_order_at, monetary_total, revenue_at_risk)
       SELECT $1, gen_random_uuid(), 'late-' || $3::int || '-' || i, 0.95, 'critical', now(), 'test-1.0', 'slipping', now() - interval '50 days', 5000 + $3::int + i, 5000 + $3::int + i
       FROM generate_series(1, $2::int) i`,
      [owner.tenantId, count, place],
    );
  }

  const rest = (days: number): Promise<void> => backdateSends(system, owner.tenantId, days);

  it('of the tenant get no campaign at all, and are the same customers every time', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    await setControl(20);
    const input = { holdout_percent: 0, cooldown_days: 0 };
    const [first, second] = [await campaignOf(owner, endpoint.url, input), await campaignOf(owner, endpoint.url, input)];
    const { tenant_control: control } = await leftOut(first);
    expect([control > 50, control < 110]).toEqual([true, true]);
    const contacted = await contactedBy(first);
    expect(contacted).toHaveLength(400 - control);
    expect((await contactedBy(second)).toSorted()).toEqual(contacted.toSorted());
    // A larger group keeps its members, and the ids do not reveal them: another tenant with the same customers has other members.
    await setControl(30);
    const fewer = await contactedBy(first);
    expect(fewer.length).toBeLessThan(contacted.length);
    expect(fewer.filter((customer) => !contacted.includes(customer))).toEqual([]);
    // Members stay in the group while results still count them in it. Those who joined later count as contacted, so they leave at once.
    await setControl(0);
    expect((await leftOut(first)).tenant_control).toBe(control);
    expect((await contactedBy(first)).toSorted()).toEqual(contacted.toSorted());
    await rest(91);
    expect((await leftOut(first)).tenant_control).toBe(0);
    const { rows } = await system.owner.query<{ same: boolean }>('SELECT count(DISTINCT control_key) = count(*) AS same FROM tenants');
    expect(rows).toEqual([{ same: true }]);
  });

  it('of the tenant show what all campaigns together bring, from the first choice of each customer on', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    const nobody = { n: 0, returned: 0, rate: null, revenue: '0.00', matured: 0 };
    expect(await overall()).toEqual({
      control_percent: 0, since: null, window_days: null, contactable: nobody, tenant_control: nobody,
      uplift: null, ci95: null, conclusive: false, verdict: 'too_early', power: null, revenue_uplift: null,
      counted_at: expect.any(String), counting: false, contact_value_note: expect.stringMatching(/^Not known yet/), category_effects: [],
    }); // prettier-ignore
    await setControl(30);
    const input = { holdout_percent: 20, cooldown_days: 0, audience: { labels: ['critical'] } };
    const id = await campaignOf(owner, endpoint.url, input);
    const { tenant_control: control } = await leftOut(id);
    const contacted = await contactedBy(id);
    // Not chosen: they are not compared.
    await orderOf(system, owner.tenantId, 1, 1000);
    for (const customer of contacted) await orderOf(system, owner.tenantId, Number(customer.slice(2)), 10);
    // A second campaign does not restart the counting.
    await contactedBy(await campaignOf(owner, endpoint.url, input));
    const open = await overall();
    expect(open).toMatchObject({
      control_percent: 30, verdict: 'too_early', conclusive: false, window_days: 90, since: expect.any(String),
      contactable: { n: 200 - control, returned: contacted.length, matured: 0 }, tenant_control: { n: control, returned: 0, revenue: '0.00' },
      power: { effect: 0.05, customers_needed: expect.any(Number) },
    }); // prettier-ignore
    expect(Number(open.contactable.revenue)).toBe(10 * contacted.length);
    expect(open.uplift).toBeCloseTo(contacted.length / (200 - control), 4);
    await rest(91);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '91 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    expect(await overall()).toMatchObject({ verdict: 'helps', conclusive: true, tenant_control: { matured: control } });
    const { owner: other } = await campaignMerchant(system);
    expect((await other.get('/campaigns/results')).body.since).toBeNull();
  });

  it('are counted as the group of the shop, also while they rest like the customers whom a campaign has contacted', async () => {
    await fillWithScored(system, owner.tenantId, 200);
    await setControl(20);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 20 });
    const before = await leftOut(id);
    expect(before.tenant_control).toBeGreaterThan(10);
    const contacted = await contactedBy(id);
    expect(await leftOut(id)).toMatchObject({
      tenant_control: before.tenant_control,
      cooldown: contacted.length + before.holdout,
      reserved: 0,
      holdout: 0,
    });
  });

  it('are listed: who must get nothing in either of them, until the window of the campaign has passed', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    await setControl(20);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 20, cooldown_days: 0 });
    const { tenant_control: control, holdout } = await leftOut(id);
    const listed = async (group: string): Promise<string[]> => {
      const { body } = await calls.taken(shop.get(`/customers?control_group=${group}&limit=200`));
      const data = body.data as { external_id: string; control_group: string }[];
      expect(data.filter(({ control_group: each }) => !group.split(',').includes(each))).toEqual([]);
      return data.map(({ external_id: customer }) => customer).toSorted();
    };
    // Before the first sending only the shop's group exists.
    expect(await listed('campaign')).toEqual([]);
    const ofShop = await listed('shop');
    expect(ofShop).toHaveLength(control);
    const contacted = await contactedBy(id);
    const ofCampaign = await listed('campaign');
    expect([ofCampaign.length, contacted.filter((customer) => ofShop.includes(customer) || ofCampaign.includes(customer))]).toEqual([
      holdout,
      [],
    ]);
    const both = [...ofShop, ...ofCampaign].toSorted();
    expect(await listed('shop,campaign')).toEqual(both);
    expect((await owner.get(`/dashboard/customers/${ofShop[0]}`)).body.control_group).toBe('shop');
    const { text: file } = await owner.get('/dashboard/customers/export?control_group=shop,campaign');
    const lines = file.trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0] ?? '').toSorted()).toEqual(both);
    // The ready-made segment is the same list, and campaigns to it reach no customer.
    const { data: segments } = (await calls.taken(owner.get('/segments'))).body as { data: { id: string; customers: number }[] };
    expect(segments.find((segment) => segment.id === 'control-group')?.customers).toBe(both.length);
    const preview = async (segment: string) => (await owner.post('/campaigns/preview', { audience: { segment }, cooldown_days: 0 })).body;
    expect((await preview('control-group')).recipients_count).toBe(0);
    // A segment without control groups does not hide them from the results of its campaigns.
    const free = { name: 'Free', filter: { control_group: ['none'] } };
    const { body: segment } = await calls.taken(owner.post('/segments', free), 201);
    expect((await preview(segment.id)).left_out.tenant_control).toBe(control);
    expect(segment.customers).toBe(400 - both.length);
    await rest(91);
    expect([await listed('campaign'), await listed('shop')]).toEqual([[], ofShop]);
    const { shop: other } = await campaignMerchant(system);
    expect((await other.get('/customers?control_group=shop,campaign')).body.data).toEqual([]);
    const { text } = await calls.refused(shop.get('/customers?control_group=both'), 422, 'validation_error');
    expect(text).toContain('control_group must be one of shop, campaign, none');
  });

  it('keep their customers until the window of the first delivery has passed, even if the percentage becomes smaller', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50, cooldown_days: 0 });
    const contacted = await contactedBy(id);
    const held = 400 - contacted.length;
    await rest(60);
    await calls.taken(owner.call('PATCH', `/campaigns/${id}`).send({ holdout_percent: 10 }));
    const preview = async () => (await calls.taken(owner.post(`/campaigns/${id}/preview`))).body;
    expect(await preview()).toMatchObject({ recipients_count: contacted.length, left_out: { holdout: held } });
    expect((await contactedBy(id)).toSorted()).toEqual(contacted.toSorted());
    expect(await resultsOf(id)).toMatchObject({ treated: { n: contacted.length }, holdout: { n: held } });
    // The second send named the control group again. Its window does not count.
    await rest(31);
    const { recipients_count: count, left_out: later } = await preview();
    expect([count + later.holdout, later.holdout > 10, later.holdout < 90]).toEqual([400, true, true]);
    const all = await contactedBy(id);
    expect(all).toHaveLength(count);
    expect(contacted.filter((customer) => !all.includes(customer))).toEqual([]);
    expect(await resultsOf(id)).toMatchObject({ treated: { n: contacted.length }, holdout: { n: held } });
  });

  it('of a campaign have exactly their share of each block of the list, as the preview says, also of those who join later', async () => {
    await fillWithScored(system, owner.tenantId, 284);
    const settings = { holdout_percent: 15, cooldown_days: 0, contact_within_window: true };
    const unsaved = (most: number | null) =>
      calls.taken(owner.post('/campaigns/preview', { audience: {}, ...settings, max_recipients: most }));
    // 14 blocks with 3 members each, and 4 slots of the next one.
    const { recipients_count: all, left_out: out } = (await unsaved(null)).body;
    expect([all + out.holdout, out.holdout >= 42, out.holdout <= 45]).toEqual([284, true, true]);
    const limited = (await unsaved(100)).body;
    expect([limited.recipients_count, limited.left_out.holdout >= 15, limited.left_out.holdout <= 18]).toEqual([100, true, true]);
    const id = await campaignOf(owner, endpoint.url, settings);
    const previewed = await leftOut(id);
    const contacted = await contactedBy(id);
    expect(contacted).toHaveLength(284 - previewed.holdout);
    // Each block of 20 customers, sorted by what there is to win, has 3 in the control group.
    const heldOf = (first: number): number =>
      Array.from({ length: 20 }, (_, place) => `c-${first + place}`).filter((customer) => !contacted.includes(customer)).length;
    expect(Array.from({ length: 14 }, (_, block) => heldOf(block * 20 + 1))).toEqual(Array.from({ length: 14 }, () => 3));
    // 116 more customers join, with more to win than all others: each keeps the group that it has, and the share stays exact.
    await addScored(116);
    const later = await contactedBy(id);
    expect(later).toHaveLength(340);
    expect(contacted.filter((customer) => !later.includes(customer))).toEqual([]);
    expect(await resultsOf(id)).toMatchObject({ treated: { n: 340 }, holdout: { n: 60 } });
    // Another campaign draws other customers.
    const other = await contactedBy(await campaignOf(owner, endpoint.url, settings));
    expect(other.length).toBeGreaterThan(280);
    expect(other.toSorted()).not.toEqual(later.toSorted());
  });

  it('of a campaign that customers join one by one have their share, too', async () => {
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 20, cooldown_days: 0, contact_within_window: true });
    for (let count = 1; count <= 10; count += 1) {
      await addScored(1, count);
      await contactedBy(id);
    }
    expect(await resultsOf(id)).toMatchObject({ treated: { n: 8 }, holdout: { n: 2 } });
  });

  it('and the contacted customers count until another campaign chooses them, in both groups alike', async () => {
    await fillWithScored(system, owner.tenantId, 400);
    const input = { holdout_percent: 50, cooldown_days: 14, contact_within_window: true, audience: { labels: ['critical'] } };
    const id = await campaignOf(owner, endpoint.url, input);
    const contacted = await contactedBy(id);
    const held = 200 - contacted.length;
    await rest(20);
    // The other campaign contacts half of those contacted, spares the whole control group, and would have contacted half of it.
    const other = await campaignOf(owner, endpoint.url, input);
    expect(await leftOut(other)).toMatchObject({ cooldown: 0, other_control: held });
    const contactedTwice = await contactedBy(other);
    expect(contactedTwice.filter((customer) => !contacted.includes(customer))).toEqual([]);
    for (let number = 2; number <= 400; number += 2) await orderOf(system, owner.tenantId, number, 10);
    const results = await resultsOf(id);
    expect(results.treated).toMatchObject({ n: contacted.length, contaminated: contactedTwice.length });
    expect(results.treated.returned).toBe(contacted.length - contactedTwice.length);
    const { contaminated, returned } = results.holdout;
    expect([results.holdout.n, returned]).toEqual([held, held - contaminated]);
    expect([contaminated > held * 0.3, contaminated < held * 0.7]).toEqual([true, true]);
    expect(Number(results.holdout.revenue)).toBe(10 * returned);
    // The customers of the other campaign count from its own first choice on. Those in its control group are not among them.
    expect(await resultsOf(other)).toMatchObject({ treated: { n: contactedTwice.length, contaminated: 0 }, holdout: { contaminated: 0 } });
    // The cooldown holds for all customers chosen by a campaign, contacted or not.
    const third = await campaignOf(owner, endpoint.url, input);
    expect(await leftOut(third)).toMatchObject({ cooldown: 200, other_control: 0 });
  });
});
