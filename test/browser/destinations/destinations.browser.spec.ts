import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { memberOf, merchantOf } from '../../support/people/merchant.js';
import { order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { answer, WebhookEndpoint } from '../../support/webhooks/webhook-endpoint.js';

describeInBrowser('The destinations page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    endpoint = await WebhookEndpoint.start();
  });
  afterAll(async () => {
    await browser.close();
    await endpoint.stop();
    await system.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('adds a webhook, tests it, edits it, switches it off and deletes it', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    const page = await browser.visit('/destinations', { as: owner });
    await page.getByText('No destinations yet').waitFor();
    await expectAccessible(page);
    await press(page, 'Add a destination');
    await page.getByLabel('Name').fill('Warehouse');
    await page.getByLabel('URL of your server').fill('http://10.0.0.1/');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
    await page.getByText(/private, local and reserved addresses/).waitFor();
    await page.getByLabel('URL of your server').fill(endpoint.url);
    await page.getByLabel('The risk label of a customer changes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
    const card = page.getByRole('region', { name: 'Warehouse' });
    await card.getByText('Ready: nothing has been sent yet').waitFor();
    await press(page, 'Send a test');
    await page.getByText('The test arrived: status 200.').waitFor();
    await card.getByText('Working').waitFor();
    await expectAccessible(page);
    endpoint.behaviour = answer(500);
    await press(page, 'Send a test');
    await page.getByText(/The test did not arrive/).waitFor();
    await press(page, 'Edit');
    await page.getByLabel('Name').fill('Stock');
    await press(page, 'Save');
    await page.getByRole('region', { name: 'Stock' }).waitFor();
    await press(page, 'Switch off');
    await page.getByText('Switched off', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Show deliveries' }).click();
    await page.getByText('One destination only').waitFor();
    await page.goBack();
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No destinations yet').waitFor();
    expect((await owner.get('/settings/webhook')).body).toMatchObject({ url: null });
  });

  it.each(['phone', 'desk'] as const)('says how many customers Klaviyo can find before it is added, on a %s', async (width) => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(...['c-1', 'c-2', `email:${'5d'.repeat(32)}`].map((id) => order({ customer_id: id })));
    await shop.settled();
    const page = await browser.visit('/destinations', { as: owner, width });
    await press(page, 'Add a destination');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Klaviyo' }).click();
    await page.getByText(/^2 customers have an ID of your shop/).waitFor();
    await page.getByText(/^1 customer is left out/).waitFor();
    await expectAccessible(page);
    // A shop that uploads files has a way too: a list with addresses.
    await page.getByText('“Download with addresses” makes a file').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Open the customers to contact' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await page.getByRole('list', { name: 'Filters' }).getByText('Lifecycle: Second order due, Slipping away').waitFor();
  });

  it('asks again before Klaviyo is added that would get no customer', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/destinations', { as: owner, width: 'phone' });
    await press(page, 'Add a destination');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Klaviyo' }).click();
    await page.getByText('Klaviyo would get no customer').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Mails');
    await page.getByLabel('Private API key').fill('pk_0123456789abcdef');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a destination' }).click();
    await page.getByText('Add it all the same? It sends nothing until').waitFor();
    await expectAccessible(page);
    expect((await owner.get('/settings/destinations')).body.data).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Add it all the same' }).click();
    await page.getByText('The destination has been added.').waitFor();
  });

  it('shows members the destinations without the buttons that change them', async () => {
    const member = await memberOf(system);
    await system.owner.query(`INSERT INTO destinations (tenant_id, id, url) VALUES ($1, $1, 'https://example.com/')`, [member.tenantId]);
    const page = await browser.visit('/destinations', { as: member });
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });
});
