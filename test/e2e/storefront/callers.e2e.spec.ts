import { shopifyCustomer, shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';

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
