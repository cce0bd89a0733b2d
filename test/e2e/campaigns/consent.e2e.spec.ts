import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import type { Shop } from '../../support/shop/shop.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignMerchant } from '../../support/webhooks/campaign-shop.js';

const CONSENTS = { silent: 'unknown', yes: 'yes', no: 'no', changed: 'no', back: 'yes', bought: 'no', gone: 'no', again: 'yes' };

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

  const said = (customer: string, days: number, accepts: boolean, more: object = {}) =>
    order({
      customer_id: customer,
      event_type: 'customer_updated',
      value: null,
      occurred_at: daysAgo(days),
      data: { accepts_marketing: accepts, ...more },
    });
  const unsubscribed = (customer: string, days: number) =>
    order({ customer_id: customer, event_type: 'email_unsubscribed', value: null, occurred_at: daysAgo(days), data: null });
  const consents = async (query = '', by = shop): Promise<Record<string, string>> => {
    const { data } = (await calls.taken(by.get(`/customers?limit=100${query}`))).body as {
      data: { external_id: string; marketing_consent: string }[];
    };
    return Object.fromEntries(data.map(({ external_id: id, marketing_consent: consent }) => [id, consent]));
  };
  const preview = async (more: object = {}) =>
    (await calls.taken(owner.post('/campaigns/preview', { audience: {}, holdout_percent: 0, ...more }))).body;

  /** Eight customers with every kind of statement about consent. */
  const fill = async (): Promise<void> => {
    await shop.send(...Object.keys(CONSENTS).map((customer) => order({ customer_id: customer, occurred_at: daysAgo(40) })));
    await shop.send(
      said('yes', 9, true),
      said('no', 9, false),
      said('changed', 5, false),
      said('changed', 9, true),
      said('back', 9, false),
      said('back', 5, true),
      order({ customer_id: 'bought', occurred_at: daysAgo(3), data: { order_id: 'o-1', accepts_marketing: false } }),
      said('gone', 9, true),
      unsubscribed('gone', 2),
      unsubscribed('again', 9),
      said('again', 2, true),
    );
    await shop.settled();
  };

  it('is the latest that any event says, and campaigns leave out those who refuse', async () => {
    await fill();
    expect(await consents()).toEqual(CONSENTS);
    expect(await preview()).toMatchObject({ audience_count: 8, recipients_count: 4, left_out: { no_consent: 3, unsubscribed: 1 } });
    const all = { recipients_count: 8, left_out: { no_consent: 0, unsubscribed: 0 } };
    expect(await preview({ include_unsubscribed: true })).toMatchObject(all);
    // They are in no control group either: it is chosen from those who may be contacted.
    expect(await preview({ holdout_percent: 50 })).toMatchObject({ left_out: { no_consent: 3, unsubscribed: 1 } });
    await owner.call('PATCH', '/settings').send({ control_percent: 50 }).expect(200);
    const { left_out: left } = await preview();
    expect([left.no_consent, left.unsubscribed, left.tenant_control <= 4]).toEqual([3, 1, true]);
  });

  it('filters lists, CSV files, segments and audiences', async () => {
    await fill();
    const idsOf = (...wanted: string[]) => Object.fromEntries(Object.entries(CONSENTS).filter(([, consent]) => wanted.includes(consent)));
    expect(await consents('&marketing_consent=no')).toEqual(idsOf('no'));
    expect(await consents('&marketing_consent=yes,unknown')).toEqual(idsOf('yes', 'unknown'));
    const { text } = await owner.get('/dashboard/customers/export?marketing_consent=no');
    const [head = '', ...lines] = text.trimEnd().split('\r\n');
    const place = head.split(',').indexOf('marketing_consent');
    expect(Object.fromEntries(lines.map((line) => [line.split(',')[0], line.split(',')[place]]))).toEqual(idsOf('no'));
    const { body: segment } = await calls.taken(owner.post('/segments', { name: 'Allowed', filter: { marketing_consent: ['yes'] } }), 201);
    expect(segment).toMatchObject({ customers: 3, filter: { marketing_consent: ['yes'] } });
    expect(await consents(`&segment=${segment.id}`)).toEqual(idsOf('yes'));
    expect(await preview({ audience: { segment: segment.id } })).toMatchObject({ audience_count: 3, recipients_count: 3 });
    expect(await preview({ audience: { marketing_consent: ['yes'] } })).toMatchObject({ audience_count: 3, recipients_count: 3 });
    const refused = await calls.refused(shop.get('/customers?marketing_consent=maybe'), 422, 'validation_error');
    expect(refused.text).toContain('marketing_consent must be one of yes, no, unknown');
    await calls.refused(owner.post('/campaigns/preview', { audience: { marketing_consent: ['maybe'] } }), 400, 'validation_error');
    const { owner: foreign, shop: other } = await campaignMerchant(system);
    expect(await consents('&marketing_consent=no', other)).toEqual({});
    expect((await foreign.get('/dashboard/customers/no')).status).toBe(404);
    expect((await other.get('/customers/no')).status).toBe(404);
  });

  it('counts from the time that the event names, however late it arrives or however often it is repeated', async () => {
    const named = (days: number) => ({ accepts_marketing_updated_at: daysAgo(days) });
    await shop.send(...['a', 'b', 'c'].map((customer) => order({ customer_id: customer, occurred_at: daysAgo(40) })));
    await shop.send(
      said('a', 9, false),
      said('b', 9, true),
      order({ customer_id: 'c', occurred_at: daysAgo(5), data: { order_id: 'o-2', accepts_marketing: true, ...named(5) } }),
    );
    await shop.settled();
    expect(await consents()).toEqual({ a: 'no', b: 'yes', c: 'yes' });
    await shop.send(
      // A later change of an order repeats what was ticked at the checkout, before the refusal.
      order({ customer_id: 'a', occurred_at: daysAgo(1), data: { order_id: 'o-1', accepts_marketing: true, ...named(20) } }),
      said('b', 20, false),
      said('c', 4, false),
    );
    await shop.settled();
    expect(await consents()).toEqual({ a: 'no', b: 'yes', c: 'no' });
  });

  it('does not reach a customer who refuses after the list was made', async () => {
    await shop.send(...['a', 'b'].map((customer) => order({ customer_id: customer, occurred_at: daysAgo(40) })));
    await shop.settled();
    const made = { name: 'List', channel: 'download', audience: {}, holdout_percent: 0, cooldown_days: 0 };
    const { body: campaign } = await calls.taken(owner.post('/campaigns', made), 201);
    await calls.taken(owner.call('POST', `/campaigns/${campaign.id}/send`).set('Idempotency-Key', 'k-1'), 202);
    const { body: sends } = await calls.taken(owner.get(`/campaigns/${campaign.id}/sends`));
    const listed = async (): Promise<string[] | null> => {
      const { status, text } = await owner.get(`/campaigns/${campaign.id}/sends/${sends.data[0].id}/recipients.csv`);
      return status === 200 ? text.trimEnd().split('\r\n').slice(1) : null;
    };
    expect(await eventually('the list', listed)).toHaveLength(2);
    await shop.send(said('a', 0, false), said('b', 0, true));
    await shop.settled();
    expect(await listed()).toEqual([expect.stringMatching(/^b,.*,yes,,$/)]);
  });

  it('refuses a statement that is neither true nor false, or has no time, and says what is allowed', async () => {
    const wrong = (data: object) => order({ customer_id: 'c-1', data: { order_id: 'o-1', ...data } });
    const { body } = await shop.post('/events', {
      events: [wrong({ accepts_marketing: 'yes' }), wrong({ accepts_marketing: true, accepts_marketing_updated_at: 'soon' })],
    });
    expect(JSON.stringify(body)).toContain('data.accepts_marketing is \\"yes\\": it must be true or false, or absent');
    expect(JSON.stringify(body)).toContain('data.accepts_marketing_updated_at is \\"soon\\": it must be an ISO 8601');
  });
});
