import { ALL_CUSTOMERS, contactStrata } from '#libs/campaigns';
import { toTenantId } from '#libs/core';
import { backdateSends, campaignMerchant, campaignOf, sent, untilPartsEnded } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { moved } from '../../support/waiting/moved.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

describe('the results of campaigns', () => {
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

  /** Sends a campaign to all customers, who have bought before. */
  async function campaignTo(...customers: string[]): Promise<string> {
    await shop.send(...customers.map((id) => order({ customer_id: id, occurred_at: daysAgo(40) })));
    return campaignToAll();
  }
  async function campaignToAll(): Promise<string> {
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    return id;
  }
  const buys = (customer: string, value: number): Promise<void> =>
    shop.send(order({ customer_id: customer, value, occurred_at: new Date().toISOString() }));
  async function join(): Promise<void> {
    await calls.taken(shop.post('/customers/ada/aliases', { alias: 'guest' }));
    await shop.settled();
  }
  const treated = async (id: string) => (await calls.taken(owner.get(`/campaigns/${id}/results`))).body.treated;
  const overall = async () => (await calls.taken(owner.get('/campaigns/results'))).body.contactable;

  /** Lets the time of all customers to return pass. @returns how many count for the value of a contact, and how many of them returned. */
  async function learned(): Promise<{ n: number; returned: number }> {
    await backdateSends(system, owner.tenantId, 91);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '91 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    const strata = await system.transaction(toTenantId(owner.tenantId), (db) => contactStrata([]).count(db, ALL_CUSTOMERS, new Date()));
    const sum = (field: 'n' | 'returned'): number => strata.reduce((total, each) => total + each[field], 0);
    return { n: sum('n'), returned: sum('returned') };
  }

  it('count the orders of an alias for the customer that was contacted', async () => {
    const id = await campaignTo('ada', 'bob');
    await join();
    await buys('guest', 30);
    const expected = { n: 2, returned: 1, revenue: '30.00' };
    expect(await treated(id)).toMatchObject(expected);
    expect(await overall()).toMatchObject(expected);
    expect(await learned()).toEqual({ n: 2, returned: 1 });
  });

  it('count one person once who was contacted under two identifiers before they were joined, and twice when they are taken back', async () => {
    const id = await campaignTo('ada', 'guest', 'bob');
    await join();
    await buys('ada', 30);
    await buys('guest', 12);
    const expected = { n: 2, returned: 1, revenue: '42.00' };
    expect(await treated(id)).toMatchObject(expected);
    expect(await overall()).toMatchObject(expected);
    await calls.taken(shop.delete('/customers/ada/aliases/guest'));
    await shop.settled();
    expect(await treated(id)).toMatchObject({ n: 3, returned: 2, revenue: '42.00' });
    await join();
    expect(await learned()).toEqual({ n: 2, returned: 1 });
  });

  it('count a customer who was contacted as an alias until another campaign contacts the person', async () => {
    const id = await campaignTo('guest');
    await shop.send(order({ customer_id: 'ada', occurred_at: daysAgo(50) }));
    await join();
    await buys('ada', 30);
    await campaignToAll();
    await buys('guest', 12);
    expect(await treated(id)).toMatchObject({ n: 1, contaminated: 1, returned: 1, revenue: '30.00' });
    expect(await overall()).toMatchObject({ n: 1, returned: 1, revenue: '42.00' });
  });
});
