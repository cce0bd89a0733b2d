import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedOrder } from '../../../tools/src/storefront-simulator/simulated-order.js';
import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import { connect, integrationsOf, isSynced, stateOf, untilIntegrations } from '../../support/storefront/storefront.js';
import { eventsOfOrder, standingOf } from '../../support/storefront/storefront-twin.js';

const DAY_MS = 24 * 3_600_000;
const daysBack = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const ROOMY = { size: 2000, leakPerSecond: 1000 };

describe('a connected Shopify shop', () => {
  let storefront: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: SimulatedShop;

  beforeAll(async () => {
    ({ storefront, graphql } = await startShopify());
    system = await ChurnSystem.start({ ...shopifySettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' });
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    storefront.webhooks.faults.lose = () => false;
    storefront.api.beforePage = () => Promise.resolve();
    graphql.bucket = ROOMY;
    merchant = await merchantOf(system);
    shop = storefront.shop(newShopifyDomain());
  });

  const customer = (n: number): bigint => 9_007_199_254_740_993n + BigInt(n);
  const placeMany = (count: number): SimulatedOrder[] =>
    Array.from({ length: count }, (_, i) =>
      shop.place({ customer: customer(i % 9), total: `${10 + (i % 7)}.50`, at: daysBack(1 + ((i * 53) % 580) / 10) }),
    );
  const imported = (): Promise<unknown> => untilIntegrations(merchant.owner, isSynced);
  const until = async (what: string, condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 30_000; !(await condition()); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`not so within 30 s: ${what}`);
    }
  };
  const eventIds = async (): Promise<string[]> =>
    (await merchant.shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id).toSorted();
  const newSince = async (known: readonly string[]): Promise<string[]> =>
    (await eventIds()).filter((id) => !known.includes(id)).map((id) => id.split(':').slice(3, 5).join(' ')).toSorted(); // prettier-ignore
  /** Lets the worker look for what webhooks have lost, and waits until it has. */
  const lookBack = async (): Promise<void> => {
    await merchant.shop.makeStorefrontDue("last_reconciled_at = now() - interval '2 days'");
    await until('the look back is over', async () => {
      const [row] = await merchant.shop.rows<{ is_over: boolean }>('storefront_connections', `last_reconciled_at > now() - interval '1 day' AS is_over`); // prettier-ignore
      return row?.is_over === true && !(await merchant.shop.isHeld('storefront'));
    });
  };

  it('is found by its name, the address of any of its pages, and that of its admin, and the error for its own domain says where to look', async () => {
    const name = shop.domain.replace('.myshopify.com', '');
    for (const given of [name, `https://${shop.domain.toUpperCase()}/admin`, `https://admin.shopify.com/store/${name}/orders?a=b`]) {
      const { body } = await merchant.owner.post('/integrations/storefront/connect', { shop: given }).expect(200);
      const { authorize_url: page } = body as { authorize_url: string };
      remember(stateOf(page));
      expect(page).toContain(`/${shop.domain}/`);
    }
    const { body } = await merchant.owner.post('/integrations/storefront/connect', { shop: 'tea.example.com' }).expect(400);
    expect(body).toMatchObject({ details: [{ field: 'shop', code: 'invalid_shop' }] });
    expect(JSON.stringify(body)).toMatch(/tea\.example\.com.+ends in \.myshopify\.com.+Settings, Domains/);
  });

  it('imports past, new and missed orders, each under the event id of its webhook', async () => {
    placeMany(120);
    shop.place({ email: 'Nora@Example.com', total: '31.00', at: daysBack(41) });
    shop.place({ customer: customer(1), total: '500.00', at: daysBack(5), test: true });
    const returned = shop.place({ customer: customer(3), total: '80.00', at: daysBack(9) });
    shop.change(returned, { refunds: [{ id: 1n, amount: '30.00', at: daysBack(8) }] }, daysBack(8));
    const revoked = shop.place({ customer: customer(4), total: '70.00', at: daysBack(7) });
    shop.change(revoked, { cancelledAt: daysBack(6) }, daysBack(6));
    const visible = shop.orders.length;
    shop.place({ customer: customer(5), total: '15.00', at: daysBack(90) });
    const asked = storefront.api.calls.length;
    await connect(merchant.owner, shop);
    expect(await imported()).toMatchObject({ import: { done: visible, total: visible }, platform: 'shopify', shop: shop.domain });
    const calls = storefront.api.calls.slice(asked);
    expect(calls.filter((call) => call === 'graphql Orders')).toHaveLength(3);
    expect(calls.filter((call) => call === 'graphql Subscribe')).toHaveLength(8);
    // The service sent no other query and no invalid one.
    expect([...new Set(calls)].toSorted()).toEqual([
      'graphql CountBuyers',
      'graphql CountOrders',
      'graphql Customers',
      'graphql LastOrderDays',
      'graphql Orders',
      'graphql Scopes',
      'graphql Subscribe',
      'graphql Subscriptions',
    ]);

    const live = storefront.order(shop, { customer: customer(0), total: '64.00', paid: false });
    storefront.pay(shop, live);
    storefront.refund(shop, live, '14.00');
    const gone = storefront.order(shop, { customer: customer(6), total: '20.00' });
    storefront.cancel(shop, gone);
    const guest = storefront.order(shop, { email: 'new-guest@example.com', total: '18.00' });
    await storefront.webhooks.delivered();
    expect(storefront.webhooks.sent.filter(({ status }) => status !== 202)).toEqual([]);
    await merchant.shop.settled();
    const before = await eventIds();
    await lookBack();
    // Only for this order no webhook reported that it is paid.
    expect(await newSince(before)).toEqual([`orders/updated ${guest.id}`]);
    const known = await eventIds();

    storefront.webhooks.faults.lose = () => true;
    const lost = storefront.order(shop, { customer: customer(8), total: '45.00' });
    storefront.refund(shop, returned, '10.00');
    await lookBack();
    const found = [`orders/create ${lost.id}`, `orders/updated ${lost.id}`, `orders/updated ${returned.id}`];
    expect(await newSince(known)).toEqual(found.toSorted());

    const twin = (await merchantOf(system)).shop;
    // The customer's summary stands for the order that the platform does not show.
    const events = shop.orders.flatMap(eventsOfOrder);
    for (let i = 0; i < events.length; i += 100) await twin.post('/events', { events: events.slice(i, i + 100) }).expect(202);
    await Promise.all([twin.settled(), merchant.shop.settled()]);
    expect(await standingOf(merchant.shop)).toEqual(await standingOf(twin));
  }, 120_000);

  it('is queried only as fast as its query budget refills', async () => {
    // The budget allows one page, and refills for another one within a second or two.
    graphql.bucket = { size: 420, leakPerSecond: 300 };
    placeMany(240);
    const asked = storefront.api.calls.length;
    await connect(merchant.owner, shop);
    expect(await imported()).toMatchObject({ import: { done: 240, total: 240 } });
    // The answers contain the remaining budget, so hardly any query is refused.
    const inVain = storefront.api.calls.slice(asked).filter((call) => call.endsWith('THROTTLED'));
    expect(inVain.length).toBeLessThanOrEqual(2);
    storefront.api.failures.push({
      call: 'graphql Subscriptions',
      answer: { status: 200, body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
    });
    shop.unsubscribe(shop.subscriptions[0]?.id ?? 0);
    await system.owner.query(
      `UPDATE storefront_connections SET sync_due_at = now() - interval '1 day', webhooks_checked_at = now() - interval '2 days' WHERE tenant_id = $1`,
      [merchant.owner.tenantId],
    );
    await until('all are there again', () => shop.subscriptions.length === 8);
  }, 60_000);

  it('gets its webhooks and token removed when it is disconnected, and its customers have no link any more', async () => {
    placeMany(3);
    await connect(merchant.owner, shop);
    await imported();
    const linkOf = async (): Promise<unknown> => (await merchant.owner.get(`/dashboard/customers/${customer(0)}`)).body.link;
    expect(await linkOf()).toEqual({ place: 'shopify', url: `https://${shop.domain}/admin/customers/${customer(0)}` });
    expect((await merchant.owner.call('DELETE', '/integrations/storefront')).status).toBe(200);
    expect((await integrationsOf(merchant.owner)).status).toBe('disconnected');
    expect([shop.tokens, shop.subscriptions]).toEqual([null, []]);
    expect(await linkOf()).toBeNull();
  }, 60_000);
});
