import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo, order, refund } from '../support/shop/builders.js';
import { campaignOf, sent } from '../support/webhooks/campaign-shop.js';
import { lapsed, setEndpoint, untilDeliveries } from '../support/webhooks/webhook-shop.js';

/** No server listens there. */
const NOBODY = 'http://127.0.0.1:9/nobody';

describeInBrowser('The timeline on the page of a customer', () => {
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

  it('shows older entries on request, and leads to campaigns and deliveries', async () => {
    const { owner, shop } = await merchantOf(system);
    await system.webhookSecret(shop);
    await setEndpoint(system, shop, NOBODY);
    const older = Array.from({ length: 10 }, (_, i) => order({ customer_id: 'ada', occurred_at: daysAgo(210 + 10 * i), value: i + 1 }));
    await shop.send(...lapsed('ada'), ...older);
    await sent(owner, await campaignOf(owner, NOBODY, { holdout_percent: 0 }));
    await untilDeliveries(shop, 2, ({ attempts }) => attempts > 0);
    const page = await browser.visit('/customers/ada', { as: owner, width: 'phone' });
    const happened = page.getByRole('list', { name: 'What has happened' });
    await happened.getByText(/campaign “Win back”/).waitFor();
    await happened.getByText(/^We could not tell your server that the risk is high/).waitFor();
    expect(await happened.getByText('Ordered €10.00.').count()).toBe(0);
    await page.getByRole('button', { name: 'Show older' }).press('Enter');
    await happened.getByText('Ordered €10.00.').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await happened.getByRole('link', { name: 'Show the delivery' }).click();
    await page.waitForURL(/delivery=/);
    await page.goBack();
    await happened.getByRole('link', { name: 'Show the campaign' }).click();
    await page.getByRole('heading', { name: 'Win back', level: 1 }).waitFor();
  });

  it('comes after a chart that adds up what the shop has earned: no other currency, and nothing that was refunded', async () => {
    const { owner, shop } = await merchantOf(system);
    const data = { currency: 'JPY' };
    await shop.send(
      order({ customer_id: 'ada', occurred_at: daysAgo(90), value: 4000, data }),
      order({ customer_id: 'ada', occurred_at: daysAgo(60), value: 50, data: { order_id: 'o-1' } }),
      refund({ customer_id: 'ada', occurred_at: daysAgo(58), value: 20, data: { order_id: 'o-1' } }),
      order({ customer_id: 'ada', occurred_at: daysAgo(30), value: 4000, data }),
    );
    const page = await browser.visit('/customers/ada', { as: owner, width: 'phone' });
    const chart = page.locator('figure').filter({ hasText: '3 orders that count.' });
    const tooltips: string[] = [];
    await chart.locator('.recharts-bar-rectangle').first().waitFor();
    for (const bar of await chart.locator('.recharts-bar-rectangle').all()) {
      await bar.hover();
      tooltips.push(await chart.locator('.recharts-tooltip-item-value').innerText());
    }
    expect(tooltips).toEqual(['¥4,000', '€30.00', '¥4,000']);
    expect((await chart.locator('.recharts-yAxis').allInnerTexts()).join(' ')).not.toMatch(/K/);
    await page.getByText('2 orders are in another currency than EUR.', { exact: false }).waitFor();
    await page.getByText('€30.00 spent in total').waitFor();
    // Its orders have a day and no time, as those of files with dates only.
    const placed = await page
      .getByRole('listitem')
      .filter({ hasText: /^Ordered/ })
      .locator('time')
      .allInnerTexts();
    expect(placed.map((time) => time.replace(/^\d{1,2} \w{3,4} \d{4}/, 'day'))).toEqual(['day', 'day', 'day']);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
