import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';

const CUSTOMERS = ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay'];

describeInBrowser('Marketing consent', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    await merchant.shop.send(
      ...CUSTOMERS.map((customer, i) => order({ customer_id: customer, occurred_at: daysAgo(300), data: { order_id: `o-${i}` } })),
    );
    const said = (customer: string, accepts: boolean) =>
      order({
        customer_id: customer,
        event_type: 'customer_updated',
        value: null,
        occurred_at: daysAgo(9),
        data: { accepts_marketing: accepts },
      });
    await merchant.shop.send(said('ada', false), said('bob', false), said('cleo', true));
    await merchant.shop.settled();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const fits = (page: Page, width: number) =>
    expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(width);

  it.each([1440, 390])('keeps those who refuse out of campaigns, and the pages say so, at %i px', async (width) => {
    const page = await browser.visit('/customers?consent=no', { as: merchant.owner });
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('link', { name: 'ada' }).waitFor();
    await page.getByText('Does not accept marketing', { exact: true }).first().waitFor();
    expect(await page.getByText('No marketing', { exact: true }).count()).toBe(2);
    await expectAccessible(page);
    await fits(page, width);
    await page.getByRole('link', { name: 'ada' }).click();
    await page.getByText(/^Send no marketing to this customer/).waitFor();
    await page.getByText(/^Does not accept marketing, as your shop says/).waitFor();
    await expectAccessible(page);
    await fits(page, width);
    const campaign = await browser.visit('/campaigns/new', { as: merchant.owner });
    await campaign.setViewportSize({ width, height: 900 });
    for (const state of ['New', 'Second order due', 'Slipping away', 'Active', 'Lost']) {
      const box = campaign.getByRole('checkbox', { name: state, exact: true });
      if (await box.isChecked()) await box.click();
    }
    await campaign.getByText(/^2 of 6 do not accept marketing, or have unsubscribed/).waitFor();
    await campaign.getByRole('checkbox', { name: 'Only customers who accept marketing' }).click();
    await campaign.getByText('of 1 customer in this audience').waitFor();
    await expectAccessible(campaign);
    await fits(campaign, width);
  });
});
