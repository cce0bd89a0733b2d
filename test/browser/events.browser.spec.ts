import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { batch, order } from '../support/shop/builders.js';

describeInBrowser('The page of events', () => {
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

  it('shows the errors of the last hour, and finds an event by its customer', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.post(
      '/events',
      batch(order({ event_id: 'good-1', customer_id: 'c-1' }), order({ event_id: 'bad-1', customer_id: 'c-2', value: -1 })),
    );
    await shop.settled();
    const page = await browser.visit('/developers', { as: owner });
    await page.getByText('value: it must be a number from 0 to 1000000000000, or absent').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all events' }).click();
    await page.getByText('good-1').waitFor();
    await page.getByText('Rejected: out_of_range').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox', { name: 'Customer ID' }).fill('c-2');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('good-1').waitFor({ state: 'detached' });
    await page.getByText('bad-1').waitFor();
  });
});
