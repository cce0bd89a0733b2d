import type { SimulatedShop } from '../../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../../tools/src/storefront-simulator/storefront-simulator.js';
import { type Merchant, merchantOf } from '../../../support/people/merchant.js';
import { ChurnSystem } from '../../../support/servers/churn-system.js';
import { order } from '../../../support/shop/builders.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../../support/storefront/shopify/shopify-storefront.js';
import { connect, type Integrations, integrationsOf, untilIntegrations } from '../../../support/storefront/storefront.js';

const daysBack = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const isCounted = ({ order_counts: counts }: Integrations): boolean => counts !== null;

describe('the orders that a connected shop counts', () => {
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
    storefront.authorization.granted = () => ['read_orders'];
  });

  it('are all here after the import: the older ones count on neither side', async () => {
    for (const days of [1, 20, 55]) for (const customer of [1n, 2n]) shop.place({ customer, total: '20.00', at: daysBack(days) });
    shop.change(shop.place({ customer: 1n, total: '9.00', at: daysBack(3) }), { cancelledAt: daysBack(2) }, daysBack(2));
    shop.place({ customer: 3n, total: '20.00', at: daysBack(90) });
    expect(await integrationsOf(merchant.owner)).toMatchObject({ order_counts: null });
    await connect(merchant.owner, shop);
    const { order_counts: counts } = await untilIntegrations(merchant.owner, isCounted);
    expect(counts).toMatchObject({ shop_orders: 7, orders: 7, customers: 2 });
    expect(Math.abs(Date.parse(counts?.since ?? '') - daysBack(60).getTime())).toBeLessThan(60_000);
  });

  it('may be more than those here, where orders name no customer, and are counted again after a day', async () => {
    shop.place({ customer: 1n, total: '20.00', at: daysBack(1) });
    shop.place({ total: '7.00', at: daysBack(2) });
    await connect(merchant.owner, shop);
    const { order_counts: first } = await untilIntegrations(merchant.owner, isCounted);
    expect(first).toMatchObject({ shop_orders: 2, orders: 1, customers: 1 });
    await merchant.shop.send(
      order({ customer_id: '1', data: { order_id: 'by-hand' } }),
      order({ customer_id: '2', data: { order_id: 'by-hand-2' } }),
    );
    expect((await integrationsOf(merchant.owner)).order_counts).toEqual(first);
    await merchant.shop.makeStorefrontDue("counted_at = now() - interval '1 day'");
    const later = ({ order_counts: counts }: Integrations): boolean =>
      counts !== null && counts.counted_at !== first?.counted_at && counts.orders === 3;
    expect((await untilIntegrations(merchant.owner, later)).order_counts).toMatchObject({ shop_orders: 2, orders: 3, customers: 2 });
  });
});
