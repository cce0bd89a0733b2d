import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { memberOf, merchantOf } from '../support/people/merchant.js';
import { remember } from '../support/people/mailed-secrets.js';
import { answer, WebhookEndpoint } from '../support/webhooks/webhook-endpoint.js';
import { lapsed, untilDeliveries } from '../support/webhooks/webhook-shop.js';
import { sha256Signature } from '../support/webhooks/webhook-signer.js';

describeInBrowser('The webhooks page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  beforeEach(async () => {
    endpoint = await WebhookEndpoint.start();
  });
  afterEach(() => endpoint.stop());
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('saves a URL, makes a secret, sends a signed test, and replaces the secret', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/webhooks', { as: owner });
    await page.getByText('Not set up yet').waitFor();
    await expectAccessible(page);
    await page.getByLabel('URL of your server').fill('shop.example.com');
    await press(page, 'Save');
    await page.getByText('Enter an address that begins with https://').waitFor();
    await page.getByLabel('URL of your server').fill('https://me:pass@shop.example.com/hooks');
    await press(page, 'Save');
    await page.getByText(/^This .*user name/).waitFor();
    await page.getByLabel('URL of your server').fill(endpoint.url);
    await page.getByLabel('Also when the score moves by').fill('5');
    await press(page, 'Save');
    await page.getByText('A secret is missing').waitFor();
    await press(page, 'Make a secret');
    const secret = (await page.getByRole('group', { name: 'Webhook secret' }).innerText()).trim();
    remember(secret);
    await expectAccessible(page);
    await press(page, 'I saved the secret');
    await page.getByText('We have sent nothing yet. Send a test').waitFor();
    expect(await page.getByText(secret).count()).toBe(0);
    await press(page, 'Send a test');
    await press(page, 'Send');
    await page.getByText(/^Your server accepted it: status 200 after \d+ ms\.$/).waitFor();
    await expectAccessible(page);
    const [request] = endpoint.received;
    expect(request?.headers['x-service-signature']).toBe(sha256Signature(secret, request?.body.toString() ?? ''));
    endpoint.behaviour = answer(500, {}, 'out of tea');
    await press(page, 'Send');
    await page.getByText('Your server did not accept it.').waitFor();
    await page.getByRole('group', { name: 'Answer of your server' }).getByText('out of tea').waitFor();
    await press(page, 'Close');
    await press(page, 'Replace the secret');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    const next = (await page.getByRole('group', { name: 'Webhook secret' }).innerText()).trim();
    remember(next);
    expect(next).not.toBe(secret);
    await press(page, 'I saved the secret');
    await page.getByText(/^The previous secret works until /).waitFor();
    expect((await owner.get('/settings/webhook')).body).toMatchObject({ url: endpoint.url, score_delta_threshold: 0.05 });
  });

  it('shows why a delivery was given up, and sends it again when the server is back', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await owner.call('PATCH', '/settings/webhook').send({ url: endpoint.url });
    endpoint.behaviour = answer(410, {}, 'gone fishing');
    await shop.send(...lapsed('anna'));
    await untilDeliveries(shop, 1, ({ status }) => status === 'dead_letter');
    const page = await browser.visit('/webhooks', { as: owner, width: 'phone' });
    await page.getByText('Switched off by your server').waitFor();
    await expectAccessible(page);
    endpoint.behaviour = answer(200);
    await press(page, 'Switch webhooks on');
    await page.getByText('Webhooks are on again.').waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByLabel('Customer ID').fill('nobody');
    await page.getByLabel('Customer ID').press('Enter');
    await page.getByText('No deliveries match these filters').waitFor();
    await press(page, 'Clear filters');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('To day').fill('2020-02-29');
    await page.getByText('No deliveries match these filters').waitFor();
    await page.getByLabel('From day').fill('2020-02-28');
    expect(new URL(page.url()).searchParams.get('to')).toContain('2020-02-29');
    await page.getByLabel('From day').fill('');
    await page.getByLabel('To day').fill(today);
    await page.getByLabel('From day').fill(today);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'High risk' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Delivery' });
    await dialog.getByText('Your server answered 410 Gone.').or(dialog.getByText('Webhooks were switched off.')).waitFor();
    await dialog.getByRole('group', { name: 'Message' }).getByText('"customer_id": "anna"').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Arrived', { exact: true }).waitFor();
    await press(page, 'Close');
    await press(page, 'Send again …');
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page
      .getByText(/^We are sending (1 delivery|\d deliveries) again\.$/)
      .or(page.getByText('There was nothing to send again.'))
      .waitFor();
    await untilDeliveries(shop, 1, ({ status }) => status === 'success');
    await page.getByLabel('Status').click();
    await page.getByRole('option', { name: 'Arrived' }).click();
    await page.getByRole('link', { name: 'High risk' }).waitFor();
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('status')).toBe('success');
  });

  it('tells a member that only owners make secrets', async () => {
    const page = await browser.visit('/webhooks', { as: await memberOf(system), theme: 'dark' });
    await page.getByText('Only owners of the account can make a secret.').waitFor();
    expect(await page.getByRole('button', { name: 'Make a secret' }).count()).toBe(0);
  });
});
