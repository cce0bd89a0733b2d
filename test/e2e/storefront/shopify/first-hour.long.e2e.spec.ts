import { GeneratedShop } from '../../../../tools/src/generated-shop/generated-shop.js';
import type { GraphqlApi } from '../../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import type { StorefrontSimulator } from '../../../../tools/src/storefront-simulator/storefront-simulator.js';
import { type Merchant, merchantOf } from '../../../support/people/merchant.js';
import { ChurnSystem } from '../../../support/servers/churn-system.js';
import { fittedModel, modelOf } from '../../../support/shop/simulated-shop.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../../support/storefront/shopify/shopify-storefront.js';
import { connect, type Integrations, integrationsOf, untilIntegrations } from '../../../support/storefront/storefront.js';
import { eventually } from '../../../support/waiting/eventually.js';

const SCOPES = ['read_orders', 'read_customers'];
const ALL = [...SCOPES, 'read_all_orders'];
/** Shopify's limit for shops of the standard plans: points of the bucket, and points that it regains in a second. */
const STANDARD = { size: 2000, leakPerSecond: 100 };

interface Sample {
  readonly atMs: number;
  readonly shown: Integrations['import'];
  readonly model: string;
}

describe('the first hour of a connected Shopify shop', () => {
  let storefront: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ storefront, graphql } = await startShopify());
    graphql.bucket = STANDARD;
    const settings = {
      STOREFRONT_SCOPES: ALL.join(','),
      DASHBOARD_URL: 'http://127.0.0.1:1',
      FIT_MODELS: 'true',
      BACKFILL_QUIET_SECONDS: '60',
    };
    system = await ChurnSystem.start({ ...shopifySettings(storefront), ...settings });
  }, 120_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    merchant = await merchantOf(system);
    storefront.api.calls.length = 0;
  });

  const open = (customers: number, granted: readonly string[]): GeneratedShop => {
    storefront.authorization.granted = () => granted;
    return storefront.add(new GeneratedShop(newShopifyDomain(), { customers, seed: 5, now: new Date() }));
  };

  /** Connects the shop. @returns what the owner saw until the import was done and every customer had a score */
  const watched = async (shop: GeneratedShop): Promise<Sample[]> => {
    const samples: Sample[] = [];
    await connect(merchant.owner, shop);
    const isDone = async (): Promise<true | null> => {
      const [{ import: shown }, { status: model }] = [await integrationsOf(merchant.owner), await modelOf(merchant.shop)];
      samples.push({ atMs: performance.now(), shown, model });
      return shown.state === 'done' && shown.seconds_left === null ? true : null;
    };
    await eventually('the end of the import', isDone, 240_000);
    return samples;
  };

  const scoredCustomers = async (): Promise<number> => {
    let [scored, cursor] = [0, ''];
    do {
      const { body } = await merchant.shop.get(`/customers?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`).expect(200);
      scored += (body.data as { churn: object | null }[]).filter(({ churn }) => churn !== null).length;
      cursor = (body.pagination as { next_cursor: string | null }).next_cursor ?? '';
    } while (cursor !== '');
    return scored;
  };

  /** Everything that holds for each shop, of any size and with any permission. */
  const expectGoodHour = async (shop: GeneratedShop, samples: readonly Sample[], customers: number): Promise<void> => {
    expect(storefront.api.calls.filter((call) => /THROTTLED|MAX_COST|INVALID|BAD_REQUEST/.test(call))).toEqual([]);
    const done = samples.map(({ shown }) => shown.done + shown.customers);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    expect(samples.at(-1)?.shown).toMatchObject({ done: shop.countOrders(new URLSearchParams()), collected: null, seconds_left: null });
    expect(await scoredCustomers()).toBe(customers);
    // The scores of the import were said to be provisional, and then those of the shop's own model follow.
    expect(samples[0]?.model).toBe('provisional');
    expect(await fittedModel(merchant.shop)).toMatchObject({ status: 'fitted', warnings: [], customers });
    expect(await scoredCustomers()).toBe(customers);
  };

  /** From the second half of the time on the estimate is right within a factor of four, or to ten seconds. */
  const expectGoodEstimates = (samples: readonly Sample[]): void => {
    const running = samples.filter(({ shown }) => shown.state === 'running' && shown.total !== null);
    const [began, ended] = [running[0]!.atMs, samples.at(-1)!.atMs];
    const wrong = running
      .filter(({ atMs }) => atMs > (began + ended) / 2)
      .map(({ atMs, shown }) => ({ left: (ended - atMs) / 1000, said: shown.seconds_left ?? Number.NaN }))
      .filter(({ left, said }) => !(Math.abs(said - left) <= 10 || (said < left * 4 && said > left / 4)));
    expect(running.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  };

  it('with 500 customers gives everyone a score and the shop a model, from all orders', async () => {
    const shop = open(500, ALL);
    const samples = await watched(shop);
    await expectGoodHour(shop, samples, 500);
    expectGoodEstimates(samples);
    expect(samples.at(-1)?.shown).toMatchObject({ customers: 0, customers_total: null });
  }, 400_000);

  it('with 300 customers gives everyone a score and the shop a model, from the orders of 60 days and sums', async () => {
    const shop = open(300, SCOPES);
    const samples = await watched(shop);
    await expectGoodHour(shop, samples, 300);
    expectGoodEstimates(samples);
    expect(samples.at(-1)?.shown).toMatchObject({ customers: 300, customers_total: 300 });
    expect(graphql.of(shop).bulk.begun).toEqual([]);
  }, 400_000);

  it('with 3,000 customers reads orders and customers from files, and says how far they are', async () => {
    const shop = open(3000, SCOPES);
    shop.withoutOrders = 3000;
    graphql.of(shop).bulk.objectsPerSecond = 250;
    const samples = await watched(shop);
    await expectGoodHour(shop, samples, 3000);
    expectGoodEstimates(samples);
    expect(samples.at(-1)?.shown).toMatchObject({ customers: 3000, customers_total: 3000 });
    expect(graphql.of(shop).bulk.begun).toEqual(['query', 'query']);
    expect(storefront.api.calls.filter((call) => /^graphql (Orders|Customers)$/.test(call))).toEqual([]);
    expect(samples.some(({ shown }) => shown.collected !== null)).toBe(true);
  }, 400_000);

  it('says after a third of the time within a factor of 1.5 how long it takes, where half of the customers have no orders', async () => {
    const shop = open(3000, SCOPES);
    shop.withoutOrders = 3000;
    graphql.of(shop).bulk.objectsPerSecond = 60;
    const samples = await watched(shop);
    const [began, ended] = [samples[0]!.atMs, samples.at(-1)!.atMs];
    const { atMs, shown } = samples.find((sample) => sample.atMs >= began + (ended - began) / 3)!;
    const left = (ended - atMs) / 1000;
    expect(shown).toMatchObject({ state: 'running', customers_total: 3000, short_of_storage: null });
    expect((shown.seconds_left ?? Number.NaN) / left).toBeGreaterThan(1 / 1.5);
    expect((shown.seconds_left ?? Number.NaN) / left).toBeLessThan(1.5);
  }, 400_000);

  it('goes on page by page beyond the 25,000 objects of a list when the platform collects no files', async () => {
    const shop = open(25_500, SCOPES);
    graphql.bucket = { size: 1_000_000, leakPerSecond: 1_000_000 };
    graphql.of(shop).bulk.failures.push(...Array.from({ length: 3 }, () => 'INTERNAL_SERVER_ERROR'));
    await connect(merchant.owner, shop);
    await eventually(
      'the last page',
      async () => (await merchant.shop.makeStorefrontDue(), (await integrationsOf(merchant.owner)).import.state === 'done' ? true : null),
      200_000,
    );
    graphql.bucket = STANDARD;
    expect(await untilIntegrations(merchant.owner, (shown) => shown.import.seconds_left === null, 120_000)).toMatchObject({
      import: { customers: 25_500 },
    });
    expect(storefront.api.calls.filter((call) => call.includes('BAD_REQUEST'))).toEqual([]);
  }, 400_000);
});
