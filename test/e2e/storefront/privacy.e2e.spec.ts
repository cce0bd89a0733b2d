import { randomUUID } from 'node:crypto';
import { PERSONAL, shopifyOrder, shopifyRefund, wooCommerceOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js'; // prettier-ignore
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';

const PATH = '/integrations/storefront/compliance';
const UNAUTHORIZED = { error: 'unauthorized' };

describe('a privacy request of a storefront platform', () => {
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
    return shop.send(PATH, text, { ...shop.headers(topic), 'X-Storefront-Hmac-SHA256': hmac(shop.secret, text), ...headers });
  };
  const anOrder = (fields: Record<string, unknown> = {}) =>
    shopifyOrder({ id: 1001, created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10), customer: { id: 7 }, ...fields });
  const guestOrder = anOrder({ id: 1002, customer: null, contact_email: null, email: 'Jon@Example.com' });
  const customers = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();

  /** Polls until what a worker does by itself has happened. */
  async function until(done: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + 50_000;
    while (!(await done())) {
      if (Date.now() > deadline) throw new Error('it has not happened');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('is refused unless it is signed for the shop that its body names', async () => {
    const body = { shop_domain: shop.domain, customer: { id: 7 } };
    const foreign: Record<string, string>[] = [
      { 'X-Storefront-Hmac-SHA256': hmac('another secret', JSON.stringify(body)) },
      { 'X-Storefront-Shop-Domain': 'evil.shops.example' },
    ];
    for (const headers of foreign) {
      const response = await ask('customers/redact', body, headers);
      expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
    }
    expect((await shop.send(PATH, '{}', { 'X-Storefront-Topic': 'shop/redact' })).body).toEqual(UNAUTHORIZED);
    for (const unnamed of [{ customer: { id: 7 } }, { customer: { id: 7 }, shop_domain: '?' }]) {
      const { status, body: answer } = await ask('customers/redact', unnamed, { 'X-Storefront-Shop-Domain': '?' });
      expect([status, answer]).toMatchObject([400, { message: expect.stringContaining('shop_domain') }]);
    }
    expect((await ask('customers/redact', [body, body])).status).toBe(400);
    const unknown = 'unknown.shops.example';
    const headers = { 'X-Storefront-Shop-Domain': unknown };
    expect((await ask('shop/redact', { shop_domain: unknown }, headers)).body).toEqual({ accepted: 0 });
    expect((await ask('orders/create', body)).body).toEqual({ accepted: 0 });
  });

  it('creates a download for the owner when a customer asks for their data', async () => {
    await shop.webhook('orders/create', anOrder());
    await shop.webhook('orders/create', guestOrder);
    await merchant.shop.settled();
    const body = {
      shop_domain: shop.domain,
      customer: { id: 7, email: 'jon@example.com' },
      orders_requested: [1001],
      data_request: { id: 9999 },
    };
    for (let i = 0; i < 2; i += 1) expect((await ask('customers/data_request', body)).body).toEqual({ accepted: 1 });
    const { data } = (await merchant.owner.get('/integrations/data-requests')).body as { data: { id: string; external_id: string }[] };
    expect(data.map((request) => request.external_id).toSorted()).toEqual(await customers());
    const id = data.find((request) => request.external_id === '7')?.id ?? '';
    const download = await merchant.owner.get(`/integrations/data-requests/${id}`);
    expect(download.headers['content-disposition']).toContain('attachment');
    expect(download.body).toMatchObject({
      request: { external_id: '7', fetched_at: expect.any(String) },
      events: [{ event_type: 'order_created', value: 100, occurred_at: daysAgo(10) }],
      scores: [{ score: expect.any(String) }],
    });
    expect(download.text).not.toMatch(PERSONAL);
    const stranger = (await merchantOf(system)).owner;
    expect((await stranger.get(`/integrations/data-requests/${id}`)).status).toBe(404);
    expect((await stranger.get('/integrations/data-requests')).body).toMatchObject({ data: [] });
    expect((await merchant.owner.get('/integrations/data-requests/none')).status).toBe(404);
    expect((await (await memberOf(system)).get('/integrations/data-requests')).status).toBe(403);
  });

  it('creates a download with all events of a customer, however many they are', async () => {
    await shop.webhook('orders/create', anOrder());
    await merchant.shop.settled();
    await ask('customers/data_request', { shop_domain: shop.domain, customer: { id: 7 } });
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, data)
       SELECT tenant_id, 'e-' || n, customer_id, 'page_viewed', now() + n % 7 * interval '1.000001 s', '{}' FROM data_requests, generate_series(1, 10100) n
       WHERE tenant_id = '${merchant.owner.tenantId}'`,
    );
    const { data } = (await merchant.owner.get('/integrations/data-requests')).body as { data: { id: string }[] };
    const { body } = await merchant.owner.get(`/integrations/data-requests/${data[0]?.id}`);
    expect(new Set((body.events as { event_id: string }[]).map(({ event_id: event }) => event)).size).toBe(10_101);
  });

  it('counts as a new request on another day when the platform gives it no id', async () => {
    await shop.webhook('orders/create', anOrder());
    const body = { shop_domain: shop.domain, customer: { id: 7 } };
    const requests = async (): Promise<number> => (await merchant.shop.rows('data_requests', 'id')).length;
    for (let i = 0; i < 2; i += 1) expect((await ask('customers/data_request', body)).status).toBe(202);
    expect(await requests()).toBe(1);
    await system.setClock(24 * 3_600_000);
    try {
      for (let i = 0; i < 2; i += 1) expect((await ask('customers/data_request', body)).status).toBe(202);
    } finally {
      await system.setClock(0);
    }
    expect(await requests()).toBe(2);
  });

  it('erases a customer, also one known as a guest or by an order, and all data about them', async () => {
    await shop.webhook('refunds/create', shopifyRefund('40.00', { order_id: 1001, created_at: daysAgo(4) }));
    for (const id of [1003, 1005, 1006, 2000, 2001]) await shop.webhook('orders/delete', { id });
    await shop.webhook('orders/create', [
      anOrder(),
      anOrder({ id: 1005 }),
      guestOrder,
      anOrder({ id: 1003, customer: { id: 8 } }),
      anOrder({ id: 1004, customer: { id: 9 } }),
    ]);
    const restored = { id: 1006, updated_at: new Date(Date.now() + 60_000).toISOString() };
    await shop.webhook('orders/updated', anOrder(restored));
    await ask('customers/data_request', { shop_domain: shop.domain, customer: { id: 7 } });
    expect(await customers()).toHaveLength(4);
    const body = { shop_domain: shop.domain, customer: { id: 7, email: 'jon@example.com' }, orders_to_redact: [1003, 2001] };
    expect((await ask('customers/redact', body)).body).toEqual({ accepted: 1 });
    await until(async () => (await customers()).join(',') === '9');
    expect(await merchant.shop.rows('data_requests')).toEqual([]);
    const left = await merchant.shop.rows<{ event_id: string }>('events', 'event_id');
    // Orders 2000 and 2001 were deleted and never arrived. The service cannot know their customers, but 2001 was listed.
    expect(left.map(({ event_id: id }) => String(id.split(':')[4])).toSorted()).toEqual(['1004', '2000']);
    const orders = await merchant.shop.rows<{ order_key: string }>('orders', 'order_key');
    expect(orders.map(({ order_key: key }) => key).toSorted()).toEqual(['order:1004', 'order:2000']);
  });

  it('erases all data of a shop, and nothing else, when the shop is to be erased', async () => {
    await merchant.shop.send(order({ customer_id: 'own' }), order({ customer_id: '7' }));
    await shop.webhook('orders/create', [anOrder(), guestOrder], { 'X-Storefront-Event-Id': randomUUID() });
    await shop.webhook('refunds/create', shopifyRefund('40.00', { order_id: 5 }));
    const neighbour = await ConnectedShop.connect(system);
    await neighbour.webhook('orders/create', anOrder());
    expect((await ask('shop/redact', { shop_domain: shop.domain })).body).toEqual({ accepted: 1 });
    expect((await shop.webhook('orders/create', anOrder({ id: 6 }))).body).toEqual(UNAUTHORIZED);
    await until(async () => (await merchant.shop.rows('storefront_connections')).length === 0);
    // Customer 7 also ordered elsewhere: what the merchant's server sent stays, and what the shop sent is gone.
    expect(await customers()).toEqual(['7', 'own']);
    expect(await merchant.shop.rows('events', 'event_type')).toHaveLength(2);
    expect((await merchant.shop.churnOf('7')).features_extended.orders_total).toBe(1);
    expect(await merchant.shop.rows('storefront_deliveries')).toEqual([]);
    expect(await neighbour.merchant.settledRows('customers')).toHaveLength(1);
  });

  it('reaches tenants whose own server forwards the webhooks of a shop without a connection', async () => {
    const passing = await merchantOf(system);
    const domain = `${randomUUID()}.shops.example`;
    const passOn = async (path: string, of: object): Promise<void> => {
      const text = JSON.stringify(of);
      const headers = { 'X-Storefront-Hmac-SHA256': hmac(shop.secret, text), 'X-Storefront-Shop-Domain': domain };
      expect((await passing.shop.post(`/webhooks/storefront/${path}`, text).set(headers)).body).toEqual({ accepted: 1 });
    };
    const known = async (): Promise<string[]> =>
      (await passing.shop.settledRows<{ external_id: string }>('customers', 'external_id')).map((row) => row.external_id).toSorted();
    await Promise.all([7, 8, 9].map((id) => passOn('orders', anOrder({ id: 1000 + id, customer: { id } }))));
    await passing.shop.send(order({ customer_id: 'own' }));
    const about = { shop_domain: domain };
    const headers = { 'X-Storefront-Shop-Domain': domain };
    expect((await ask('customers/data_request', { ...about, customer: { id: 7 } }, headers)).body).toEqual({ accepted: 1 });
    const { data } = (await passing.owner.get('/integrations/data-requests')).body as { data: unknown[] };
    expect(data).toMatchObject([{ external_id: '7', shop: domain }]);
    expect((await ask('customers/redact', { ...about, customer: { id: 7 }, orders_to_redact: [1008] }, headers)).status).toBe(202);
    await until(async () => (await known()).join(',') === '9,own');
    // Forwarded webhooks do not count as a connection: nothing is shown, and another shop can be connected.
    expect((await passing.owner.get('/integrations')).body).toMatchObject({ shop: null, status: 'disconnected' });
    for (let round = 0; round < 2; round += 1) {
      expect((await ask('shop/redact', about, headers)).body).toEqual({ accepted: 1 });
      // The same call again is a replay as long as webhooks of the shop arrive.
      expect((await ask('shop/redact', about, headers)).body).toEqual({ accepted: 0 });
      await until(async () => (await known()).join(',') === 'own');
      // Events that the server forwards afterwards are found as well.
      await passOn('customers', { id: 10 + round, created_at: daysAgo(1), updated_at: daysAgo(1) });
      expect((await ask('shop/redact', about, headers)).body).toEqual({ accepted: 0 });
      await system.owner.query(`UPDATE compliance_calls SET accepted_at = now() - interval '3 days'`);
      await system.owner.query(`UPDATE storefront_connections SET last_webhook_at = now() - interval '2 days' WHERE shop = $1`, [domain]);
    }
    expect((await ask('shop/redact', about, headers)).body).toEqual({ accepted: 1 });
    await until(async () => (await passing.shop.rows('storefront_connections')).length === 0);
    expect(await known()).toEqual(['own']);
  });

  it('does nothing when the body was signed for another topic or shop than its headers name', async () => {
    await shop.webhook('orders/create', anOrder());
    const own = { shop_domain: shop.domain, customer: { id: 7 } };
    const replayed: [string, object, number][] = [
      ['shop/redact', anOrder(), 202],
      ['app/uninstalled', anOrder(), 202],
      ['customers/redact', anOrder(), 400],
      ['shop/redact', {}, 400],
      ['app/uninstalled', {}, 400],
      ['shop/redact', own, 202],
      ['shop/redact', { id: 1, myshopify_domain: shop.domain }, 202],
      ['app/uninstalled', own, 202],
      ['customers/redact', { ...own, data_request: { id: 1 } }, 202],
    ];
    for (const [topic, body, status] of replayed) {
      const response = await ask(topic, body);
      const { accepted = 'nothing was' } = response.body as { accepted?: number };
      expect([topic, body, response.status, accepted]).toEqual([topic, body, status, status === 202 ? 0 : 'nothing was']);
    }
    const [connection] = await merchant.shop.rows<{ status: string; redact_requested_at: Date | null }>('storefront_connections');
    expect(connection).toMatchObject({ status: 'connected', redact_requested_at: null });
    const log = (await merchant.owner.get('/audit-log')).body as { data: { action: string }[] };
    expect(log.data.map(({ action }) => action)).not.toContain('customer.erasure_requested');
    expect(await customers()).toEqual(['7']);
  });

  it('disconnects an uninstalled shop, but not one that was connected afterwards', async () => {
    const before = { 'X-Storefront-Triggered-At': '2020-01-01T00:00:00.000Z' };
    await ask('app/uninstalled', { id: 1, myshopify_domain: shop.domain }, before);
    expect((await shop.webhook('orders/create', anOrder())).status).toBe(202);
    expect((await ask('app/uninstalled', { id: 1, myshopify_domain: shop.domain })).body).toEqual({ accepted: 1 });
    expect((await shop.webhook('orders/create', anOrder())).body).toEqual(UNAUTHORIZED);
    const log = (await merchant.owner.get('/audit-log')).body as { data: { action: string }[] };
    expect(log.data.map(({ action }) => action)).toContain('storefront.disconnected');
  });

  describe('for a WooCommerce shop', () => {
    const connect = (address = 'https://www.mary.example/shop/', more: object = {}) =>
      merchant.owner.post('/integrations/storefront/woocommerce', { shop: address, ...more });
    beforeEach(() =>
      system.owner.query(`UPDATE storefront_connections SET status = 'disconnected' WHERE tenant_id = $1`, [merchant.owner.tenantId]),
    );

    it('the owner gets a secret and URLs, and the first webhook connects the shop', async () => {
      const { status, body: made } = await connect();
      expect([status, made]).toMatchObject([
        201,
        { shop: 'mary.example', status: 'pending', secret: expect.stringMatching(/^[\w-]{43}$/) },
      ]);
      const { secret, webhooks } = made as { secret: string; webhooks: { delivery_url: string }[] };
      const path = new URL(webhooks[0]?.delivery_url ?? '').pathname.replace('/api/v1', '');
      expect(path).toBe(shop.path('orders'));
      const ping = await shop.send(path, 'webhook_id=12', { 'Content-Type': 'application/x-www-form-urlencoded' });
      expect([ping.status, ping.body]).toEqual([200, { accepted: 0, rejected: 0 }]);
      for (const text of ['webhook_id=x', 'webhook_id=1&a=b', '']) {
        expect((await shop.send(path, text, { 'Content-Type': 'application/x-www-form-urlencoded' })).body).toEqual(UNAUTHORIZED);
      }
      const text = JSON.stringify(wooCommerceOrder({ customer_id: 0, date_created_gmt: daysAgo(3).slice(0, 19) }));
      const headers = {
        'X-WC-Webhook-Topic': 'order.created',
        'X-WC-Webhook-Source': 'https://mary.example/shop/',
        'X-WC-Webhook-Delivery-ID': randomUUID(),
      };
      const taken = await shop.send(path, text, { ...headers, 'X-WC-Webhook-Signature': hmac(secret, text) });
      expect([taken.status, taken.body]).toEqual([202, { accepted: 1, rejected: 0 }]);
      // WooCommerce gives all deliveries of a second the same id.
      const other = JSON.stringify(wooCommerceOrder({ id: 4712, customer_id: 0, date_created_gmt: daysAgo(3).slice(0, 19) }));
      const accepted = await shop.send(path, other, { ...headers, 'X-WC-Webhook-Signature': hmac(secret, other) });
      expect([accepted.status, accepted.body]).toEqual([202, { accepted: 1, rejected: 0 }]);
      const rows = await merchant.shop.rows<{ status: string; platform: string }>('storefront_connections');
      const live = rows.find((row) => row.platform === 'woocommerce');
      expect(live?.status).toBe('connected');
      expect(await customers()).toEqual([expect.stringMatching(/^email:[0-9a-f]{64}$/)]);
      expect(JSON.stringify(await merchant.shop.rows('events'))).not.toMatch(PERSONAL);
      for (const foreign of [
        { 'X-WC-Webhook-Source': 'https://evil.example/' },
        { 'X-WC-Webhook-Signature': hmac(STOREFRONT_APPS.STOREFRONT_APP_SECRET, text) },
      ]) {
        // prettier-ignore
        expect((await shop.send(path, text, { ...headers, 'X-WC-Webhook-Signature': hmac(secret, text), ...foreign })).body).toEqual(UNAUTHORIZED);
      }
      const again = (await connect('www.mary.example')).body as { secret: string };
      expect(again.secret).not.toBe(secret);
      // The previous secret stays valid for a day unless the request ends it.
      expect((await shop.send(path, text, { ...headers, 'X-WC-Webhook-Signature': hmac(secret, text) })).status).toBe(202);
      expect((await connect('www.mary.example', { grace_period_hours: 0 })).body).toMatchObject({ status: 'pending' });
      expect((await shop.send(path, text, { ...headers, 'X-WC-Webhook-Signature': hmac(secret, text) })).body).toEqual(UNAUTHORIZED);
      expect((await connect('other.example')).status).toBe(409);
    });

    it('the request needs a URL and an owner', async () => {
      expect((await connect('not an address')).status).toBe(400);
      expect((await (await memberOf(system)).post('/integrations/storefront/woocommerce', { shop: 'mary.example' })).status).toBe(403);
    });
  });
});
