import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { eventually } from '../../support/waiting/eventually.js';

describe('a privacy request of a storefront platform, however it comes,', () => {
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

  const ask = (topic: string, body: object, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(body);
    const signed = { ...shop.headers(topic), 'X-Storefront-Hmac-SHA256': hmac(shop.secret, text), ...headers };
    return shop.send('/integrations/storefront/compliance', text, signed);
  };
  const anOrder = (fields: Record<string, unknown> = {}) =>
    shopifyOrder({ id: 1001, created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10), customer: { id: 7 }, ...fields });
  const customers = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();
  /** Waits until what a worker does by itself has happened. */
  const until = (done: () => Promise<boolean>): Promise<boolean> => eventually('the erasure', async () => ((await done()) ? true : null));

  const ignored = async (): Promise<object[]> => {
    const { body } = await merchant.owner.get('/audit-log').expect(200);
    const { data } = body as { data: readonly { readonly action: string; readonly details: object }[] };
    return data.filter(({ action }) => action === 'storefront.call_ignored').map(({ details }) => details);
  };

  it('is carried out once, however often its signed call is sent again, and again when the person has bought since', async () => {
    const redact = { shop_domain: shop.domain, customer: { id: 7 } };
    await shop.webhook('orders/create', anOrder());
    expect((await ask('customers/redact', redact)).body).toEqual({ accepted: 1 });
    await until(async () => (await customers()).length === 0);
    const now = { 'X-Storefront-Triggered-At': new Date().toISOString() };
    for (let n = 0; n < 2; n += 1) expect((await ask('customers/redact', redact, now)).body).toEqual({ accepted: 0 });
    expect(await merchant.shop.rows('churn_jobs', 'id')).toHaveLength(1);
    // Once a day is enough to tell.
    const { platform, domain } = shop;
    expect(await ignored()).toEqual([{ platform, shop: domain, asked: 'redact_customer', reason: 'replayed' }]);
    await shop.webhook('orders/create', anOrder({ id: 1007 }));
    expect((await ask('customers/redact', redact, now)).body).toEqual({ accepted: 1 });
    await until(async () => (await customers()).length === 0);
    expect((await ask('customers/redact', redact, now)).body).toEqual({ accepted: 0 });
    expect(await merchant.shop.rows('churn_jobs', 'id')).toHaveLength(2);
  });

  it('about a shop is carried out once, and again when the shop has left since', async () => {
    await shop.webhook('orders/create', anOrder());
    expect((await ask('shop/redact', { shop_domain: shop.domain })).body).toEqual({ accepted: 1 });
    await until(async () => (await customers()).length === 0);
    const again = await ConnectedShop.connect(system, 'generic', merchant.shop, shop.domain);
    await again.webhook('orders/create', anOrder({ id: 1008 }));
    expect((await ask('shop/redact', { shop_domain: shop.domain })).body).toEqual({ accepted: 0 });
    expect(await customers()).toEqual(['7']);
    // The erasure of a shop always has the same body. After the shop has left again, it counts.
    await ask('app/uninstalled', { id: 2, myshopify_domain: shop.domain });
    expect((await ask('shop/redact', { shop_domain: shop.domain })).body).toEqual({ accepted: 1 });
    await until(async () => (await customers()).length === 0);
  });

  it('that was sent before the present connection began is ignored', async () => {
    await shop.webhook('orders/create', anOrder());
    const before = { 'X-Storefront-Triggered-At': '2020-01-01T00:00:00.000Z' };
    for (const [topic, body] of [
      ['customers/redact', { shop_domain: shop.domain, customer: { id: 7 } }],
      ['shop/redact', { shop_domain: shop.domain }],
    ] as const)
      expect((await ask(topic, body, before)).body).toEqual({ accepted: 0 });
    expect(await customers()).toEqual(['7']);
    expect((await ignored()).map((each) => (each as { asked: string; reason: string }).reason)).toEqual(['late', 'late']);
    expect((await shop.webhook('orders/create', anOrder({ id: 1009 }))).status).toBe(202);
  });

  it('about a customer erases what came from the shop, and nothing that came from elsewhere', async () => {
    await merchant.shop.send(
      order({ event_id: 'own', customer_id: '7', occurred_at: daysAgo(20), value: 5, data: { order_id: 'own-1' } }),
      // The merchant's server also sends an order that the shop knows.
      order({ event_id: 'both', customer_id: '7', occurred_at: daysAgo(10), value: 30, data: { order_id: '1001' } }),
    );
    await shop.webhook('orders/create', [anOrder(), anOrder({ id: 1002 })]);
    await merchant.shop.settled();
    expect((await merchant.shop.churnOf('7')).features.monetary_total).toBe('205.00');
    expect((await ask('customers/redact', { shop_domain: shop.domain, customer: { id: 7 } })).body).toEqual({ accepted: 1 });
    await until(async () => (await merchant.shop.rows('events', 'event_id')).length === 2);
    await merchant.shop.settled();
    const { features, features_extended: more } = await merchant.shop.churnOf('7');
    expect([features.monetary_total, more.orders_total]).toEqual(['35.00', 2]);
    const orders = await merchant.shop.rows<{ order_key: string }>('orders', 'order_key');
    expect(orders.map(({ order_key: key }) => key).toSorted()).toEqual(['order:1001', 'order:own-1']);
  });
});
