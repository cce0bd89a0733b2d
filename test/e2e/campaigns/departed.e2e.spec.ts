import { campaignMerchant, campaignOf, namedIn, sent } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';
import { WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

const about = (customer: string, type: string, days: number): object =>
  order({ customer_id: customer, event_type: type, occurred_at: daysAgo(days), value: undefined });
const bought = (customer: string, days: number): object => order({ customer_id: customer, occurred_at: daysAgo(days), value: 20 });

describe('customers who were deleted or have unsubscribed', () => {
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
  });

  const listed = async (query = ''): Promise<string[]> =>
    (await calls.taken(shop.get(`/customers?limit=200${query}`))).body.data
      .map(({ external_id: id }: { external_id: string }) => id)
      .toSorted();
  const counted = async (): Promise<number> => {
    const { distribution } = (await calls.taken(shop.get('/churn/analytics'))).body;
    return Object.values(distribution as Record<string, number>).reduce((sum, count) => sum + count, 0);
  };
  const preview = async (input: object = {}) =>
    (await calls.taken(owner.post('/campaigns/preview', { audience: {}, holdout_percent: 0, ...input }))).body;

  it('leave lists, counts and audiences at once when they are deleted, and come back with a later order', async () => {
    await shop.send(bought('ada', 40), bought('bob', 40), bought('ada', 20), bought('bob', 20));
    expect([await listed(), await counted()]).toEqual([['ada', 'bob'], 2]);
    await shop.send(about('ada', 'customer_deleted', 10));
    expect([await listed(), await listed('&sort=revenue_at_risk_desc'), await listed('&external_id_prefix=ad'), await counted()]).toEqual([
      ['bob'],
      ['bob'],
      [],
      1,
    ]);
    expect(await preview()).toMatchObject({ recipients_count: 1, customer_external_ids: ['bob'], audience_count: 1 });
    // The data stays until it is erased, and an older order that arrives now changes nothing.
    expect((await calls.taken(shop.get('/customers/ada'))).body).toMatchObject({
      external_id: 'ada', orders_count: 2, deleted_at: daysAgo(10), unsubscribed_at: null,
    }); // prettier-ignore
    await shop.send(bought('ada', 15), about('ada', 'page_viewed', 1));
    expect(await listed()).toEqual(['bob']);
    await shop.send(bought('ada', 2), about('ada', 'email_unsubscribed', 1));
    expect([await listed(), await counted()]).toEqual([['ada', 'bob'], 2]);
    expect((await calls.taken(shop.get('/customers/ada'))).body).toMatchObject({ deleted_at: null, unsubscribed_at: daysAgo(1) });
  });

  it('are in the same state whatever the order of arrival, in batches and with repetitions', async () => {
    const events = [
      bought('ada', 30),
      about('ada', 'customer_deleted', 10),
      bought('ada', 5),
      about('ada', 'customer_deleted', 3),
      about('ada', 'email_unsubscribed', 8),
    ];
    const same = [bought('tie', 6), { ...about('tie', 'customer_deleted', 6), occurred_at: daysAgo(6) }];
    await shop.send(...events, ...same);
    const states = async (of: Shop) =>
      of.rows<{ external_id: string }>('customers', 'external_id, list_group, deleted_at, unsubscribed_at, orders_count');
    const sorted = async (of: Shop) => (await states(of)).toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1));
    const expected = await sorted(shop);
    expect(expected).toMatchObject([
      { external_id: 'ada', list_group: -2 },
      { external_id: 'tie', list_group: -2 },
    ]);
    for (const arrival of [[...same, ...events].toReversed(), [3, 1, 4, 0, 2].map((place) => events[place]!).concat(same.toReversed())]) {
      const { shop: other } = await campaignMerchant(system);
      for (const event of arrival) await other.send(event);
      const { body } = await other.post('/events', { events: arrival });
      expect(body.duplicates).toBe(arrival.length);
      await other.settled();
      expect(await sorted(other)).toEqual(expected);
    }
  });

  it('get no campaign, unless it includes those who unsubscribed', async () => {
    const endpoint = await WebhookEndpoint.start();
    await shop.send(
      ...['ada', 'bob', 'cy', 'dee'].flatMap((each) => [bought(each, 40), bought(each, 20)]),
      about('bob', 'email_unsubscribed', 9),
    );
    expect(await preview()).toMatchObject({ recipients_count: 3, audience_count: 4, left_out: { unsubscribed: 1 } });
    expect(await preview({ include_unsubscribed: true })).toMatchObject({ recipients_count: 4, left_out: { unsubscribed: 0 } });
    await calls.refused(owner.post('/campaigns/preview', { include_unsubscribed: 'yes' }), 400, 'validation_error');
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, cooldown_days: 0 });
    await sent(owner, id);
    await endpoint.until(1);
    expect(namedIn(endpoint.received).toSorted()).toEqual(['ada', 'cy', 'dee']);
    await calls.taken(owner.call('PATCH', `/campaigns/${id}`).send({ include_unsubscribed: true }));
    expect((await calls.taken(owner.post(`/campaigns/${id}/preview`))).body).toMatchObject({ recipients_count: 4 });
    await endpoint.stop();
  });

  it('leave nothing behind when they are erased', async () => {
    await shop.send(bought('ada', 20), about('ada', 'customer_deleted', 10), about('ada', 'email_unsubscribed', 10));
    await endOf(shop, ((await shop.delete('/customers/ada')).body as { job_id: string }).job_id);
    expect([await shop.rows('customers'), await shop.rows('events')]).toEqual([[], []]);
    await shop.send(bought('ada', 1));
    expect(await listed()).toEqual(['ada']);
    expect(await preview()).toMatchObject({ recipients_count: 1 });
  });
});
