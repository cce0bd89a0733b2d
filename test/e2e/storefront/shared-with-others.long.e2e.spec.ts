import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { removeOld } from '../../support/shop/retention.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('a storefront beside other sources', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: ConnectedShop;

  beforeAll(async () => {
    system = await ChurnSystem.start(STOREFRONT_APPS);
  }, 120_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = await ConnectedShop.connect(system, 'generic', merchant.shop);
  });

  const ask = (topic: string, body: object) => {
    const text = JSON.stringify(body);
    const headers = { ...shop.headers(topic), 'X-Storefront-Hmac-SHA256': hmac(shop.secret, text) };
    return shop.send('/integrations/storefront/compliance', text, headers).expect(202);
  };
  const anOrder = (fields: Record<string, unknown> = {}) =>
    shopifyOrder({ id: 1001, created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10), customer: { id: 7 }, ...fields });
  const customers = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();
  const untilErased = () =>
    eventually('the erasure of the shop', async () => (await merchant.shop.rows('storefront_connections')).length === 0 || null);

  it('leaves to others what their own events say of an order that the shop gave to its customer', async () => {
    const data = { order_id: '5' };
    await merchant.shop.send(
      order({ customer_id: 'own', event_type: 'order_created', occurred_at: daysAgo(20), value: 30, data }),
      order({ customer_id: 'own', occurred_at: daysAgo(40) }),
    );
    await merchant.shop.settled();
    await shop.webhook('orders/create', anOrder({ id: 5 }));
    await merchant.shop.settled();
    const ordersOf = async (id: string): Promise<number> => (await merchant.shop.churnOf(id)).features_extended.orders_total;
    expect([await ordersOf('7'), await ordersOf('own')]).toEqual([1, 1]);
    await ask('shop/redact', { shop_domain: shop.domain });
    await untilErased();
    await eventually('the order', async () => (await ordersOf('own')) === 2 || null);
    expect(await customers()).toEqual(['own']);
    expect(await merchant.shop.rows('orders', 'order_key, amount')).toContainEqual({ order_key: 'order:5', amount: '30.0000' });
  });

  it('erases what was rejected about a customer, also one of whom nothing else is known', async () => {
    const rejected = async (): Promise<string[]> =>
      (await merchant.shop.rows<{ external_id: string }>('rejected_events', 'external_id')).map((row) => row.external_id).toSorted();
    await merchant.shop.send(order({ customer_id: '7' }));
    const old = { created_at: '1999-01-01T00:00:00Z', processed_at: '1999-01-01T00:00:00Z', updated_at: '1999-01-01T00:00:00Z' };
    for (const id of [7, 8, 9]) await shop.webhook('orders/create', anOrder({ id, ...old, customer: { id } }));
    expect(await rejected()).toEqual(['7', '8', '9']);
    for (const id of [7, 8]) await ask('customers/redact', { shop_domain: shop.domain, customer: { id } });
    expect(await rejected()).toEqual(['9']);
    expect(await customers()).toEqual(['7']);
  });

  it('forgets when a customer was seen at the shop by an identifier that is erased', async () => {
    await merchant.shop.send(order({ customer_id: 'ada', occurred_at: daysAgo(30) }));
    await shop.webhook('orders/create', anOrder());
    await merchant.shop.settled();
    await merchant.shop.post('/customers/ada/aliases', { alias: '7' }).expect(200);
    await merchant.shop.settled();
    const seen = async (): Promise<string> => (await merchant.shop.get('/customers/ada')).body.last_activity_at;
    expect(await seen()).not.toBe(daysAgo(30));
    await ask('shop/redact', { shop_domain: shop.domain });
    await eventually('the old time', async () => (await seen()) === daysAgo(30) || null);
    expect(await customers()).toEqual(['ada']);
  });

  it('leaves an order of a storefront in its time when the shop edits it, although the placement is refused', async () => {
    const { shop: own } = merchant;
    await own.send(order({ customer_id: '7', occurred_at: daysAgo(700) }));
    await removeOld(system, own);
    const old = { id: 5, customer: { id: 7 }, created_at: daysAgo(800), processed_at: daysAgo(800), updated_at: daysAgo(0) };
    expect((await shop.webhook('orders/updated', shopifyOrder(old))).body).toEqual({ accepted: 1, rejected: 0 });
    expect(await own.rows('rejected_events', 'event_type')).toEqual([{ event_type: 'order_created' }]);
    await own.settled();
    const { body } = await own.get('/customers/7/churn').expect(200);
    expect([body.features_extended.orders_total, body.features.recency_days]).toEqual([2, 700]);
  }, 60_000);
});
