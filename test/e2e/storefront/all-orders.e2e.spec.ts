import type { SimulatedShop } from '../../../tools/src/storefront-simulator/simulated-shop.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import type { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import { connect, integrationsOf, isSynced, untilIntegrations } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';

const DAY_MS = 86_400_000;
const SCOPES = ['read_orders', 'read_customers'];
const ALL = [...SCOPES, 'read_all_orders'];
const ROOMY = { size: 2000, leakPerSecond: 1000 };

describe('all orders of a Shopify shop', () => {
  let storefront: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let merchant: Merchant;
  let shop: SimulatedShop;

  beforeAll(async () => {
    ({ storefront, graphql } = await startShopify());
    graphql.bucket = ROOMY;
    const scopes = { STOREFRONT_SCOPES: ALL.join(',') };
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

  const place = (count: number, days: (n: number) => number): void => {
    for (let n = 0; n < count; n += 1)
      shop.place({ customer: BigInt(1 + (n % 50)), total: `${10 + (n % 7)}.50`, at: new Date(Date.now() - days(n) * DAY_MS) });
  };
  const ordersStored = async (): Promise<number> => (await merchant.shop.settledRows('orders', 'order_key')).length;
  const wakeUp = (): Promise<void> => merchant.shop.makeStorefrontDue();
  const bulk = () => graphql.of(shop).bulk;

  it('are imported from a file of the platform, in parts, where they are granted: ten years of them', async () => {
    place(900, (n) => 1 + n * 3.9);
    shop.place({ customer: 77n, total: '5.00', at: new Date(Date.now() - 11 * 365 * DAY_MS) });
    graphql.files.parts.length = 0;
    await connect(merchant.owner, shop);
    const shown = await untilIntegrations(merchant.owner, isSynced, 60_000);
    expect(shown).toMatchObject({ orders_granted: 'all', import: { state: 'done', done: 900, total: 900 } });
    expect(bulk().begun).toEqual(['query']);
    expect(graphql.files.parts.length).toBeGreaterThan(1);
    expect(Math.max(...graphql.files.parts)).toBeLessThanOrEqual(256 * 1024);
    expect(await ordersStored()).toBe(900);
    expect(storefront.api.calls.filter((call) => call.startsWith('graphql Orders'))).toEqual([]);
  });

  it('wait in the file while a worker dies, and fresh orders arrive beside them', async () => {
    place(900, (n) => 1 + n * 3);
    graphql.files.parts.length = 0;
    bulk().isHeld = true;
    await connect(merchant.owner, shop);
    await eventually('the operation', async () => (bulk().all.length > 0 ? true : null));
    await untilIntegrations(merchant.owner, ({ webhooks }) => webhooks.length > 0 && webhooks.every(({ ok }) => ok));
    storefront.order(shop, { customer: 51n, total: '30.00' });
    await storefront.webhooks.delivered();
    expect(await ordersStored()).toBe(1);
    await system.worker.stop();
    bulk().isHeld = false;
    // The second part of the file does not arrive at once.
    graphql.files.failures.push(200, 503);
    await system.worker.start();
    const isDone = async (): Promise<true | null> => {
      await wakeUp();
      return (await integrationsOf(merchant.owner)).import.state === 'done' ? true : null;
    };
    await eventually('the end of the file', isDone, 60_000);
    expect(bulk().begun).toEqual(['query']);
    expect(await ordersStored()).toBe(901);
    // Each part was read once, except for what follows its last whole line.
    const [largest = 0] = graphql.files.parts.toSorted((one, other) => other - one);
    const read = graphql.files.parts.reduce((sum, part) => sum + part, 0);
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    expect(read).toBeLessThan(graphql.files.size * 1.05);
  });

  it('are collected again when the platform fails, or its file has gone', async () => {
    place(5, (n) => 100 + n);
    bulk().failures.push('INTERNAL_SERVER_ERROR');
    await connect(merchant.owner, shop);
    await eventually('the failure', async () => (bulk().all.some(({ status }) => status === 'FAILED') ? true : null));
    graphql.files.failures.push(404);
    const isDone = async (): Promise<true | null> => {
      await wakeUp();
      return (await integrationsOf(merchant.owner)).import.state === 'done' ? true : null;
    };
    await eventually('the third collection', isDone, 60_000);
    expect(bulk().begun).toEqual(['query', 'query', 'query']);
    expect(await ordersStored()).toBe(5);
  });

  it('are collected again when a customer is erased who is in the file', async () => {
    place(40, (n) => 100 + n);
    bulk().isHeld = true;
    await connect(merchant.owner, shop);
    await eventually('the operation', async () => (bulk().all.length > 0 ? true : null));
    storefront.order(shop, { customer: 7n, total: '30.00' });
    await untilIntegrations(merchant.owner, ({ webhooks }) => webhooks.length > 0 && webhooks.every(({ ok }) => ok));
    storefront.order(shop, { customer: 7n, total: '30.00' });
    await storefront.webhooks.delivered();
    await merchant.shop.settledRows('customers', 'external_id');
    await merchant.shop.call('DELETE', '/customers/7').expect(202);
    const known = shop.orders.filter(({ customer }) => customer !== 7n);
    shop.orders.splice(0, shop.orders.length, ...known);
    bulk().isHeld = false;
    const isDone = async (): Promise<true | null> => {
      await wakeUp();
      return (await integrationsOf(merchant.owner)).import.state === 'done' ? true : null;
    };
    await eventually('the second collection', isDone, 60_000);
    expect(bulk().begun.length).toBeGreaterThan(1);
    expect(await ordersStored()).toBe(39);
    const customers = await merchant.shop.settledRows<{ external_id: string }>('customers', 'external_id');
    expect(customers.map(({ external_id: id }) => id)).not.toContain('7');
  });

  it('are read page by page after three files that an erasure overtook', async () => {
    place(40, (n) => 100 + n);
    bulk().isHeld = true;
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, ({ webhooks }) => webhooks.length > 0 && webhooks.every(({ ok }) => ok));
    for (const customer of [51n, 52n, 53n]) storefront.order(shop, { customer, total: '30.00' });
    await storefront.webhooks.delivered();
    await merchant.shop.settledRows('customers', 'external_id');
    storefront.api.calls.length = 0;
    for (const [customer, files] of [
      [51, 1],
      [52, 2],
      [53, 3],
    ] as const) {
      await eventually('the next file', async () => (await wakeUp(), bulk().begun.length === files ? true : null), 60_000);
      bulk().isHeld = true;
      await merchant.shop.call('DELETE', `/customers/${customer}`).expect(202);
      bulk().isHeld = false;
      await eventually('the file', async () => (bulk().all.at(-1)?.status === 'COMPLETED' ? true : null));
      bulk().isHeld = true;
    }
    const isDone = async (): Promise<true | null> => (
      await wakeUp(),
      (await integrationsOf(merchant.owner)).import.state === 'done' ? true : null
    );
    await eventually('the pages', isDone, 60_000);
    expect(bulk().begun.length).toBe(3);
    expect(storefront.api.calls.filter((call) => call.startsWith('graphql Orders')).length).toBeGreaterThan(0);
    expect(await ordersStored()).toBeGreaterThanOrEqual(40);
  });

  it('wait for an open erasure before the platform collects them', async () => {
    place(3, (n) => 100 + n);
    await system.owner.query(
      `INSERT INTO churn_jobs (tenant_id, id, type, status, created_at, started_at) VALUES ($1, uuidv7(), 'erase', 'running', now(), now())`,
      [merchant.owner.tenantId],
    );
    await connect(merchant.owner, shop);
    await untilIntegrations(merchant.owner, ({ webhooks }) => webhooks.length > 0 && webhooks.every(({ ok }) => ok));
    await eventually('the end of the first slice', async () => {
      const [row] = await merchant.shop.rows<{ import_total: number | null }>('storefront_connections', 'import_total');
      return row?.import_total === 3 && !(await merchant.shop.isHeld('storefront')) ? true : null;
    });
    expect(bulk().begun).toEqual([]);
    await system.owner.query(`UPDATE churn_jobs SET status = 'completed', finished_at = now() - interval '1 hour' WHERE tenant_id = $1`, [
      merchant.owner.tenantId,
    ]);
    await eventually('the file', async () => (await wakeUp(), bulk().begun.length === 1 ? true : null), 60_000);
  });

  it('are those of 60 days until more is granted, and then the older ones come too', async () => {
    storefront.authorization.granted = () => SCOPES;
    place(3, (n) => 1 + n);
    place(4, (n) => 300 + n);
    await connect(merchant.owner, shop);
    expect(await untilIntegrations(merchant.owner, isSynced)).toMatchObject({ orders_granted: 'last_60_days', import: { done: 3 } });
    expect(bulk().begun).toEqual([]);
    shop.scopes = ALL;
    await merchant.shop.makeStorefrontDue("webhooks_checked_at = now() - interval '2 days'");
    await untilIntegrations(merchant.owner, ({ orders_granted: granted }) => granted === 'all');
    await eventually('the older orders', async () => (await wakeUp(), (await ordersStored()) === 7 ? true : null));
    expect(await untilIntegrations(merchant.owner, isSynced)).toMatchObject({ import: { state: 'done', done: 7 } });
    // Another look changes nothing.
    expect(bulk().begun).toEqual(['query']);
  });
});
