import RudderAnalytics from '@rudderstack/rudder-sdk-node';
import { Analytics } from '@segment/analytics-node';
import { FailingProxy } from '../../support/http/failing-proxy.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo } from '../../support/shop/builders.js';

interface Stored {
  readonly event_id: string;
  readonly event_type: string;
  readonly value: string | null;
  readonly data: Record<string, unknown> | null;
  readonly occurred_at: Date;
}

/** The paths of the service, below the host. */
const PATH = '/api/v1/segment';

describe('the clients of others, unchanged', () => {
  let system: ChurnSystem;
  let merchant: Merchant;
  let proxy: FailingProxy;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
    proxy = await FailingProxy.start(new URL(system.api.url).origin);
  });
  afterEach(() => proxy.stop());

  /** Makes a key that may only send, as a shop would for a client. */
  async function writeKey(): Promise<string> {
    const { body } = await merchant.owner.post('/tenant/api-keys', { name: 'Pipe', scope: 'ingest' }).expect(201);
    return (body as { api_key: string }).api_key;
  }

  const stored = async (): Promise<Stored[]> => {
    const rows = await merchant.shop.rows<Stored>('events', 'event_id, event_type, value, data, occurred_at');
    return rows.toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime());
  };
  const typesOf = async (): Promise<string[]> => (await stored()).map(({ event_type: type }) => type);

  describe('@segment/analytics-node', () => {
    let analytics: Analytics;

    beforeEach(async () => {
      analytics = new Analytics({ writeKey: await writeKey(), host: proxy.url, path: `${PATH}/v1/batch`, flushInterval: 20 });
    });

    /** Sends what waits, and returns the calls that the client has given up. */
    async function flush(): Promise<unknown[]> {
      const failed: unknown[] = [];
      analytics.on('error', (error) => failed.push(error));
      await analytics.closeAndFlush({ timeout: 30_000 });
      return failed;
    }

    it('sends orders that become a score, with a 503 and a lost answer in between', async () => {
      proxy.failures.push('refuse', 'lose');
      for (const days of [60, 40, 20]) {
        analytics.track({
          userId: 'c-1',
          event: 'Order Completed',
          properties: {
            order_id: `o-${days}`,
            total: 30,
            currency: 'EUR',
            products: [{ product_id: 'p', category: 'Tea', quantity: 1, price: 30 }],
          },
          timestamp: daysAgo(days),
        });
      }
      expect(await flush()).toEqual([]);
      expect(proxy.passed.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => `${PATH}/v1/batch`));
      await merchant.shop.settled();
      expect(await stored()).toHaveLength(3);
      const { features_extended: features } = await merchant.shop.churnOf('c-1');
      expect(features).toMatchObject({ orders_total: 3 });
      expect((await merchant.shop.get('/customers/c-1').expect(200)).body).toMatchObject({ bought: [{ category: 'Tea' }] });
    });

    it('sends more calls than a plan has in a batch, in batches of its own size', async () => {
      for (let i = 0; i < 250; i += 1) analytics.track({ userId: `c-${i}`, event: 'Product Viewed', properties: { product_id: 'p' } });
      expect(await flush()).toEqual([]);
      expect(proxy.passed.length).toBeGreaterThanOrEqual(250 / 15);
      expect(await stored()).toHaveLength(250);
    });

    it('sends every kind of call, and joins a visitor with the customer', async () => {
      const { shop } = merchant;
      analytics.page({ anonymousId: 'a-1', name: 'Home' });
      analytics.screen({ anonymousId: 'a-1', name: 'Home' });
      analytics.identify({ userId: 'c-1', traits: { email: 'ada@shop.example', accepts_marketing: true } });
      analytics.group({ userId: 'c-1', groupId: 'g' });
      analytics.track({ userId: 'c-1', event: 'Checkout Started', properties: { checkout_id: 'k' } });
      analytics.alias({ previousId: 'a-1', userId: 'c-1' });
      expect(await flush()).toEqual([]);
      await shop.settled();
      expect((await typesOf()).toSorted()).toEqual(['checkout_started', 'customer_updated', 'page_viewed', 'page_viewed']);
      expect((await shop.get('/customers/a-1').expect(200)).body).toMatchObject({ external_id: 'c-1' });
    });

    it('gives up at a key that is not valid, and the service stores nothing', async () => {
      analytics = new Analytics({ writeKey: 'not-a-key', host: proxy.url, path: `${PATH}/v1/batch` });
      analytics.track({ userId: 'c-1', event: 'Order Completed', properties: { order_id: 'o' } });
      expect(await flush()).toHaveLength(1);
      expect(await stored()).toEqual([]);
    });
  });

  describe('@rudderstack/rudder-sdk-node', () => {
    const clientOf = (key: string, options: object = {}): RudderAnalytics =>
      new RudderAnalytics(key, { dataPlaneUrl: `${proxy.url}${PATH}`, flushInterval: 50, logLevel: 'none', ...options });

    const sent = (client: RudderAnalytics): Promise<Error | undefined> =>
      new Promise((resolve) => void client.flush((error) => resolve(error)).catch((error: Error) => resolve(error)));

    it.each([true, false])('sends orders, gzip: %s, with a 503 and a lost answer in between', async (gzip) => {
      const client = clientOf(await writeKey(), { gzip, flushAt: 20 });
      proxy.failures.push('refuse', 'lose');
      const timestamp = new Date(daysAgo(9));
      client.track({ userId: 'c-1', event: 'Order Completed', properties: { order_id: 'o-1', revenue: 12.5, currency: 'EUR' }, timestamp });
      client.track({ userId: 'c-1', event: 'Order Refunded', properties: { order_id: 'o-1', total: 2.5 } });
      expect(await sent(client)).toBeUndefined();
      expect(await sent(client)).toBeUndefined();
      expect(proxy.passed.some(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(gzip);
      await merchant.shop.settled();
      expect(await typesOf()).toEqual(['order_completed', 'order_refunded']);
      expect((await stored())[0]).toMatchObject({ occurred_at: timestamp, data: { order_id: 'o-1', currency: 'EUR' } });
      expect((await merchant.shop.churnOf('c-1')).features).toMatchObject({ monetary_total: '10.00' });
    });
  });
});
