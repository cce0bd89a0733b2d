import request from 'supertest';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { joinTenant, switchTo } from '../../support/people/several-tenants.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

describeInBrowser('Removing a member, on the page of the team', () => {
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

  it('asks which of the API keys that they made go too, and leaves the others', async () => {
    const { owner } = await merchantOf(system);
    const newcomer = await system.register();
    await joinTenant(system, owner, newcomer, 'admin');
    const colleague = await switchTo(system, newcomer, owner.tenantId);
    const keyOf = async (who: typeof owner, name: string): Promise<string> => {
      const { body } = await who.post('/tenant/api-keys', { name, scope: 'read' }).expect(201);
      remember(body.api_key as string);
      return body.api_key as string;
    };
    const [known, kept, own] = [await keyOf(colleague, 'Known'), await keyOf(colleague, 'Till'), await keyOf(owner, 'Own')];
    const statusOf = async (key: string): Promise<number> => (await request(system.api.url).get('/customers').set('X-API-Key', key)).status;

    const page = await browser.visit('/team', { as: owner, width: 'phone' });
    await page.getByRole('button', { name: `Remove ${colleague.email}` }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText('They made these API keys and may know them.', { exact: false }).waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(2);
    expect(await dialog.getByText('“Own”', { exact: false }).count()).toBe(0);
    for (const box of await dialog.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await dialog.getByRole('checkbox', { name: /Known/ }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Removed.').waitFor();
    await page.getByRole('button', { name: `Remove ${colleague.email}` }).waitFor({ state: 'detached' });
    expect([await statusOf(known), await statusOf(kept), await statusOf(own)]).toEqual([401, 200, 200]);
    await colleague.get('/auth/me').expect(401);
  });
});
