import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { order } from '../support/shop/builders.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { importHistory, simulatedOrders, until } from '../support/shop/simulated-shop.js';

const expectHeading = (page: Page, name: string, level = 1): Promise<void> => page.getByRole('heading', { name, level }).waitFor();

describeInBrowser('The page "Would it have worked?"', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '100' });
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await importHistory(merchant.shop, simulatedOrders(500));
    await until('the past', async () => (await merchant.owner.get('/dashboard/churn/backtest')).body.status === 'ready', 300_000);
  }, 480_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('says in one sentence who would have been named and who came back, and that nobody was contacted', async () => {
    const { body } = await merchant.owner.get('/dashboard/churn/backtest');
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByRole('link', { name: 'Would it have worked?' }).click();
    await expectHeading(page, 'Would it have worked?');
    await page.getByText(`we would have named ${body.named.customers} customer`).waitFor();
    await page.getByText(`${body.stayed_away.customers} of them did not order in the next ${body.horizon_days} days.`).waitFor();
    await page.getByText('The list said on average that ').waitFor();
    await page.getByText(/That is (\d+% (more|less) than|what we) expected\./).waitFor();
    await page.getByText('Calculated afterwards with a model fitted on ').waitFor();
    expect(await page.getByText(body.model_version).count()).toBe(0);
    await page.getByText('Nobody contacted these customers because of the list.').waitFor();
    await expectHeading(page, 'Did the scores keep their promise?', 2);
    await page.getByRole('link', { name: body.data[0].external_id, exact: true }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation').first().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' });
  });

  it('fits on a phone without scrolling sideways, in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const page = await browser.visit('/backtest', { as: merchant.owner, width: 'phone', theme });
      await expectHeading(page, 'The list, most to win first', 2);
      await page.getByRole('columnheader', { name: 'Risk then' }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
  });

  it('is reached from the quality of the scores', async () => {
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByRole('button', { name: 'See why' }).click();
    // The dialog puts the focus on its first button, which has a tooltip. The tooltip must not open without a key or pointer.
    await page.getByRole('dialog').locator('button:focus').waitFor();
    await page.waitForTimeout(300);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('tooltip').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Would it have worked? See a list of three months ago' }).click();
    await expectHeading(page, 'Would it have worked?');
  });

  it('is reached while the quality of the scores is unknown, and the overview says what is missing', async () => {
    const set = `UPDATE models SET quality = $2 WHERE tenant_id = $1 AND status = 'active'`;
    const models = await merchant.shop.rows<{ quality: unknown; status: string }>('models', 'quality, status');
    const before = models.find(({ status }) => status === 'active');
    await system.owner.query(set, [merchant.shop.tenantId, null]);
    const { body } = await merchant.owner.get('/dashboard/churn/model');
    const page = await browser.visit('/', { as: merchant.owner });
    await page
      .getByText(
        `We check scores that are ${body.horizon_days} days old: at least 50 customers must have ordered since then, and 50 must not.`,
      )
      .waitFor();
    await page.getByRole('link', { name: 'Would it have worked?' }).waitFor();
    await page.getByRole('button', { name: 'See why' }).click();
    const dialog = page.getByRole('dialog', { name: 'Quality of the scores' });
    await dialog.getByText('A small shop may never have so many customers.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Would it have worked? See a list of three months ago' }).click();
    await expectHeading(page, 'Would it have worked?');
    await system.owner.query(set, [merchant.shop.tenantId, JSON.stringify(before?.quality)]);
  });

  it('has a past on the first day: the overview says which part was calculated afterwards', async () => {
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByText('calculated afterwards').first().waitFor();
    await page.getByText(/^Likely /).waitFor();
    await expectAccessible(page);
  });

  it('announces a new horizon on the overview, and leads to the setting that prevents it', async () => {
    const plan = `UPDATE model_fits SET planned_horizon = $2, planned_from = current_date + 3 WHERE tenant_id = $1`;
    const { body } = await merchant.owner.get('/dashboard/churn/model');
    const next = body.horizon_days === 180 ? 90 : 180;
    await system.owner.query(plan, [merchant.shop.tenantId, next]);
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByText(new RegExp(`^From .+ on, a score looks ${next} days ahead instead of ${body.horizon_days}$`)).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: `Keep ${body.horizon_days} days` }).click();
    await page.waitForURL('**/settings');
    await system.owner.query(plan, [merchant.shop.tenantId, null]);
  });

  it('says on the overview that the scores of a shop without a model are provisional', async () => {
    const newcomer = await merchantOf(system);
    await newcomer.shop.send(order({ customer_id: 'first' }));
    const page = await browser.visit('/', { as: newcomer.owner });
    await page.getByText('These scores are provisional').waitFor();
    await expectAccessible(page);
    const fitted = await browser.visit('/', { as: merchant.owner });
    await fitted.getByRole('button', { name: 'See why' }).waitFor();
    expect(await fitted.getByText('These scores are provisional').count()).toBe(0);
  });

  it('says what is missing in a shop without history', async () => {
    const newcomer = await merchantOf(system);
    const page = await browser.visit('/backtest', { as: newcomer.owner });
    await expectHeading(page, 'Not calculated yet', 2);
    await expectAccessible(page);
  });
});
