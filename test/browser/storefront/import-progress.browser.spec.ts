import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { GeneratedShop } from '../../../tools/src/generated-shop/generated-shop.js';
import type { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import { connect, untilIntegrations } from '../../support/storefront/storefront.js';

/** A folder for pictures, to look at; unset: none are taken. */
const ALBUM = process.env['IMPORT_ALBUM'];
const SLOW = 15;

describeInBrowser('The progress of an import on the integrations page', () => {
  let shopify: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    ({ storefront: shopify, graphql } = await startShopify());
    graphql.bucket = { size: 1_000_000, leakPerSecond: 1_000_000 };
    system = await ChurnSystem.start(shopifySettings(shopify));
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await shopify.stop();
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (ALBUM === undefined) return;
    mkdirSync(ALBUM, { recursive: true });
    await page.screenshot({ path: join(ALBUM, `${name}.png`), fullPage: true });
  };
  const open = (customers: number): GeneratedShop => {
    const shop = shopify.add(new GeneratedShop(newShopifyDomain(), { customers, seed: 5, now: new Date() }));
    shop.withoutOrders = customers;
    graphql.of(shop).bulk.objectsPerSecond = SLOW;
    return shop;
  };

  it.each(['phone', 'desk'] as const)(
    'says in words how far it is, and where the rest of the customers comes from, on a %s',
    async (width) => {
      const { owner } = await merchantOf(system);
      const shop = open(1200);
      await connect(owner, shop);
      const page = await browser.visit('/integrations?storefront=connected', { as: owner, width });
      await page.getByText('Your shop is connected').waitFor();
      await page
        .getByText(
          /^Your shop puts its data into a file for us: [1-9][\d,]* entries so far … Everyone has a score in about (a|\d) minutes?\.$/,
        )
        .waitFor();
      await page.getByText(/^Until the import ends, the scores are provisional/).waitFor();
      await expectAccessible(page);
      await picture(page, `collecting-${width}`);
      graphql.of(shop).bulk.objectsPerSecond = 1000;
      await page
        .getByText(/^The orders are here\. Now we read on which day each of your customers last ordered …/)
        .waitFor({ timeout: 60_000 });
      await page.getByText(/^We imported [1-9][\d,]* past orders\./).waitFor({ timeout: 60_000 });
      await page.getByText(/^Your shop counts [\d,]+ orders since .+ We have all of them, from [\d,]+ customers\.$/).waitFor();
      await page.getByText('Your list of customers is longer: it also has those who ordered only before that day.').waitFor();
      await page.getByText('Your shop is connected').waitFor({ state: 'detached' });
      expect(await page.getByText(/Everyone has a score in/).count()).toBe(0);
      await expectAccessible(page);
      await picture(page, `imported-${width}`);
    },
    150_000,
  );

  it.each(['phone', 'desk'] as const)('says that the plan has no room for the rest, on a %s', async (width) => {
    const { owner } = await merchantOf(system);
    await system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, $2)`,
      [owner.tenantId, 10 * 2 ** 30],
    );
    const shop = shopify.shop(newShopifyDomain());
    shop.place({ customer: 7n, total: '20.00', at: new Date(Date.now() - 86_400_000) });
    await connect(owner, shop);
    await untilIntegrations(owner, ({ import: { short_of_storage: shortOf, total } }) => shortOf === 'total' && total === 1);
    const page = await browser.visit('/integrations', { as: owner, width });
    await page.getByText('Your plan has no room for all of them. The import waits until there is room').waitFor();
    expect(await page.getByText(/Everyone has a score in/).count()).toBe(0);
    await expectAccessible(page);
    await picture(page, `no-room-${width}`);
    await page.getByRole('link', { name: 'See your plan' }).click();
    await page.waitForURL('**/billing');
  });
});
