import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { campaignMerchant } from '../../support/webhooks/campaign-shop.js';

describe('marketing consent', () => {
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
    await owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
  });

  const said = (customer: string, days: number, accepts: boolean, type = 'customer_updated') =>
    order({ customer_id: customer, event_type: type, value: null, occurred_at: daysAgo(days), data: { accepts_marketing: accepts } });
  const consents = async (): Promise<Record<string, string>> => {
    const { data } = (await calls.taken(shop.get('/customers?limit=100'))).body as {
      data: { external_id: string; marketing_consent: string }[];
    };
    return Object.fromEntries(data.map(({ external_id: id, marketing_consent: consent }) => [id, consent]));
  };
  const preview = async (more: object = {}) =>
    (await calls.taken(owner.post('/campaigns/preview', { audience: {}, holdout_percent: 0, ...more }))).body;

  it('is the latest that any event says, and campaigns leave out those who refuse', async () => {
    const buyers = ['silent', 'yes', 'no', 'changed', 'back', 'bought', 'gone'];
    await shop.send(...buyers.map((customer) => order({ customer_id: customer, occurred_at: daysAgo(40) })));
    await shop.send(
      said('yes', 9, true),
      said('no', 9, false),
      said('changed', 5, false),
      said('changed', 9, true),
      said('back', 9, false),
      said('back', 5, true),
      order({ customer_id: 'bought', occurred_at: daysAgo(3), data: { order_id: 'o-1', accepts_marketing: false } }),
      said('gone', 9, true),
      order({ customer_id: 'gone', event_type: 'email_unsubscribed', value: null, occurred_at: daysAgo(2), data: null }),
    );
    await shop.settled();
    expect(await consents()).toEqual({ silent: 'unknown', yes: 'yes', no: 'no', changed: 'no', back: 'yes', bought: 'no', gone: 'no' });
    expect(await preview()).toMatchObject({ recipients_count: 3, left_out: { no_consent: 3, unsubscribed: 1 } });
    expect(await preview({ include_unsubscribed: true })).toMatchObject({
      recipients_count: 7,
      left_out: { no_consent: 0, unsubscribed: 0 },
    });
    const { text } = await owner.get('/dashboard/customers.csv');
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    const place = head.split(',').indexOf('marketing_consent');
    expect(lines.find((line) => line.startsWith('changed,'))?.split(',')[place]).toBe('no');
    // An older statement that arrives later changes nothing.
    await shop.send(said('no', 20, true));
    await shop.settled();
    expect((await consents())['no']).toBe('no');
    const { shop: other } = await campaignMerchant(system);
    expect((await other.get('/customers/no')).status).toBe(404);
  });

  it('refuses a statement that is neither true nor false, and says what is allowed', async () => {
    const wrong = order({ customer_id: 'c-1', data: { order_id: 'o-1', accepts_marketing: 'yes' } });
    const { body } = await shop.post('/events', { events: [wrong] });
    expect(JSON.stringify(body)).toContain('data.accepts_marketing is \\"yes\\": it must be true or false, or absent');
  });
});
