import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import { connect, isSynced, untilIntegrations } from '../../support/storefront/storefront.js';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe('a Shopify shop that hands over the orders of 60 days', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: SimulatedShop;

  beforeAll(async () => {
    const started = await startShopify();
    storefront = started.storefront;
    started.graphql.bucket = { size: 2000, leakPerSecond: 1000 };
    system = await ChurnSystem.start({ ...shopifySettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' });
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = storefront.shop(newShopifyDomain());
    storefront.authorization.granted = () => ['read_orders', 'read_customers'];
  });

  const ordered = (customer: bigint, ...days: readonly number[]): void => {
    for (const each of days) shop.place({ customer, total: '20.00', at: new Date(Date.now() - each * DAY_MS) });
  };
  const imported = async () => {
    await connect(merchant.owner, shop);
    const shown = await untilIntegrations(merchant.owner, isSynced, 60_000);
    await merchant.shop.settled();
    return shown;
  };
  const customerOf = async (id: string) => (await merchant.shop.get(`/customers/${id}`).expect(200)).body;

  it('says how many orders each customer placed before, and everyone gets a score', async () => {
    ordered(1n, 400, 300, 200, 100);
    ordered(2n, 500, 250, 30, 5);
    ordered(3n, 10);
    for (let n = 10n; n < 140n; n += 1n) ordered(n, 90 + Number(n));
    expect(await imported()).toMatchObject({ orders_granted: 'last_60_days', import: { state: 'done', done: 3, total: 3 } });
    // Shopify shows no order of hers, but it finds her by the day of the last one.
    expect(await customerOf('1')).toMatchObject({
      orders_count: 4,
      monetary_total: '80.00',
      last_order_at: expect.stringMatching(dayAgo(100)),
    });
    expect(await customerOf('2')).toMatchObject({ orders_count: 4, monetary_total: '80.00', last_order_at: expect.any(String) });
    expect(await customerOf('3')).toMatchObject({ orders_count: 1, monetary_total: '20.00' });
    const { body } = await merchant.shop.get('/customers?limit=200').expect(200);
    expect(body.data).toHaveLength(133);
    expect((body.data as { churn: object | null }[]).every(({ churn }) => churn !== null)).toBe(true);
  });

  it('says on which day customers ordered last, far back and many on one day', async () => {
    for (let n = 1n; n <= 300n; n += 1n) ordered(n, 90);
    ordered(301n, 800, 700);
    ordered(302n, 3000);
    await imported();
    expect(await customerOf('301')).toMatchObject({ last_order_at: expect.stringMatching(dayAgo(700)) });
    expect(await customerOf('302')).toMatchObject({ orders_count: 1, last_order_at: expect.stringMatching(dayAgo(3000)) });
    const days = (await merchant.shop.rows<{ last_order_at: Date }>('customers')).map(({ last_order_at: at }) =>
      at.toISOString().slice(0, 10),
    );
    expect(days.filter((day) => day === dayAgo(90))).toHaveLength(300);
  });

  it('brings all orders later, which take the place of the sums', async () => {
    ordered(1n, 400, 300, 20);
    await imported();
    const event = (days: number) => ({
      event_id: `late-${days}`,
      customer_id: '1',
      event_type: 'order_completed',
      occurred_at: new Date(Date.now() - days * DAY_MS).toISOString(),
      value: 20,
    });
    await merchant.shop.send(event(400), event(300));
    expect(await customerOf('1')).toMatchObject({ orders_count: 3, monetary_total: '60.00' });
  });

  it('ends its import as before when it does not show its customers', async () => {
    storefront.authorization.granted = () => ['read_orders'];
    ordered(1n, 400, 20);
    expect(await imported()).toMatchObject({ import: { state: 'done', done: 1 } });
    expect(await customerOf('1')).toMatchObject({ orders_count: 1 });
  });
});
