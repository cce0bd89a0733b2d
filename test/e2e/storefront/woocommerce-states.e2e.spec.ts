import { wooCommerceCustomer, wooCommerceOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { hmac } from '../../support/storefront/connected-shop.js';

const TIMES = ['2026-09-22T19:28:08', '2026-09-23T13:00:00', '2026-09-23T14:00:00'] as const;

describe('the states of a WooCommerce order', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let secret: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    const { body } = await merchant.owner.post('/integrations/storefront/woocommerce', { shop: 'https://woo.example.com' }).expect(201);
    ({ secret } = body as { secret: string });
    remember(secret);
  });

  const send = async (topic: string, resource: object): Promise<object> => {
    const body = JSON.stringify(resource);
    const kind = topic.startsWith('customer') ? 'customers' : 'orders';
    const answer = await fetch(`${system.api.url}/webhooks/storefront/t/${merchant.owner.tenantId}/${kind}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'X-WC-Webhook-Topic': topic, 'X-WC-Webhook-Signature': hmac(secret, body) },
    });
    expect(answer.status).toBe(202);
    return (await answer.json()) as object;
  };
  const anOrder = (modified: string, fields: object): object =>
    wooCommerceOrder({
      id: 727,
      customer_id: 48,
      status: 'processing',
      total: '29.35',
      refunds: [],
      date_created_gmt: '2026-09-22T19:28:02',
      date_modified_gmt: modified,
      ...fields,
    });
  const updated = (modified: string, fields: object = {}): Promise<object> => send('order.updated', anOrder(modified, fields));
  const money = async (customer = '48'): Promise<[string, number]> => {
    await merchant.shop.settled();
    const { features, features_extended: more } = await merchant.shop.churnOf(customer);
    return [features.monetary_total, more.orders_total];
  };

  it('tell the marketing consent that a plugin keeps in the order and in the customer', async () => {
    const meta = (value: string): object => ({ meta_data: [{ id: 1, key: 'mailchimp_woocommerce_is_subscribed', value }] });
    const consentOf = async (): Promise<unknown> => {
      await merchant.shop.settled();
      return (await merchant.shop.get('/customers/48')).body.marketing_consent;
    };
    await send('order.created', anOrder(TIMES[0], meta('1')));
    expect(await consentOf()).toBe('yes');
    await send('customer.updated', wooCommerceCustomer({ id: 48, date_modified_gmt: TIMES[1], ...meta('0') }));
    expect(await consentOf()).toBe('no');
    await updated(TIMES[2], meta('1'));
    expect(await consentOf()).toBe('no');
  });

  it('give a refund back that the shop has deleted', async () => {
    await send('order.created', anOrder(TIMES[0], {}));
    expect(await money()).toEqual(['29.35', 1]);
    await updated(TIMES[1], { refunds: [{ id: 728, total: '-10.00' }] });
    expect(await money()).toEqual(['19.35', 1]);
    await updated(TIMES[2]);
    expect(await money()).toEqual(['29.35', 1]);
  });

  it('count an order again whose full refund the shop has deleted, in any order of arrival', async () => {
    await send('order.created', anOrder(TIMES[0], {}));
    await updated(TIMES[1], { status: 'refunded', refunds: [{ id: 728, total: '-29.35' }] });
    expect(await money()).toEqual(['0.00', 0]);
    await updated(TIMES[2]);
    expect(await money()).toEqual(['29.35', 1]);

    await updated('2026-09-24T12:00:00', { id: 900, customer_id: 49 });
    await updated('2026-09-24T11:00:00', { id: 900, customer_id: 49, status: 'refunded', refunds: [{ id: 901, total: '-29.35' }] });
    expect(await money('49')).toEqual(['29.35', 1]);
  });

  it('end with the later content of one second', async () => {
    const state = async (): Promise<number[]> =>
      (await merchant.shop.settledRows<{ state: number }>('orders', 'state')).map((row) => row.state);
    expect(await updated(TIMES[0])).toEqual({ accepted: 1, rejected: 0 });
    expect(await updated(TIMES[0], { status: 'cancelled' })).toEqual({ accepted: 1, rejected: 0 });
    expect(await state()).toEqual([3]);
    expect(await updated(TIMES[0], { status: 'cancelled' })).toEqual({ accepted: 0, rejected: 0 });
    expect(await updated(TIMES[0], { status: 'on-hold', total: '20.00' })).toEqual({ accepted: 1, rejected: 0 });
    expect(await state()).toEqual([1]);
    expect(await money()).toEqual(['20.00', 1]);
    expect(await updated(TIMES[0])).toEqual({ accepted: 1, rejected: 0 });
    expect(await money()).toEqual(['29.35', 1]);
  });

  it('end with the later content of the second in which the order was placed', async () => {
    await send('order.created', anOrder(TIMES[0], { status: 'pending' }));
    await updated(TIMES[0], { total: '12.00' });
    expect(await money()).toEqual(['12.00', 1]);
  });

  it('store simultaneous contents of one second once each', async () => {
    const contents = ['10.00', '11.00', '12.00', '13.00'].flatMap((total) => [total, total]);
    await Promise.all(contents.map((total) => updated(TIMES[0], { total })));
    const events = await merchant.shop.rows<{ event_id: string; event_type: string }>('events', 'event_id, event_type');
    const states = events.filter(({ event_type: type }) => type === 'order_completed');
    expect(states.length).toBeGreaterThanOrEqual(4);
    expect(new Set(states.map(({ event_id: id }) => id)).size).toBe(states.length);
    await updated(TIMES[0], { total: '14.00' });
    expect(await money()).toEqual(['14.00', 1]);
  });

  it.each([
    ['later', TIMES[1]],
    ['within the same second', TIMES[0]],
  ])('move a guest order to the account that it gets %s', async (_, modified) => {
    await send('order.created', anOrder(TIMES[0], { customer_id: 0 }));
    await updated(TIMES[0], { customer_id: 0 });
    await merchant.shop.settled();
    await updated(modified, { customer_id: 12 });
    expect(await money('12')).toEqual(['29.35', 1]);
    const { body } = await merchant.shop.get('/customers').expect(200);
    const { data } = body as { data: readonly { external_id: string; orders_count: number }[] };
    expect(data.filter(({ orders_count: count }) => count > 0).map(({ external_id: id }) => id)).toEqual(['12']);
  });

  it('with a total that is not a number count without an amount, and Integrations and the event log say so', async () => {
    expect(await updated(TIMES[0], { total: '29,35' })).toEqual({ accepted: 1, rejected: 0 });
    expect(await money()).toEqual(['0.00', 1]);
    const reason = 'orders/updated: the total must be a number of 0 or more; the order is stored without it';
    const { refused } = (await merchant.owner.get('/integrations').expect(200)).body as { refused: readonly object[] };
    expect(refused).toEqual([{ reason, count: 1, fault: true, last_at: expect.any(String) }]);
    const { data } = (await merchant.owner.get('/dashboard/events?status=rejected').expect(200)).body as { data: readonly object[] };
    expect(data).toEqual([expect.objectContaining({ order_id: '727', reason })]);
  });

  it('of the legacy API are refused, and Integrations names the version to choose', async () => {
    expect(await send('order.created', { order: { id: 645, status: 'processing', total: '79.87', customer_id: 2 } })).toEqual({
      accepted: 0,
      rejected: 1,
    });
    const { body } = await merchant.owner.get('/integrations').expect(200);
    const { refused } = body as { refused: readonly object[] };
    expect(refused).toEqual([
      { reason: expect.stringContaining('“WP REST API Integration v3”'), count: 1, fault: true, last_at: expect.any(String) },
    ]);
    expect(await merchant.shop.rows('events')).toEqual([]);
  });
});
