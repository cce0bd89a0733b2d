import type { SimulatedShop } from '../../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../../tools/src/storefront-simulator/storefront-simulator.js';
import type { GraphqlApi } from '../../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { type Merchant, merchantOf } from '../../../support/people/merchant.js';
import { ChurnSystem } from '../../../support/servers/churn-system.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../../support/storefront/shopify/shopify-storefront.js';
import { connect, isSynced, untilIntegrations } from '../../../support/storefront/storefront.js';
import { eventually } from '../../../support/waiting/eventually.js';

const DAY_MS = 86_400_000;
const COFFEE = { product: 11, type: 'Coffee', quantity: 2 };
const TEA = { product: 12, type: 'Tea', quantity: 1 };

describe('what was bought in a Shopify shop', () => {
  let storefront: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: SimulatedShop;

  beforeAll(async () => {
    ({ storefront, graphql } = await startShopify());
    graphql.bucket = { size: 2000, leakPerSecond: 1000 };
    const scopes = { STOREFRONT_SCOPES: 'read_orders,read_customers,read_products' };
    system = await ChurnSystem.start({ ...shopifySettings(storefront), ...scopes, DASHBOARD_URL: 'http://127.0.0.1:1' });
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    merchant = await merchantOf(system);
    shop = storefront.shop(newShopifyDomain());
    storefront.authorization.granted = (asked) => asked;
  });

  const daysBack = (days: number): Date => new Date(Date.now() - days * DAY_MS);
  const categories = async (): Promise<string[]> =>
    (await merchant.shop.settledRows<{ category: string }>('customer_categories', 'category')).map(({ category }) => category).toSorted((one, other) => one.localeCompare(other)); // prettier-ignore
  const stored = async (): Promise<string> => JSON.stringify(await merchant.shop.rows('events', 'data'));

  it('comes with the orders of the import, all of its lines, and a page brings no names of products', async () => {
    shop.place({ customer: 1n, total: '30.00', at: daysBack(20), lines: [COFFEE, TEA] });
    shop.place({ customer: 2n, total: '90.00', at: daysBack(10), lines: Array.from({ length: 150 }, (_, i) => ({ product: 100 + i, type: `Type ${i}`, quantity: 1 })) }); // prettier-ignore
    for (let n = 0; n < 40; n += 1) shop.place({ customer: 3n, total: '5.00', at: daysBack(5), lines: [TEA] });
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, isSynced);
    const found = await categories();
    expect(found).toEqual(expect.arrayContaining(['Coffee', 'Tea', 'Type 0', 'Type 99']));
    // A customer keeps a hundred categories, and an order its first hundred products.
    expect(found).toHaveLength(103);
    expect(found).not.toContain('Type 100');
    expect(await stored()).not.toContain('for Grace');
    expect(storefront.api.calls.filter((call) => call === 'graphql OrderLines')).toHaveLength(1);
  });

  it('comes from a file of Shopify as well, and with the look back for an order that a webhook brought', async () => {
    for (let n = 0; n < 510; n += 1) shop.place({ customer: BigInt(1 + (n % 30)), total: '30.00', at: daysBack(20), lines: [COFFEE, TEA] }); // prettier-ignore
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, isSynced, 60_000);
    expect(graphql.of(shop).bulk.begun).toEqual(['query']);
    expect((await merchant.shop.settledRows('customer_categories', 'category')).length).toBe(60);
    storefront.order(shop, { customer: 99n, total: '5.00', lines: [{ product: 13, type: 'Cups', quantity: 1 }] });
    await storefront.webhooks.delivered();
    expect(await categories()).not.toContain('Cups');
    expect(await stored()).toContain('"items":[{"quantity":1,"product_id":"13"}]');
    await merchant.shop.makeStorefrontDue("last_reconciled_at = now() - interval '2 days'");
    await eventually('the categories of the new order', async () => ((await categories()).includes('Cups') ? true : null));
  });

  it('is not asked for where the shop does not let products be read', async () => {
    storefront.authorization.granted = () => ['read_orders', 'read_customers'];
    shop.place({ customer: 1n, total: '30.00', at: daysBack(20), lines: [COFFEE] });
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, isSynced);
    expect(await categories()).toEqual([]);
    expect(await merchant.shop.settledRows('orders', 'order_key')).toHaveLength(1);
  });
});
