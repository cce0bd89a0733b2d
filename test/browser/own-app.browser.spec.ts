import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { StorefrontSimulator } from '../../tools/src/storefront-simulator/storefront-simulator.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { registerApp } from '../support/storefront/own-app.js';
import { newShopifyDomain, startShopify } from '../support/storefront/shopify/shopify-storefront.js';
import { isSynced, untilIntegrations } from '../support/storefront/storefront.js';

/** A folder for pictures of the steps, to look at; unset: none are taken. */
const ALBUM = process.env['OWN_APP_ALBUM'];

describeInBrowser('The dialog for your own app', () => {
  let shopify: StorefrontSimulator;
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    ({ storefront: shopify } = await startShopify());
    // The operator has no app at any platform.
    system = await ChurnSystem.start({
      SHOPIFY_BASE_URL: shopify.baseUrl,
      STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8',
      SWEEP_INTERVAL_MS: '200',
    });
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await shopify.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const picture = async (page: Page, width: string, name: string): Promise<void> => {
    if (ALBUM === undefined) return;
    mkdirSync(ALBUM, { recursive: true });
    await page.screenshot({ path: join(ALBUM, `${width}-${name}.png`) });
  };

  it.each(['phone', 'desk'] as const)('leads through three steps to the connected shop, on a %s screen', async (width) => {
    const { owner } = await merchantOf(system);
    const shop = shopify.shop(newShopifyDomain());
    shop.place({ customer: 7n, total: '20.00' });
    const { app } = registerApp(shopify);
    const page = await browser.visit('/integrations', { as: owner, width });
    await page.getByText('For a shop at Shopify or Shopline, first register an app of your own there.').waitFor();
    await picture(page, width, 'before');
    await press(page, 'Use your own app');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Step 1 of 3').waitFor();
    await dialog.getByText('Create the app at Shopify').waitFor();
    await expectAccessible(page);
    await picture(page, width, 'step-1');
    await press(page, 'Next');
    const valueOf = async (name: string): Promise<string> => (await dialog.getByRole('group', { name, exact: true }).innerText()).trim();
    expect(await valueOf('Redirect URL')).toBe(`${system.api.url}/integrations/storefront/callback`);
    expect(await valueOf('Compliance webhooks')).toMatch(
      new RegExp(`^${system.api.url}/integrations/storefront/t/${owner.tenantId}/compliance\\?key=[\\w-]{43}$`),
    );
    expect(await valueOf('Scopes')).toBe('read_orders,read_customers');
    await dialog.getByText('In the app, open Versions and create a version.').waitFor();
    await expectAccessible(page);
    await picture(page, width, 'step-2');
    await press(page, 'Next');
    await dialog.getByLabel('Address of your shop', { exact: true }).fill('tea.example.com');
    await dialog.getByLabel('Client ID', { exact: true }).fill(app.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill('short');
    await press(page, 'Connect');
    await dialog.getByText('Copy the whole value: at least 8 characters, without spaces.').waitFor();
    await dialog.getByLabel('Client secret', { exact: true }).fill('a-secret-of-another-app');
    await press(page, 'Connect');
    await dialog.getByText(/^This is "tea\.example\.com": .+the Shopify admin lists it under Settings, Domains/).waitFor();
    await picture(page, width, 'step-3-own-domain');
    const name = shop.domain.replace('.myshopify.com', '');
    await dialog.getByLabel('Address of your shop', { exact: true }).fill(`https://admin.shopify.com/store/${name}/orders`);
    await press(page, 'Connect');
    await dialog.getByText(/does not know these two values/).waitFor();
    await expectAccessible(page);
    await picture(page, width, 'step-3');
    await dialog.getByLabel('Client secret', { exact: true }).fill(app.secret);
    await press(page, 'Connect');
    await dialog.getByText(/do not belong to the same organization/).waitFor();
    await expectAccessible(page);
    await picture(page, width, 'step-4');
    await press(page, 'Back');
    expect(await dialog.getByLabel('Client ID', { exact: true }).inputValue()).toBe(app.clientId);
    await press(page, 'Connect');
    await press(page, 'Open your platform');
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('We imported 1 past order.').waitFor();
    await page.getByText('Your shop is connected').waitFor({ state: 'detached' });
    await page.getByText('Connected with your own app.').waitFor();
    await page.getByText(/^Shopify shows us the orders of the last 60 days\./).waitFor();
    await expectAccessible(page);
    await picture(page, width, 'connected');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('connects at once where app and shop belong together, and the error of an earlier visit goes', async () => {
    const { owner } = await merchantOf(system);
    const shop = shopify.shop(newShopifyDomain());
    const { app, organization } = registerApp(shopify);
    organization.add(shop.domain);
    shop.installedApp = app;
    const page = await browser.visit('/integrations?storefront=error&reason=denied', { as: owner });
    await page.getByText('We could not connect your shop').waitFor();
    await press(page, 'Use your own app');
    await press(page, 'Next');
    await press(page, 'Next');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of your shop', { exact: true }).fill(shop.domain.replace('.myshopify.com', ''));
    await dialog.getByLabel('Client ID', { exact: true }).fill(app.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill(app.secret);
    await press(page, 'Connect');
    await page.getByText('Connected with your own app.').waitFor();
    await page.getByText('We could not connect your shop').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByText('Connected with your own app.').waitFor();
    expect(await page.getByText('We could not connect your shop').count()).toBe(0);
  });

  it('changes the secret of a connected shop', async () => {
    const { owner } = await merchantOf(system);
    const shop = shopify.shop(newShopifyDomain());
    const { app, organization } = registerApp(shopify);
    organization.add(shop.domain);
    shop.installedApp = app;
    shop.scopes = ['read_orders', 'read_customers', 'read_all_orders'];
    const input = { platform: 'shopify', shop: shop.domain, client_id: app.clientId, client_secret: app.secret };
    await owner.post('/integrations/storefront/own-app', input).expect(200);
    app.secret = 'the-next-secret-of-the-app';
    const page = await browser.visit('/integrations', { as: owner });
    await page.getByText(/^Your shop shows us all of its orders/).waitFor();
    await press(page, 'Change the secret of your app');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Address of your shop', { exact: true }).inputValue()).toBe(shop.domain);
    await dialog.getByText(/The previous secret stays valid for 24 hours/).waitFor();
    await dialog.getByLabel('Client ID', { exact: true }).fill(app.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill(app.secret);
    await press(page, 'Connect');
    await page.getByText('Your shop is connected.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await owner.get('/integrations')).body).toMatchObject({ status: 'connected', own_app: true });
  });

  it('says that the app was removed from the shop, and begins again with that shop', async () => {
    const { owner } = await merchantOf(system);
    const shop = shopify.shop(newShopifyDomain());
    const { app, organization } = registerApp(shopify);
    organization.add(shop.domain);
    shop.installedApp = app;
    const input = { platform: 'shopify', shop: shop.domain, client_id: app.clientId, client_secret: app.secret };
    await owner.post('/integrations/storefront/own-app', input).expect(200);
    await untilIntegrations(owner, isSynced);
    shopify.uninstall(shop);
    await untilIntegrations(owner, ({ status }) => status === 'disconnected');
    // A link of an earlier visit does not say that the shop is connected.
    const page = await browser.visit('/integrations?storefront=connected', { as: owner, width: 'phone' });
    await page.getByText(`${shop.domain} is not connected any more`).waitFor();
    expect(await page.getByText('Your shop is connected').count()).toBe(0);
    await expectAccessible(page);
    await press(page, 'Use your own app');
    await press(page, 'Next');
    await press(page, 'Next');
    expect(await page.getByRole('dialog').getByLabel('Address of your shop', { exact: true }).inputValue()).toBe(shop.domain);
  });
});
