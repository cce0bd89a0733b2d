import request from 'supertest';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { memberOf, merchantOf } from '../support/people/merchant.js';
import { remember } from '../support/people/mailed-secrets.js';
import { ChurnSystem } from '../support/servers/churn-system.js';

describeInBrowser('The API keys on the page Developers', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('are created with a scope and shown once, renamed, and revoked', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/developers', { as: owner, width: 'phone' });
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    const statusOf = async (key: string): Promise<number> => (await request(system.api.url).get('/customers').set('X-API-Key', key)).status;
    await page.getByText(`ck_live_${owner.apiKey.slice(8, 16)}…`).waitFor();
    await press('Create a key');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Enter a name of 1 to 60 characters.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Report');
    await page.getByLabel('What the key may do').click();
    await page.getByRole('option', { name: 'Read', exact: true }).click();
    await page.getByText('It cannot send or change anything.').waitFor();
    await page.getByLabel('Expires at the end of').fill('2020-01-01');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('Choose a day in the future.').waitFor();
    await page.getByLabel('Expires at the end of').fill('2099-12-31');
    await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
    const key = (await page.getByRole('group', { name: 'API key' }).innerText()).trim();
    remember(key);
    expect(key).toMatch(/^ck_live_\w{43}$/);
    await expectAccessible(page);
    expect(await statusOf(key)).toBe(200);
    await press('I saved the key');
    const row = page.getByRole('listitem').filter({ hasText: 'Report' });
    await row.getByText('31 Dec 2099').waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press('Edit “Report”');
    await page.getByLabel('Name', { exact: true }).fill('Weekly report');
    await press('Save');
    await press('Revoke “Weekly report”');
    await page.getByText('Nobody can undo this.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Show the key that ended in the last 30 days').click();
    await page.getByText(/Weekly report ck_live_/).waitFor();
    expect(await statusOf(key)).toBe(401);
    await expectAccessible(page);
  });

  it('let owners replace the main key with a grace period, and members see whom to ask', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/developers', { as: owner });
    await page.getByRole('button', { name: 'Replace the main key' }).click();
    await page.getByLabel('The present main key keeps working').click();
    await page.getByRole('option', { name: 'For three days' }).click();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    remember((await page.getByRole('group', { name: 'API key' }).innerText()).trim());
    await page.getByRole('button', { name: 'I saved the key' }).click();
    const member = await memberOf(system);
    const theirs = await browser.visit('/developers', { as: member });
    await theirs.getByText('Owners and admins of the account manage its keys.').waitFor();
    await expectAccessible(theirs);
  });
});
