import { shopifyCustomer, shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo } from '../../support/shop/builders.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';

describe('the webhooks of a connected storefront', () => {
  let system: ChurnSystem;
  let shop: ConnectedShop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await ConnectedShop.connect(system);
  }, 60_000);
  afterAll(() => system.stop());

  const anOrder = (fields: object = {}): object =>
    shopifyOrder({ id: 1001, created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10), customer: { id: 7 }, ...fields });
  const consent = (state: string, days: number): object => ({ email_marketing_consent: { state, consent_updated_at: daysAgo(days) } });
  const consentOf = async (): Promise<unknown> => {
    await shop.merchant.settled();
    return (await shop.merchant.get('/customers/7')).body.marketing_consent;
  };

  it('tell the marketing consent of a customer and its changes, by the time of the change', async () => {
    await shop.webhook('orders/create', anOrder({ buyer_accepts_marketing: true })).expect(202);
    expect(await consentOf()).toBe('yes');
    await shop.webhook('customers/update', shopifyCustomer({ id: 7, updated_at: daysAgo(4), ...consent('unsubscribed', 5) })).expect(202);
    expect(await consentOf()).toBe('no');
    // The order is sent on its way, and repeats what was ticked when it was placed.
    await shop.webhook('orders/updated', anOrder({ updated_at: daysAgo(3), buyer_accepts_marketing: true })).expect(202);
    expect(await consentOf()).toBe('no');
    await shop.webhook('customers/update', shopifyCustomer({ id: 7, updated_at: daysAgo(2), ...consent('subscribed', 2) })).expect(202);
    expect(await consentOf()).toBe('yes');
  });
});
