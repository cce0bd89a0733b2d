import { KlaviyoSimulator } from '../../support/destinations/klaviyo-simulator.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { eventually } from '../../support/waiting/eventually.js';
import { deliverySettings, lapsed } from '../../support/webhooks/webhook-shop.js';

describe('the profiles of a destination', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let klaviyo: KlaviyoSimulator;

  beforeAll(async () => {
    klaviyo = await KlaviyoSimulator.start();
    system = await ChurnSystem.start({ ...deliverySettings(200), KLAVIYO_BASE_URL: klaviyo.url });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await klaviyo.stop();
  });

  it('name the offer that a campaign has chosen for the customer', async () => {
    const merchant = await merchantOf(system);
    const customers = ['o-1', 'o-2', 'o-3', 'o-4'];
    await merchant.shop.send(...customers.flatMap((customer) => lapsed(customer)));
    await merchant.shop.settled();
    remember(klaviyo.key);
    await calls.taken(merchant.owner.post('/settings/destinations', { kind: 'klaviyo', name: 'Mails', key: klaviyo.key }), 201);
    const arrived = await eventually('the profiles', () =>
      Promise.resolve(klaviyo.profiles.size === 4 ? [...klaviyo.profiles.values()] : null),
    );
    expect(arrived.some((profile) => 'campaign_offer' in profile)).toBe(false);
    const arms = [{ name: 'Reminder' }, { name: '10 % off', text: 'BACK10' }];
    const input = { name: 'Offers', channel: 'download', audience: {}, holdout_percent: 0, arms };
    const { body: campaign } = await calls.taken(merchant.owner.post('/campaigns', input), 201);
    await merchant.owner.call('POST', `/campaigns/${campaign.id}/send`).set('Idempotency-Key', 'offers').expect(202);
    const offers = await eventually('the offers', () => {
      const profiles = customers.map((customer) => klaviyo.profiles.get(customer) ?? {});
      return Promise.resolve(profiles.every((profile) => 'campaign_offer' in profile) ? profiles : null);
    });
    const shown = offers.map((profile) => [profile['campaign_offer'], profile['campaign_offer_text']].join(': '));
    expect(shown.toSorted()).toEqual(['10 % off: BACK10', '10 % off: BACK10', 'Reminder: ', 'Reminder: ']);
  });
});
