import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { memberOf, merchantOf } from '../support/people/merchant.js';
import { turnOnSecondFactor } from '../support/people/second-factor.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { order } from '../support/shop/builders.js';

describeInBrowser('Your data on the settings page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const confirm = async (page: Page, name: string, password: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name, exact: true }).click();
  };

  it('exports all data and downloads the file, on a desk', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'c-1' }));
    const page = await browser.visit('/settings', { as: owner });
    await press(page, 'Export all data');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await confirm(page, 'Export all data', 'not the password');
    await page.getByText('Password is not right.').waitFor();
    await confirm(page, 'Export all data', owner.password);
    await page.getByText(/^Your file is ready: \d/).waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await press(page, 'Download the file');
    expect((await saved).suggestedFilename()).toMatch(/^churn-export-.*\.jsonl\.gz$/);
  });

  it('schedules the deletion with the second factor, says so on every page, and cancels it, on a phone', async () => {
    const { owner } = await merchantOf(system);
    const [code = '', other = ''] = await turnOnSecondFactor(owner);
    const person = await owner.again({ totp_code: other });
    const page = await browser.visit('/settings', { as: person, width: 'phone' });
    await press(page, 'Delete the account');
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(code);
    await expectAccessible(page);
    await confirm(page, 'Delete the account', owner.password);
    await page.getByText(/^All data will be deleted on /).waitFor();
    await page.getByText(/^All data of this account will be deleted on /).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press(page, 'Cancel the deletion');
    await page.getByText('Your account stays.').waitFor();
    await page.getByText(/^All data of this account will be deleted on /).waitFor({ state: 'detached' });
  });

  it('is not shown to people who are not owners', async () => {
    const page = await browser.visit('/settings', { as: await memberOf(system, 'admin') });
    await page.getByRole('heading', { name: 'Data retention' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Your data' }).count()).toBe(0);
  });
});
