import { createHash, randomUUID } from 'node:crypto';
import { shopifyOrder, shopifyRefund } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { eventually } from '../../support/waiting/eventually.js';

const anOrder = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
  shopifyOrder({
    id: 773_522,
    created_at: daysAgo(10),
    processed_at: daysAgo(10),
    updated_at: daysAgo(10),
    customer: { id: 111 },
    ...fields,
  });

describe('two shops of one tenant', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let first: ConnectedShop;
  let second: ConnectedShop;

  beforeAll(async () => {
    system = await ChurnSystem.start(STOREFRONT_APPS);
  }, 120_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    first = await ConnectedShop.connect(system, 'generic', merchant.shop);
  });

  /** The first shop is disconnected, and another one takes its place. */
  async function moveOn(): Promise<void> {
    await merchant.owner.call('DELETE', '/integrations/storefront').expect(200);
    second = await ConnectedShop.connect(system, 'shopify', merchant.shop);
  }

  const customers = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();
  const ofSecond = (id: number): string => `shopify:${second.domain}:${id}`;
  const shopify = (topic: string, body: object) => {
    const text = JSON.stringify(body);
    const headers = {
      'X-Shopify-Topic': topic,
      'X-Shopify-Shop-Domain': second.domain,
      'X-Shopify-Hmac-SHA256': hmac(second.secret, text),
    };
    return second.send(topic.includes('redact') ? '/integrations/storefront/compliance' : second.path('orders'), text, headers);
  };

  it('may have orders and customers with the same numbers: each keeps its own', async () => {
    await first.webhook('orders/create', anOrder()).expect(202);
    await moveOn();
    await shopify('orders/create', anOrder({ customer: { id: 222 } })).expect(202);
    await shopify('orders/create', anOrder({ id: 2, customer: { id: 111 } })).expect(202);
    await shopify('refunds/create', shopifyRefund('40.00', { order_id: 773_522, created_at: daysAgo(4) })).expect(202);
    expect(await customers()).toEqual(['111', ofSecond(111), ofSecond(222)]);
    const amounts = await Promise.all(['111', ofSecond(222)].map(async (id) => (await merchant.shop.churnOf(id)).features.monetary_total));
    expect(amounts).toEqual(['100.00', '60.00']);
    const keys = (await merchant.shop.rows<{ order_key: string }>('orders', 'order_key')).map((row) => row.order_key);
    expect(keys.toSorted()).toEqual(['order:773522', `order:${ofSecond(2)}`, `order:${ofSecond(773_522)}`]);
  });

  it('are erased one by one: a privacy request of one does not reach customers of the other', async () => {
    await first.webhook('orders/create', anOrder()).expect(202);
    await merchant.shop.send(order({ customer_id: 'own' }));
    await moveOn();
    await shopify('orders/create', [anOrder(), anOrder({ id: 2, customer: { id: 222 } })]).expect(202);
    const request = { shop_domain: second.domain, customer: { id: 111 }, orders_to_redact: [773_522] };
    expect((await shopify('customers/redact', request)).body).toEqual({ accepted: 1 });
    await eventually('the customer is erased', async () => ((await customers()).includes(ofSecond(111)) ? null : true));
    expect(await customers()).toEqual(['111', 'own', ofSecond(222)].toSorted());
    expect((await shopify('shop/redact', { shop_domain: second.domain })).body).toEqual({ accepted: 1 });
    await eventually('the shop is erased', async () => ((await customers()).includes(ofSecond(222)) ? null : true));
    expect(await customers()).toEqual(['111', 'own']);
    expect((await merchant.shop.churnOf('111')).features.monetary_total).toBe('100.00');
  });

  it('do not share deletions: one of an order that never came does not reach an order of the other', async () => {
    await first.webhook('orders/delete', { id: 773_522 }).expect(202);
    await moveOn();
    await shopify('orders/create', anOrder()).expect(202);
    await merchant.shop.settled();
    expect((await merchant.shop.churnOf(ofSecond(111))).features.monetary_total).toBe('100.00');
  });

  it('are the same shop when the first one is connected again', async () => {
    await first.webhook('orders/create', anOrder()).expect(202);
    await moveOn();
    await shopify('orders/create', anOrder()).expect(202);
    await merchant.owner.call('DELETE', '/integrations/storefront').expect(200);
    const back = await ConnectedShop.connect(system, 'generic', merchant.shop, first.domain);
    expect((await back.webhook('orders/create', anOrder())).body).toEqual({ accepted: 0, rejected: 0 });
    await back.webhook('orders/create', anOrder({ id: 3 })).expect(202);
    expect(await customers()).toEqual(['111', ofSecond(111)]);
  });

  it('are told apart also when the server of the merchant passes their webhooks on', async () => {
    const passing = (await merchantOf(system)).shop;
    const passOn = async (domain: string | null, body: object) => {
      const text = JSON.stringify(body);
      const named: Record<string, string> = domain === null ? {} : { 'X-Storefront-Shop-Domain': domain };
      return passing.post('/webhooks/storefront/orders', text).set({ 'X-Storefront-Hmac-SHA256': hmac(first.secret, text), ...named });
    };
    const [a, b] = [`${randomUUID()}.shops.example`, `${randomUUID()}.shops.example`];
    expect((await passOn(a, anOrder())).status).toBe(202);
    expect((await passOn(b, anOrder())).status).toBe(202);
    // The body is signed, the header is not: where the body names the shop, it decides.
    expect((await passOn(null, anOrder({ id: 2, shop_domain: b }))).status).toBe(202);
    expect((await passOn(b, anOrder({ id: 3, shop_domain: a }))).body).toEqual({ error: 'unauthorized' });
    expect((await passOn(null, [anOrder({ id: 3, shop_domain: a }), anOrder({ id: 4, shop_domain: b })])).status).toBe(401);
    const rows = await passing.settledRows<{ external_id: string; orders_count: number }>('customers', 'external_id, orders_count');
    expect(rows.toSorted((x, y) => (x.external_id < y.external_id ? -1 : 1))).toEqual([
      { external_id: '111', orders_count: 1 },
      { external_id: `generic:${b}:111`, orders_count: 2 },
    ]);
  });

  it('of WooCommerce are one shop with and without www', async () => {
    await merchant.owner.call('DELETE', '/integrations/storefront').expect(200);
    const domain = `${randomUUID()}.example`;
    for (const address of [`https://www.${domain}`, `https://${domain}/shop`]) {
      const { status, body } = await merchant.owner.post('/integrations/storefront/woocommerce', { shop: address });
      expect([status, body]).toMatchObject([201, { shop: domain }]);
    }
    await merchant.owner.call('DELETE', '/integrations/storefront').expect(200);
    await merchant.owner.post('/integrations/storefront/woocommerce', { shop: domain }).expect(201);
    const rows = await merchant.shop.rows<{ hash: string }>('storefront_connections', "encode(shop_hash, 'hex') AS hash");
    const hash = createHash('sha256').update(domain).digest('hex');
    expect(rows.filter((row) => row.hash === hash)).toHaveLength(2);
  });
});
