import { eventsOf, WOO } from './test-data/mapping.js';
import { shopifyCustomer, shopifyOrder, wooCommerceCustomer, wooCommerceOrder } from './test-data/platform-payloads.js';

type Json = Readonly<Record<string, unknown>>;

const saidIn = (topic: string, resource: unknown, source?: typeof WOO): unknown => {
  const { accepts_marketing: accepts, accepts_marketing_updated_at: at } = eventsOf(topic, resource, source).at(-1)?.data ?? {};
  return [accepts, at];
};
const consent = (state: string, at: string | null = '2026-11-01T10:00:00-05:00'): Json => ({
  email_marketing_consent: { state, opt_in_level: 'single_opt_in', consent_updated_at: at },
});

describe('the marketing consent of a customer of Shopify', () => {
  it.each([
    ['subscribed', true],
    ['unsubscribed', false],
    ['not_subscribed', false],
    ['pending', false],
    ['redacted', false],
  ])('%s is read with its own time', (state, accepts) => {
    const said = saidIn('customers/update', shopifyCustomer({ updated_at: '2026-11-20T10:00:00Z', ...consent(state) }));
    expect(said).toEqual([accepts, '2026-11-01T15:00:00.000Z']);
  });

  it('counts from the change of the customer when it has no time', () => {
    const customer = shopifyCustomer({ updated_at: '2026-11-20T10:00:00Z', ...consent('not_subscribed', null) });
    expect(eventsOf('customers/update', customer)).toMatchObject([{ occurred_at: '2026-11-20T10:00:00.000Z' }]);
    expect(saidIn('customers/update', customer)).toEqual([false, undefined]);
  });

  it('is read from the older fields where there are no others', () => {
    const old = { email_marketing_consent: undefined, accepts_marketing: true, accepts_marketing_updated_at: '2026-10-01T00:00:00Z' };
    expect(saidIn('customers/create', shopifyCustomer(old))).toEqual([true, '2026-10-01T00:00:00.000Z']);
    expect(saidIn('customers/create', shopifyCustomer({ email_marketing_consent: null, accepts_marketing: undefined }))).toEqual([
      undefined,
      undefined,
    ]);
    expect(
      saidIn('customers/create', shopifyCustomer({ email_marketing_consent: { state: 'new state' }, accepts_marketing: null })),
    ).toEqual([undefined, undefined]);
  });
});

describe('the marketing consent in an order of Shopify', () => {
  it('is what the customer ticked when the order was placed, also in later changes of the order', () => {
    const later = shopifyOrder({ buyer_accepts_marketing: false, updated_at: '2026-12-24T10:00:00Z' });
    expect(saidIn('orders/updated', later)).toEqual([false, '2026-11-10T14:00:00.000Z']);
  });

  it('is that of the customer where the order names it', () => {
    const customer = { id: 7, ...consent('unsubscribed', '2026-11-12T00:00:00Z') };
    expect(saidIn('orders/updated', shopifyOrder({ buyer_accepts_marketing: true, customer }))).toEqual([
      false,
      '2026-11-12T00:00:00.000Z',
    ]);
  });
});

describe('the marketing consent in WooCommerce', () => {
  const meta = (key: string, value: unknown): Json => ({
    meta_data: [
      { id: 1, key: '_other', value: 'yes' },
      { id: 2, key, value },
    ],
  });

  it.each([
    ['mailchimp_woocommerce_is_subscribed', '1', true],
    ['_mailchimp_woocommerce_is_subscribed', '0', false],
    ['kl_newsletter_checkbox', 'yes', true],
    ['mailpoet_woocommerce_checkout_optin', 1, true],
    ['marketing_opt_in', 'unsubscribed', false],
    ['mailchimp_woocommerce_is_subscribed', '', undefined],
    ['mailchimp_woocommerce_is_subscribed', { nested: true }, undefined],
  ])('is read from the field %s of a plugin with the value %j', (key, value, accepts) => {
    const at = accepts === undefined ? undefined : '2026-11-10T11:00:00.000Z';
    expect(saidIn('order.updated', wooCommerceOrder(meta(key, value)), WOO)).toEqual([accepts, at]);
    expect(saidIn('customer.updated', wooCommerceCustomer(meta(key, value)), WOO)).toEqual([accepts, undefined]);
  });
});
