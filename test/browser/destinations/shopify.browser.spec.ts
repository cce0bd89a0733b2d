import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import type { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { newShopifyDomain, shopifySettings, startShopify } from '../../support/storefront/shopify/shopify-storefront.js';
import { connect } from '../../support/storefront/storefront.js';
import { eventually } from '../../support/waiting/eventually.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

describeInBrowser('A Shopify destination', () => {
  let storefront: StorefrontSimulator;
  let graphql: GraphqlApi;
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    ({ storefront, graphql } = await startShopify());
    system = await ChurnSystem.start({ ...deliverySettings(200), ...shopifySettings(storefront) });
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await storefront.stop();
  });

  it('is added, allowed on a page of Shopify, works, and says when the access has ended', async () => {
    const { owner, shop: merchant } = await merchantOf(system);
    const shop = storefront.shop(newShopifyDomain());
    const { customers } = graphql.of(shop);
    customers.add(1);
    await merchant.send(order({ customer_id: '1' }));
    await connect(owner, shop);
    const page = await browser.visit('/destinations', { as: owner });
    await page.getByRole('button', { name: 'Add a destination' }).click();
    await page.getByLabel('Kind').click();
    await page.getByRole('option', { name: 'Shopify' }).click();
    await page.getByLabel('Name').fill('Our shop');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
    const card = page.getByRole('region', { name: 'Our shop' });
    await card.getByText('Off until your shop allows it').waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Allow in Shopify' }).click();
    await page.getByText(/write_customers/).waitFor();
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('Your shop is connected').waitFor();
    await eventually('a destination that works', async () => {
      await page.goto(`${browser.origin}/destinations`);
      return page
        .getByText('Working')
        .waitFor({ timeout: 5000 })
        .then(
          () => true,
          () => null,
        );
    });
    expect(customers.shown(1).tags).toHaveLength(1);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test arrived: status 200.').waitFor();
    shop.uninstall();
    await merchant.send(order({ customer_id: '2' }));
    await eventually('the switch', async () => (await owner.get('/settings/destinations')).body.data[0].enabled === false || null);
    for (const width of ['desk', 'phone'] as const) {
      const again = await browser.visit('/destinations', { as: owner, width });
      await again.getByText('Access has ended', { exact: true }).waitFor();
      await again.getByRole('button', { name: 'Allow in Shopify' }).waitFor();
      await expectAccessible(again);
      const overflow = await again.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      expect(overflow).toBe(false);
    }
  });
});
