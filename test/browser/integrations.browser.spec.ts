import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { StorefrontSimulator } from '../../tools/src/storefront-simulator/storefront-simulator.js';
import { WooCommerceSimulator } from '../../tools/src/storefront-simulator/woocommerce-simulator.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { order } from '../support/shop/builders.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { memberOf, merchantOf } from '../support/people/merchant.js';
import {
  beginConnection,
  connect,
  decide,
  isSynced,
  newDomain,
  startStorefront,
  storefrontSettings,
  untilIntegrations,
} from '../support/storefront/storefront.js';
import { hmac } from '../support/storefront/connected-shop.js';
import { remember } from '../support/people/mailed-secrets.js';

describeInBrowser('The integrations page', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    storefront = await startStorefront();
    system = await ChurnSystem.start(storefrontSettings(storefront));
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await storefront.stop();
  });

  const typedShop = (page: Page): Promise<string> => page.getByLabel('Address of your shop', { exact: true }).inputValue();
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('connects a shop through its platform, imports past orders, lists the webhooks, and disconnects', async () => {
    const { owner } = await merchantOf(system);
    const shop = storefront.shop(newDomain());
    for (let n = 0; n < 5; n += 1) shop.place({ customer: BigInt(n + 1), total: '20.00', at: new Date(Date.now() - (n + 2) * 86_400_000) });
    shop.place({ total: '5.00', at: new Date(Date.now() - 86_400_000) });
    const page = await browser.visit('/integrations', { as: owner });
    await page.getByRole('heading', { name: 'Connect your shop', exact: true }).waitFor();
    await expectAccessible(page);
    await press(page, 'Connect');
    await page.getByText('Enter the address of your shop.').waitFor();
    await page.getByLabel('Address of your shop', { exact: true }).fill('no shop');
    await press(page, 'Connect');
    await page.getByText(/^This is "no shop"/).waitFor();
    await page.getByLabel('Address of your shop', { exact: true }).fill(shop.domain);
    await press(page, 'Connect');
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('We imported 6 past orders.').waitFor();
    // The banner goes when the card says more, and no later error can bring it back.
    await page.getByText('Your shop is connected').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.getByText(/^Your shop counts 6 orders since .+ We have 5 orders from 5 customers\.$/).waitFor();
    await page.getByText('1 order is missing. It may name no customer').waitFor();
    await page.getByText('New orders').waitFor();
    await page.getByText(/^In the last 7 days your shop sent 1 order or basket without a customer/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('that we could not use').count()).toBe(0);
    await expectAccessible(page);
    await press(page, 'Disconnect');
    await page.getByRole('dialog').getByText('Your platform may ask us two days after our app was removed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('heading', { name: 'Connect your shop', exact: true }).waitFor();
    await page.getByText(`${shop.domain} is not connected any more`).waitFor();
    expect(await typedShop(page)).toBe(shop.domain);
    await expectAccessible(page);
    expect((await owner.get('/integrations')).body.status).toBe('disconnected');
  });

  it('says how many orders of the shop are in another currency than the account', async () => {
    const { owner, shop: merchantShop } = await merchantOf(system);
    await merchantShop.send(order({ customer_id: 'own' }));
    const shop = storefront.shop(newDomain());
    for (const n of [1, 2]) shop.place({ customer: BigInt(n), total: '20.00', currency: 'USD', at: new Date(Date.now() - n * 86_400_000) });
    await connect(owner, shop);
    await untilIntegrations(owner, isSynced);
    await merchantShop.settled();
    const page = await browser.visit('/integrations', { as: owner });
    await page.getByText('2 orders are in USD').waitFor();
    await page.getByText('Your account uses EUR').waitFor();
    await expectAccessible(page);
  });

  /** Follows the link of the platform's app store, as a user who is not signed in. */
  const install = async (domain: string): Promise<Page> => {
    const page = await browser.visit('/login');
    await page.goto(`${system.api.url}/integrations/storefront/install?${storefront.authorization.installQuery(storefront.shop(domain))}`);
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    return page;
  };

  it('connects the shop of a new user from the app store after the user confirms', async () => {
    const domain = newDomain();
    const page = await install(domain);
    await page.getByRole('link', { name: 'Create an account' }).click();
    const [email, password] = [`ada-${randomUUID()}@example.com`, `pass ${randomUUID()}`];
    remember(email, password);
    await page.getByLabel('Name of your shop').fill('Ada’s Teas');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Create account');
    await page.getByText(`Confirm to connect ${domain}`).waitFor();
    await expectAccessible(page);
    expect(await typedShop(page)).toBe(domain);
    expect(await page.getByText('could not connect').count()).toBe(0);
    // A user who leaves for the platform now never sees the first key again.
    const key = (await page.getByRole('group', { name: 'API key' }).innerText()).trim();
    remember(key);
    expect(key).toMatch(/^ck_live_/);
    await press(page, 'Connect');
    await page.getByRole('link', { name: 'Allow' }).click();
    await page.getByText('Connected', { exact: true }).first().waitFor();
  });

  it('asks a user from the app store to sign in, names a second shop, and ignores an invalid link', async () => {
    const { owner } = await merchantOf(system);
    const domain = newDomain();
    const page = await install(domain);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await press(page, 'Sign in');
    await page.getByText(`Confirm to connect ${domain}`).waitFor();
    expect(await typedShop(page)).toBe(domain);
    expect((await owner.get('/integrations')).body.status).toBe('disconnected');
    await page.goto(`${browser.origin}/integrations?storefront=install&platform=evil&shop=%3Cb%3Eevil%2F`);
    await page.getByRole('heading', { name: 'Connect your shop', exact: true }).waitFor();
    expect(await typedShop(page)).toBe('');
    expect(await page.getByText('Confirm to connect').count()).toBe(0);
    await connect(owner, storefront.shop(newDomain()));
    await page.goto(`${browser.origin}/integrations?storefront=install&platform=generic&shop=${domain}`);
    await page.getByText(`${domain} is not connected`).waitFor();
    await expectAccessible(page);
  });

  it('explains what to do after the user denies access on the platform', async () => {
    const { owner } = await merchantOf(system);
    const back = await decide(await beginConnection(owner, storefront.shop(newDomain()).domain), 'deny');
    const page = await browser.visit('/integrations', { as: owner, width: 'phone', theme: 'dark' });
    await page.goto(back);
    await page.getByText('You did not allow access on your platform.').waitFor();
    await expectAccessible(page);
    await page.goto(`${browser.origin}/integrations?storefront=error&reason=constructor`);
    await page.getByText('Something went wrong between your platform and us.').waitFor();
    await page.goto(`${browser.origin}/integrations?storefront=error&reason=another_shop`);
    await page.getByText('Your account has another shop. Disconnect that one first.').waitFor();
    await page.goto(`${browser.origin}/integrations?storefront=error&reason=already_connected`);
    await page.getByText('This shop is connected to another account. Disconnect it there first.').waitFor();
    expect((await owner.get('/integrations')).body.status).toBe('disconnected');
  });

  it('shows the WooCommerce secret once, and the webhooks to add', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations', { as: owner });
    await page.getByLabel('Address of your WooCommerce shop').fill('tea.example.com');
    await press(page, 'Get the secret');
    const secret = (await page.getByRole('group', { name: 'Secret' }).innerText()).trim();
    remember(secret);
    expect(secret.length).toBeGreaterThan(20);
    await page.getByRole('group', { name: 'Delivery URL for “order.created”' }).getByText(owner.tenantId).waitFor();
    await page.getByText('Waiting for the first message').waitFor();
    await expectAccessible(page);
  });

  it('tries WooCommerce keys at once and shows the imported orders', async () => {
    const { owner } = await merchantOf(system);
    const woo = await WooCommerceSimulator.start();
    try {
      const { shop, address } = woo.open(`tea-${randomUUID().slice(0, 8)}`);
      for (let n = 0; n < 3; n += 1) shop.place({ customer: n + 1, total: '20.00', at: new Date(Date.now() - (n + 400) * 86_400_000) });
      const keys = shop.makeKeys('read');
      remember(keys.key, keys.secret);
      const page = await browser.visit('/integrations', { as: owner });
      await page.getByLabel('Address of your WooCommerce shop').fill(address);
      await page.getByLabel('Consumer key').fill(keys.key);
      await page.getByLabel('Consumer secret').fill(`cs_${'0'.repeat(40)}`);
      await press(page, 'Get the secret');
      await page.getByText('Your shop does not accept these keys.').waitFor();
      await page.getByLabel('Consumer secret').fill(keys.secret);
      await press(page, 'Get the secret');
      await page.getByText('Your shop accepts the keys').waitFor();
      remember((await page.getByRole('group', { name: 'Secret' }).innerText()).trim());
      await page.getByText('We imported 3 past orders.').waitFor();
      await page.getByText('Missing: add this webhook in your shop').first().waitFor();
      await expectAccessible(page);
    } finally {
      await woo.stop();
    }
  });

  it('lists customers who asked for their data and downloads it', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'Grace 7' }));
    const domain = newDomain();
    await system.owner.query(
      `INSERT INTO data_requests (tenant_id, id, platform, shop, reference, customer_id, external_id, requested_at)
       SELECT $1, gen_random_uuid(), 'generic', $2, '9', id, external_id, now() FROM customers WHERE tenant_id = $1`,
      [owner.tenantId, domain],
    );
    const page = await browser.visit('/integrations', { as: owner });
    await page.getByRole('heading', { name: 'Customers who ask for their data' }).waitFor();
    await page.getByRole('cell', { name: 'Not yet' }).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the data of Grace 7' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('customer-data-Grace_7.json');
    const stored = JSON.parse(await readFile(await download.path(), 'utf8')) as { events: object[] };
    expect(stored.events).toHaveLength(1);
    await page.getByRole('cell', { name: 'Not yet' }).waitFor({ state: 'detached' });
  });

  it('names on the first screen of a shop only the platforms that can be connected here', async () => {
    const { owner } = await merchantOf(system);
    const { body } = await owner.get('/integrations');
    expect(body.available_platforms).toEqual(['generic']);
    const page = await browser.visit('/', { as: owner });
    await page.getByText('A platform like Shopify or WooCommerce. We read your past orders').waitFor();
    expect(await page.getByText('Shopline').count()).toBe(0);
  });

  it('tells a member that only owners connect shops', async () => {
    const page = await browser.visit('/integrations', { as: await memberOf(system) });
    await page.getByText('Only owners of the account can connect a shop.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).count()).toBe(0);
  });

  it.each(['phone', 'desk'] as const)('names the version that legacy webhooks of WooCommerce need, on a %s', async (width) => {
    const { owner } = await merchantOf(system);
    const { body } = await owner.post('/integrations/storefront/woocommerce', { shop: 'https://woo.example.com' }).expect(201);
    const { secret } = body as { secret: string };
    remember(secret);
    for (const id of [645, 646]) {
      const legacy = JSON.stringify({ order: { id, status: 'processing', total: '79.87', customer_id: 2 } });
      const signed = { 'X-WC-Webhook-Topic': 'order.created', 'X-WC-Webhook-Signature': hmac(secret, legacy) };
      const url = `${system.api.url}/webhooks/storefront/t/${owner.tenantId}/orders`;
      const headers = { 'Content-Type': 'application/json', ...signed };
      expect((await fetch(url, { method: 'POST', body: legacy, headers })).status).toBe(202);
    }
    const page = await browser.visit('/integrations', { as: owner, width });
    const note = page.getByRole('status').filter({ hasText: 'Your shop sent messages that we could not use' });
    await note.getByText('“WP REST API Integration v3”').waitFor();
    expect(await note.innerText()).toMatch(
      /choose it in your shop, in WooCommerce, Settings, Advanced, Webhooks\. 2 messages, the last one /,
    );
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
