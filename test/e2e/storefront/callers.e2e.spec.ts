import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { shopifyCustomer, shopifyOrder, wooCommerceCustomer } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

const UNAUTHORIZED = { error: 'unauthorized' };

describe('the sender of storefront webhooks', () => {
  let system: ChurnSystem;
  let shop: ConnectedShop;

  beforeAll(async () => {
    system = await ChurnSystem.start(STOREFRONT_APPS);
  }, 120_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await ConnectedShop.connect(system);
  });

  const anOrder = (): Record<string, unknown> => shopifyOrder({ customer: { id: 7 } });
  const eventTypes = async (): Promise<string[]> =>
    (await shop.merchant.rows<{ event_type: string }>('events', 'event_type')).map((row) => row.event_type).toSorted();

  it('is not rate-limited as long as the signatures are valid', async () => {
    const strict = await system.startAnother('api', { RATE_LIMIT_PER_ADDRESS: '3' });
    try {
      const body = JSON.stringify(anOrder());
      const post = (signature: string): Promise<number> =>
          fetch(`${strict.url}${shop.path('orders')}`, { method: 'POST', body, headers: { 'X-Storefront-Hmac-SHA256': signature } }).then(({ status }) => status); // prettier-ignore
      const refused = [];
      for (let i = 0; i < 6; i += 1) refused.push(await post(hmac('another secret', body)));
      expect(refused).toEqual([401, 401, 401, 429, 429, 429]);
      for (let i = 0; i < 6; i += 1) expect(await post(hmac(shop.secret, body))).toBe(202);
    } finally {
      await strict.stop();
    }
  });

  it('is limited when its API key may not ingest', async () => {
    const { owner } = await merchantOf(system);
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = 3 WHERE id = $1', [owner.tenantId]);
    const { body: made } = await owner.post('/tenant/api-keys', { name: 'Reader', scope: 'read' }).expect(201);
    remember(made.api_key);
    const statuses = [];
    for (let i = 0; i < 5; i += 1) {
      const body = JSON.stringify(anOrder());
      const headers = { 'X-API-Key': made.api_key, 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body) };
      statuses.push((await shop.send('/webhooks/storefront/orders', body, headers)).status);
    }
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
  });

  it('is limited when it signs with a secret of its own, by calls, bytes and events, and answered 503 beyond', async () => {
    const { owner, shop: merchant } = await merchantOf(system);
    const { body: made } = await owner.post('/integrations/storefront/woocommerce', { shop: 'https://woo.example.com' }).expect(201);
    remember(made.secret);
    const woo = await ConnectedShop.connect(system, 'woocommerce');
    const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
      woo.send(woo.path('customers', owner.tenantId), body, {
        'X-WC-Webhook-Topic': 'customer.created',
        'X-WC-Webhook-Signature': hmac(made.secret, body),
        ...headers,
      });
    const some = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, id) => wooCommerceCustomer({ id: id + 1 })));
    // Ten units for each request of the plan.
    const beginMinute = async (rate: number): Promise<void> => {
      await system.owner.query('UPDATE tenants SET rate_limit_per_minute = $2 WHERE id = $1', [owner.tenantId, rate]);
      await system.redis.del(`churn:rate:shop ${owner.tenantId}`);
    };
    await beginMinute(1);
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await post(some(1))).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 202), 503, 503]);
    const { body, headers } = await post(some(1));
    expect([body.error, Number(headers['retry-after']) > 5, Number(headers['retry-after']) <= 60]).toEqual([
      'service_unavailable',
      true,
      true,
    ]);
    expect((await shop.webhook('orders/create', anOrder())).status).toBe(202);
    expect((await merchant.get('/customers')).status).toBe(200);

    await beginMinute(1);
    const large = ' '.repeat(9 * 64 * 1024) + some(1);
    expect([(await post(large)).status, (await post(large)).status]).toEqual([202, 503]);
    await beginMinute(4);
    const packed = gzipSync(some(1));
    const gzip = { 'Content-Encoding': 'gzip' };
    expect([(await post(packed, gzip)).status, (await post(packed, gzip)).status]).toEqual([202, 503]);
    await beginMinute(2);
    expect([(await post(some(100))).status, (await post(some(100))).status, (await post(some(1))).status]).toEqual([202, 503, 503]);
  });

  it('that makes up tenants leaves connections to the database for others, once its address has used up its calls', async () => {
    const strict = await system.startAnother('api', { RATE_LIMIT_PER_ADDRESS: '3', DATABASE_POOL_SIZE: '8' });
    const holding = new Client({ connectionString: system.ownerUrl });
    await holding.connect();
    try {
      const body = JSON.stringify(anOrder());
      const signed = { method: 'POST', body, headers: { 'X-Storefront-Hmac-SHA256': hmac('another secret', body) } };
      const makeUp = (): Promise<number> => fetch(`${strict.url}${shop.path('orders', randomUUID())}`, signed).then(({ status }) => status);
      for (let i = 0; i < 4; i += 1) await makeUp();
      expect(await makeUp()).toBe(429);
      await holding.query('BEGIN');
      await holding.query('LOCK TABLE storefront_connections IN ACCESS EXCLUSIVE MODE');
      const madeUp = Array.from({ length: 40 }, makeUp);
      await sleep(300);
      expect(await waitingForLocks(system.ownerUrl, 'storefront_connections')).toBeLessThanOrEqual(4);
      const asked = await fetch(`${strict.url}/customers`, { headers: { 'X-API-Key': shop.merchant.apiKey } });
      expect(asked.status).toBeLessThan(500);
      await holding.query('ROLLBACK');
      expect((await Promise.all(madeUp)).every((status) => status === 429 || status === 503)).toBe(true);
    } finally {
      await holding.end();
      await strict.stop();
    }
  });

  describe('with an API key', () => {
    const post = (body: string, headers: Record<string, string>, kind = 'orders') =>
      shop.merchant.post(`/webhooks/storefront/${kind}`, body).set(headers);

    it('needs a valid signature of the platform too', async () => {
      const body = JSON.stringify(anOrder());
      expect((await post(body, {})).body).toEqual(UNAUTHORIZED);
      expect((await post(body, { 'X-Storefront-Hmac-SHA256': hmac('another secret', body) })).body).toEqual(UNAUTHORIZED);
      const foreign = { 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body), 'X-Storefront-Shop-Domain': 'evil.shops.example' };
      expect((await post(body, foreign)).body).toEqual(UNAUTHORIZED);
      const response = await shop.send('/webhooks/storefront/orders', body, { 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body) });
      expect([response.status, response.body]).toEqual([
        401,
        expect.objectContaining({ error: 'unauthorized', message: expect.any(String) }),
      ]);
    });

    it('cannot use the secret of another platform than that of the connected shop', async () => {
      const body = JSON.stringify(anOrder());
      const headers = { 'X-Storefront-Hmac-SHA256': hmac(STOREFRONT_APPS.STOREFRONT_APP_SECRET, body) };
      expect((await post(body, headers)).status).toBe(202);
      shop = await ConnectedShop.connect(system, 'shopify');
      expect((await post(body, headers)).body).toEqual(UNAUTHORIZED);
      expect((await post(body, { 'X-Shopify-Hmac-SHA256': hmac(shop.secret, body) })).status).toBe(202);
    });

    it('is accepted without a connected shop, and the answer counts the events', async () => {
      const [anyOrder, anyCustomer] = [JSON.stringify(anOrder()), JSON.stringify(shopifyCustomer())];
      shop = Object.assign(Object.create(ConnectedShop.prototype) as ConnectedShop, shop, {
        merchant: await system.shop({ rateLimit: 1 }),
      });
      for (const accepted of [1, 0, 0]) {
        const response = await post(anyOrder, { 'X-Storefront-Hmac-SHA256': hmac(shop.secret, anyOrder) });
        expect([response.status, response.body]).toEqual([202, { accepted }]);
      }
      const response = await post(anyCustomer, { 'X-Storefront-Hmac-SHA256': hmac(shop.secret, anyCustomer) }, 'customers');
      expect([response.status, response.body]).toEqual([202, { accepted: 1 }]);
      expect(await eventTypes()).toEqual(['customer_updated', 'order_created']);
    });
  });
});
