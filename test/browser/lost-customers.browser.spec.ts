import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo, order } from '../support/shop/builders.js';

const CUSTOMERS = ['ada', 'bert', 'cleo', 'dora'];
const SILENT_FOR = 700;

describeInBrowser('The overview of a shop whose customers are all lost', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    const orders = CUSTOMERS.flatMap((customer) =>
      [0, 10, 20, 30, 40, 50].map((days) => order({ customer_id: customer, occurred_at: daysAgo(SILENT_FOR + days), value: 20 })),
    );
    await merchant.shop.send(...orders);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it.each(['phone', 'desk'] as const)('says how many are lost and what one may do, without a tick, on a %s', async (width) => {
    const page = await browser.visit('/', { as: merchant.owner, width });
    const card = page.locator('section').filter({ hasText: 'You can try a campaign' });
    await card.getByRole('heading', { name: 'Customers to contact', exact: true }).waitFor();
    await card.getByText('All 4 customers are lost: overdue, with a risk of 87.5% or more.').waitFor();
    await card.getByText('You can try a campaign that costs little').waitFor();
    await card.getByRole('link', { name: 'Check the connection to your shop' }).waitFor();
    expect(await card.locator('svg.lucide-circle-check').count()).toBe(0);
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Show them' }).click();
    await page.getByText('That is all: 4 customers').waitFor();
    await page.close();
  });
});
