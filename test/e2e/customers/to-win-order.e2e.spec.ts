import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import {
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  namedIn,
  sent,
  untilPartsEnded,
} from '../../support/webhooks/campaign-shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

const CUSTOMERS = 12;

describe('the list by what there is to win', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const listed = async (shop: { get: (path: string) => PromiseLike<unknown> }, limit: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await calls.taken(shop.get(`/customers?sort=to_win_desc&limit=${limit}${cursor}`) as never);
      ids.push(...(body.data as { external_id: string }[]).map((each) => each.external_id));
      if (body.pagination.next_cursor === null) return ids;
      cursor = `&cursor=${body.pagination.next_cursor as string}`;
    }
  };

  it('begins with those whom a campaign may contact, and no single order of an unusual amount leads it', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    await fillWithScored(system, owner.tenantId, CUSTOMERS);
    const set = (customer: number, values: string) =>
      system.owner.query(`UPDATE customers SET ${values} WHERE tenant_id = $1 AND external_id = $2`, [owner.tenantId, `c-${customer}`]);
    await set(1, 'refused_at = now()');
    await set(2, 'orders_count = 1, monetary_total = 1000');
    await set(3, 'orders_count = 1, monetary_total = 100');
    await set(4, 'last_order_at = NULL, monetary_total = 5');
    await set(5, 'last_order_at = NULL, monetary_total = 7');
    await set(6, 'unsubscribed_at = now(), last_order_at = NULL');
    await system.owner.query(
      `INSERT INTO models (tenant_id, version, status, reason, procedure, horizon_days, parameters, customers, fitted_at)
       VALUES ($1, 'm', 'active', 'first', '1', 90, '{"spend": {"cap": 200}}', 12, now())`,
      [owner.tenantId],
    );
    const expected = [3, 7, 8, 9, 10, 11, 12, 2, 5, 4, 1, 6].map((number) => `c-${number}`);
    expect(await listed(shop, 200)).toEqual(expected);
    expect(await listed(shop, 1)).toEqual(expected);
    // Those of the control group of the shop come behind the others.
    await owner.call('PATCH', '/settings').send({ control_percent: 50 }).expect(200);
    const { body } = await calls.taken(shop.get('/customers?control_group=shop&limit=200'));
    const group = new Set((body.data as { external_id: string }[]).map((each) => each.external_id));
    const inGroup = (customer: string): boolean => group.has(customer) || customer === 'c-1' || customer === 'c-6';
    const order = (await listed(shop, 5)).map(inGroup);
    expect(order.slice(0, order.indexOf(true)).length).toBe(order.filter((each) => !each).length);
    const { shop: other } = await campaignMerchant(system);
    expect(await listed(other, 10)).toEqual([]);
  });

  it('ends with the control groups, until their windows have passed', async () => {
    const endpoint = await WebhookEndpoint.start();
    const { owner, shop } = await campaignMerchant(system);
    const setControl = (percent: number) => owner.call('PATCH', '/settings').send({ control_percent: percent }).expect(200);
    await setControl(50);
    await fillWithScored(system, owner.tenantId, CUSTOMERS);
    const all = Array.from({ length: CUSTOMERS }, (_, index) => `c-${index + 1}`);
    const { body } = await calls.taken(shop.get('/customers?control_group=shop&limit=200'));
    const ofShop = new Set((body.data as { external_id: string }[]).map((each) => each.external_id));
    await sent(owner, await campaignOf(owner, endpoint.url, { holdout_percent: 50 }));
    await untilPartsEnded(shop);
    await endpoint.stop();
    const contacted = namedIn(endpoint.received);
    expect(contacted.filter((customer) => ofShop.has(customer))).toEqual([]);
    // Members of the shop's group stay in it after its percentage was lowered.
    await setControl(0);
    expect(await listed(shop, 5)).toEqual([true, false].flatMap((isFree) => all.filter((each) => contacted.includes(each) === isFree)));
    await backdateSends(system, owner.tenantId, 91);
    expect(await listed(shop, 5)).toEqual(all);
  });
});
