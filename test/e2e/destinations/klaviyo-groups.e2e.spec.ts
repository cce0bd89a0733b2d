import { randomUUID } from 'node:crypto';
import { KlaviyoSimulator } from '../../support/destinations/klaviyo-simulator.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { fillWithScored, send } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

let system: ChurnSystem;
let klaviyo: KlaviyoSimulator;
let merchant: Merchant;

beforeAll(async () => {
  klaviyo = await KlaviyoSimulator.start();
  system = await ChurnSystem.start({ ...deliverySettings(200), KLAVIYO_BASE_URL: klaviyo.url });
}, 60_000);
afterAll(async () => {
  await system.stop();
  await klaviyo.stop();
});
beforeEach(async () => {
  merchant = await merchantOf(system);
  klaviyo.reset();
});

/** Adds the account, and waits until it has the profiles. */
async function connected(profiles: number): Promise<void> {
  remember(klaviyo.key);
  await merchant.owner.post('/settings/destinations', { kind: 'klaviyo', name: 'Mails', key: klaviyo.key }).expect(201);
  await eventually('all profiles', () => Promise.resolve(klaviyo.profiles.size === profiles || null));
}

describe('a Klaviyo account', () => {
  it('hears who must get nothing: the control groups of campaigns and of the shop, and the consent', async () => {
    await fillWithScored(system, merchant.owner.tenantId, 40);
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    await connected(40);
    const inGroup = (group: string): string[] =>
      [...klaviyo.profiles].flatMap(([customer, { control_group: each }]) => (each === group ? [customer] : [])).toSorted();
    const listed = async (group: string): Promise<string[]> =>
      (await merchant.shop.get(`/customers?control_group=${group}&limit=200`)).body.data
        .map(({ external_id: customer }: { external_id: string }) => customer)
        .toSorted();
    expect(inGroup('none')).toHaveLength(40);
    const settings = { name: 'Win back', channel: 'download', audience: {}, holdout_percent: 25 };
    const { body: campaign } = await merchant.owner.post('/campaigns', settings);
    await send(merchant.owner, campaign.id);
    await eventually('the control group of the campaign', () => Promise.resolve(inGroup('campaign').length === 10 || null));
    expect(inGroup('campaign')).toEqual(await listed('campaign'));
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 30 }).expect(200);
    await eventually('the control group of the shop', () => Promise.resolve(inGroup('shop').length > 0 || null));
    expect(inGroup('shop')).toEqual(await listed('shop'));
  });

  it('hears when a customer refuses marketing or accepts it, although the score stays', async () => {
    const one = order({ customer_id: 'c-1' });
    await merchant.shop.send(one);
    await merchant.shop.settled();
    await connected(1);
    expect(klaviyo.profiles.get('c-1')).toMatchObject({ marketing_consent: 'unknown' });
    const says = async (accepts: boolean, consent: string): Promise<void> => {
      await merchant.shop.send(
        order({ ...one, event_id: randomUUID(), event_type: 'page_viewed', value: undefined, data: { accepts_marketing: accepts } }),
      );
      await eventually(`consent ${consent}`, () => Promise.resolve(klaviyo.profiles.get('c-1')?.['marketing_consent'] === consent || null));
    };
    await says(true, 'yes');
    await says(false, 'no');
  });
});
