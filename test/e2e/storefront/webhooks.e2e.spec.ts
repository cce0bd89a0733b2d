import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { shopifyCustomer, shopifyOrder, shopifyRefund } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { daysAgo, order, refund } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS as APPS } from '../../support/storefront/storefront-apps.js';
import type { Shop } from '../../support/shop/shop.js';

const UNAUTHORIZED = { error: 'unauthorized' };

describe('the webhooks of a connected storefront', () => {
  let system: ChurnSystem;
  let shop: ConnectedShop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    shop = await ConnectedShop.connect(system);
  });

  const eventTypes = async (): Promise<string[]> =>
    (await shop.merchant.rows<{ event_type: string }>('events', 'event_type')).map((row) => row.event_type).toSorted();

  const acceptedBy = (answers: readonly { readonly body: unknown }[]): number =>
    answers.reduce((sum, { body }) => sum + (body as { accepted: number }).accepted, 0);

  /** An order of customer 7, paid ten days ago. */
  const anOrder = (fields: Record<string, unknown> = {}): Record<string, unknown> =>
    shopifyOrder({ id: 1001, created_at: daysAgo(10), processed_at: daysAgo(10), updated_at: daysAgo(10), customer: { id: 7 }, ...fields });
  const money = async (customer = '7'): Promise<[string, number]> => {
    await shop.merchant.settled();
    const { features, features_extended: more } = await shop.merchant.churnOf(customer);
    return [features.monetary_total, more.orders_total];
  };

  describe('with a valid signature', () => {
    it('are accepted, counted and scored', async () => {
      const response = await shop.webhook('orders/create', anOrder());
      expect([response.status, response.body]).toEqual([202, { accepted: 1, rejected: 0 }]);
      expect(await money()).toEqual(['100.00', 1]);
      expect((await shop.merchant.get('/customers/7')).body).toMatchObject({ external_id: '7', last_order_at: daysAgo(10) });
      expect((await shop.webhook('customers/create', shopifyCustomer())).body).toEqual({ accepted: 1, rejected: 0 });
    });

    it('may have it in hex, with the previous secret, and under the header names of their platform', async () => {
      const body = JSON.stringify(anOrder());
      const headers = shop.headers('orders/create');
      const hex = hmac(shop.secret, body, 'hex');
      const signatures = [hex, `sha256=${hex}`, hmac(APPS.STOREFRONT_APP_SECRET_PREVIOUS, body)];
      for (const signature of signatures) {
        expect((await shop.send(shop.path('orders'), body, { ...headers, 'X-Storefront-Hmac-SHA256': signature })).status).toBe(202);
      }
      for (const [platform, prefix, status] of [
        ['shopify', 'X-Shopify', 202],
        ['shopify', 'shopify', 202],
        ['shopline', 'X-Shopline', 200],
      ] as const) {
        // prettier-ignore
        const theirs = await ConnectedShop.connect(system, platform);
        const own = {
          [`${prefix}-Hmac-SHA256`]: hmac(theirs.secret, body),
          [`${prefix}-Topic`]: 'orders/create',
          [`${prefix}-Shop-Domain`]: theirs.domain.toUpperCase(),
          [`${prefix}-Webhook-Id`]: randomUUID(),
        };
        const response = await theirs.send(theirs.path('orders'), body, own);
        expect([platform, response.status, response.body]).toEqual([platform, status, { accepted: 1, rejected: 0 }]);
        expect(await theirs.merchant.rows('events', 'event_id')).toMatchObject([{ event_id: expect.stringContaining(`sf:${platform}:`) }]);
      }
    });

    it('may contain several resources, and those without a customer are counted apart', async () => {
      const bodies = [anOrder({ id: 1 }), anOrder({ id: 2, customer: null, email: null, contact_email: null }), 5, anOrder({ id: 1 })];
      expect((await shop.webhook('orders/create', bodies)).body).toEqual({ accepted: 1, rejected: 2 });
      expect((await shop.webhook('orders/create', [])).body).toEqual({ accepted: 0, rejected: 0 });
    });

    it('are about creations when they name no topic', async () => {
      const signed = (body: string): Record<string, string> => ({ 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body) });
      const [anyOrder, anyCustomer] = [JSON.stringify(anOrder()), JSON.stringify(shopifyCustomer())];
      expect((await shop.send(shop.path('orders'), anyOrder, signed(anyOrder))).body).toEqual({ accepted: 1, rejected: 0 });
      expect((await shop.send(shop.path('customers'), anyCustomer, signed(anyCustomer))).body).toEqual({ accepted: 1, rejected: 0 });
      expect(await eventTypes()).toEqual(['customer_created', 'order_created']);
    });

    it('leave no event when their topic is not about purchases', async () => {
      for (const topic of ['products/update', 'orders/fulfilled', 'draft_orders/create']) {
        const response = await shop.webhook(topic, anOrder());
        expect([response.status, response.body]).toEqual([202, { accepted: 0, rejected: 0 }]);
      }
      expect(await eventTypes()).toEqual([]);
    });

    it('update the time when the shop was last heard from', async () => {
      await shop.webhook('orders/create', anOrder());
      const [connection] = await shop.merchant.rows<{ last_webhook_at: Date }>('storefront_connections');
      expect(Date.now() - Number(connection?.last_webhook_at)).toBeLessThan(60_000);
    });
  });

  describe('that repeat or arrive out of order', () => {
    it('count once, also when many arrive at the same moment', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => shop.webhook('orders/create', anOrder())));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
      expect(acceptedBy(answers)).toBe(1);
      expect(await money()).toEqual(['100.00', 1]);
    });

    it('count once when the platform gives them the same event id, also with different bodies', async () => {
      const sameEvent = { 'X-Storefront-Event-Id': randomUUID() };
      const bodies = ['2', '3', '4'].map((second) => shopifyCustomer({ updated_at: `2026-11-05T16:09:4${second}Z` }));
      const answers = await Promise.all(bodies.map((body) => shop.webhook('customers/update', body, sameEvent)));
      expect(acceptedBy(answers)).toBe(1);
      // The platform may send one action of the merchant under several topics.
      expect((await shop.webhook('customers/create', shopifyCustomer(), sameEvent)).body).toEqual({ accepted: 1, rejected: 0 });
    });

    it('leave the latest state of the order when the update arrives before the creation', async () => {
      const updated = anOrder({ updated_at: daysAgo(2), current_total_price: '80.00', total_price: '80.00' });
      expect((await shop.webhook('orders/updated', updated)).body).toEqual({ accepted: 1, rejected: 0 });
      expect((await shop.webhook('orders/create', anOrder())).body).toEqual({ accepted: 0, rejected: 0 });
      expect(await money()).toEqual(['80.00', 1]);
      expect((await shop.merchant.get('/customers/7')).body).toMatchObject({ last_order_at: daysAgo(10) });
    });

    it('subtract a refund once, whichever of its webhooks arrive, in any order', async () => {
      const given = shopifyRefund('40.00', { order_id: 1001, created_at: daysAgo(4) });
      const after = anOrder({
        updated_at: daysAgo(4),
        financial_status: 'partially_refunded',
        current_total_price: '60.00',
        refunds: [given],
      });
      const all = [['orders/create', anOrder()], ['refunds/create', given], ['orders/updated', after]] as const; // prettier-ignore
      for (const sequence of [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2], [0, 1], [1, 0], [2]]) {
        // prettier-ignore
        shop = await ConnectedShop.connect(system);
        for (const at of sequence) {
          const [topic, body] = all[at] as (typeof all)[number];
          expect((await shop.webhook(topic, body)).status).toBe(202);
        }
        expect([sequence, await money()]).toEqual([sequence, ['60.00', 1]]);
        expect((await shop.merchant.get('/customers')).body.data).toHaveLength(1);
      }
    });

    it('count no order that was cancelled, refunded in full, deleted, a test, or free', async () => {
      const gone = [
        ['orders/cancelled', anOrder({ cancelled_at: daysAgo(3), updated_at: daysAgo(3) })],
        ['orders/updated', anOrder({ id: 2, financial_status: 'refunded', updated_at: daysAgo(3), current_total_price: '0.00' })],
        ['orders/create', anOrder({ id: 5 })],
        ['orders/delete', { id: 5 }],
        ['orders/create', anOrder({ id: 3, test: true })],
        ['orders/create', anOrder({ id: 7, financial_status: 'voided' })],
        ['orders/create', anOrder({ id: 8, cancelled_at: daysAgo(10) })],
        ['orders/create', anOrder({ id: 4, total_price: '0.00', current_total_price: '0.00' })],
      ] as const;
      await shop.webhook('orders/create', anOrder());
      for (const [topic, body] of gone) expect((await shop.webhook(topic, body)).body).toEqual({ accepted: 1, rejected: 0 });
      await shop.merchant.settled();
      expect((await shop.merchant.churnOf('7')).churn).toBeNull();
    });

    it('cancel an order that arrives later, until a newer state restores it', async () => {
      const cancelled = { id: 6, cancelled_at: daysAgo(0), updated_at: daysAgo(0) };
      const early = [['orders/delete', { id: 5 }], ['orders/cancelled', cancelled]] as const; // prettier-ignore
      for (const [topic, body] of early) expect((await shop.webhook(topic, body)).body).toEqual({ accepted: 1, rejected: 0 });
      for (const id of [5, 6]) expect((await shop.webhook('orders/create', anOrder({ id }))).body).toEqual({ accepted: 1, rejected: 0 });
      await shop.merchant.settled();
      expect((await shop.merchant.churnOf('7')).churn).toBeNull();
      const restored = anOrder({ id: 5, updated_at: new Date(Date.now() + 60_000).toISOString() });
      await shop.webhook('orders/updated', restored);
      expect(await money()).toEqual(['100.00', 1]);
    });

    it('keep orders apart whose ids differ only beyond 2^53', async () => {
      for (const id of ['820982911946154508', '820982911946154509']) {
        await shop.webhook('orders/create', JSON.stringify(anOrder({ id: '#' })).replace('"#"', id));
      }
      expect(await money()).toEqual(['200.00', 2]);
      expect((await shop.merchant.rows<{ order_key: string }>('orders', 'order_key')).map((row) => row.order_key).toSorted()).toEqual([
        'order:820982911946154508',
        'order:820982911946154509',
      ]);
    });

    it('give the same scores as the same orders sent as events', async () => {
      const other: Shop = await system.shop();
      const orders = [40, 25, 12, 3].map((days, i) => anOrder({ id: i + 1, created_at: daysAgo(days), processed_at: daysAgo(days), updated_at: daysAgo(days) })); // prettier-ignore
      for (const each of orders.toReversed()) await shop.webhook('orders/paid', each);
      await shop.webhook('refunds/create', shopifyRefund('40.00', { order_id: 3, created_at: daysAgo(5) }));
      const about = (i: number) => ({ customer_id: '7', data: { order_id: String(i) } });
      await other.send(
        ...[40, 25, 12, 3].map((days, i) => order({ ...about(i + 1), occurred_at: daysAgo(days), value: 100 })),
        refund({ ...about(3), value: 40 }),
      );
      await shop.merchant.settled();
      const details = await Promise.all([shop.merchant.churnOf('7'), other.churnOf('7')]);
      const [storefront, api] = details.map(({ churn, features, features_extended: more }) => ({ score: churn?.score, label: churn?.label, features, more })); // prettier-ignore
      expect(storefront).toEqual(api);
      expect(storefront?.features.monetary_total).toBe('360.00');
    });
  });

  describe('that do not belong to the connected shop', () => {
    const body = JSON.stringify({ id: 5, created_at: '2026-11-01T00:00:00Z', customer: { id: 7 } });
    const good = (): Record<string, string> => ({ ...shop.headers('orders/create'), 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body) });

    it.each([
      ['no signature', (): Record<string, string> => ({ 'X-Storefront-Topic': 'orders/create' })],
      ['an empty one', () => ({ ...good(), 'X-Storefront-Hmac-SHA256': '' })],
      ['a short one', () => ({ ...good(), 'X-Storefront-Hmac-SHA256': 'c2hvcnQ=' })],
      ['one of another secret', () => ({ ...good(), 'X-Storefront-Hmac-SHA256': hmac('another secret', body) })],
      ['one of another platform', () => ({ ...good(), 'X-Storefront-Hmac-SHA256': hmac(APPS.SHOPIFY_APP_SECRET, body) })],
      ['one of another body', () => ({ ...good(), 'X-Storefront-Hmac-SHA256': hmac(shop.secret, `${body} `) })],
      ['another shop', () => ({ ...good(), 'X-Storefront-Shop-Domain': 'evil.shops.example' })],
      ['no shop at all', () => ({ ...good(), 'X-Storefront-Shop-Domain': 'not a domain' })],
    ])('are refused with %s', async (_, headers) => {
      const response = await shop.send(shop.path('orders'), body, headers());
      expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
      expect(await eventTypes()).toEqual([]);
    });

    it('are refused for a tenant that is not connected, has disconnected, is another, or does not exist', async () => {
      const [stranger, left] = [await system.shop(), await ConnectedShop.connect(system)];
      await system.owner.query(`UPDATE storefront_connections SET status = 'disconnected' WHERE tenant_id = $1`, [left.merchant.tenantId]);
      const theirs = await ConnectedShop.connect(system);
      for (const tenantId of [stranger.tenantId, left.merchant.tenantId, theirs.merchant.tenantId, randomUUID(), 'nobody', "'"]) {
        const response = await shop.send(shop.path('orders', encodeURIComponent(tenantId)), body, good());
        expect([tenantId, response.status, response.body]).toEqual([tenantId, 401, UNAUTHORIZED]);
      }
    });

    it('are refused when the body names another shop', async () => {
      const response = await shop.webhook('orders/create', anOrder({ shop_domain: 'evil.shops.example' }));
      expect([response.status, response.body]).toEqual([401, UNAUTHORIZED]);
      expect((await shop.webhook('orders/create', anOrder({ shop_domain: shop.domain }))).status).toBe(202);
    });

    it('are refused with any signature when no secret of the platform is set', async () => {
      const theirs = await ConnectedShop.connect(system, 'woocommerce');
      expect((await theirs.send(theirs.path('orders'), body, { 'X-WC-Webhook-Signature': hmac('', body) })).body).toEqual(UNAUTHORIZED);
    });
  });

  describe('that are hostile or broken but signed', () => {
    it.each([
      ['not JSON', '{"id":', 400],
      ['empty', '', 400],
      ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
      ['nested without end', '['.repeat(60_000), 400],
      ['too many resources', `[${'{},'.repeat(1000)}{}]`, 400],
      ['of the largest size', `{"id":1,"note":"${'x'.repeat(2 ** 21 - 18)}"}`, 202],
      ['a byte larger', `{"id":1,"note":"${'x'.repeat(2 ** 21 - 17)}"}`, 413],
    ])('get an answer: %s', async (_, body, status) => {
      const response = await shop.send(shop.path('orders'), body, {
        ...shop.headers('orders/create'),
        'X-Storefront-Hmac-SHA256': hmac(shop.secret, body),
      });
      expect(response.status).toBe(status);
    });

    it('are rejected one by one when nothing of them can be stored', async () => {
      const unusable = [
        anOrder({ id: 'a\u0000b' }),
        anOrder({ id: '\ud800' }),
        anOrder({ id: 'x'.repeat(300) }),
        anOrder({ customer: { id: 'a\u0000b' } }),
        anOrder({ created_at: '2126-01-01T00:00:00Z', processed_at: null }),
        anOrder({ created_at: '1926-01-01T00:00:00Z', processed_at: null }),
        [[[]]],
        null,
      ];
      expect((await shop.webhook('orders/create', unusable)).body).toEqual({ accepted: 0, rejected: unusable.length });
      const strange = anOrder({
        total_price: '1e400',
        current_total_price: {},
        currency: 'EURO',
        source_name: '\u0000',
        line_items: 'none',
      });
      expect((await shop.webhook('orders/create', strange)).body).toEqual({ accepted: 1, rejected: 0 });
    });

    it('are verified as sent: the signature covers the compressed bytes', async () => {
      const body = gzipSync(JSON.stringify(anOrder()));
      const headers = { ...shop.headers('orders/create'), 'Content-Encoding': 'gzip' };
      expect((await shop.send(shop.path('orders'), body, { ...headers, 'X-Storefront-Hmac-SHA256': hmac(shop.secret, body) })).status).toBe(
        202,
      );
      const bomb = gzipSync(Buffer.alloc(2 ** 23, 0x20));
      expect((await shop.send(shop.path('orders'), bomb, { ...headers, 'X-Storefront-Hmac-SHA256': hmac(shop.secret, bomb) })).status).toBe(
        413,
      );
    });
  });
});
