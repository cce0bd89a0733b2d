import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const AWAY = { error: 'service_unavailable', message: 'the rate limiter is not available, try again', request_id: 'r' };

/** Without Redis the API answers 503 to everything. */
describeInBrowser('While the service cannot answer, a page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const goAway = (page: Page): Promise<unknown> =>
    page.route('**/api/v1/**', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(AWAY) }));

  it.each(['phone', 'desk'] as const)('that is opened says so, keeps the menu and goes on by itself, on a %s', async (width) => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/team', { as: owner, width });
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    await goAway(page);
    await page.reload();
    await page.getByText('The service is not available at the moment').waitFor();
    if (width === 'desk')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers', exact: true }).waitFor();
    else await page.getByRole('button', { name: 'Open navigation' }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v1/**');
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor({ timeout: 30_000 });
    await page.close();
  });

  it('that is open already loads the rest by itself', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/team', { as: owner });
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    await goAway(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing', exact: true }).click();
    await page.getByText('The service is busy or restarting.', { exact: false }).first().waitFor({ timeout: 30_000 });
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.unroute('**/api/v1/**');
    await page.getByText('Used this month').waitFor({ timeout: 30_000 });
    expect(await page.getByText('The service is busy or restarting.', { exact: false }).count()).toBe(0);
    await page.close();
  });
});
