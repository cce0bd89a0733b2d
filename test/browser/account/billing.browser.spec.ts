import request from 'supertest';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

describeInBrowser('The page Billing', () => {
  let priced: ChurnSystem;
  let free: ChurnSystem;
  let browsers: readonly [priced: DashboardBrowser, free: DashboardBrowser];

  beforeAll(async () => {
    priced = await ChurnSystem.start({ PLAN_PRICES: 'starter=29 EUR, pro=1099.5 EUR' });
    free = await ChurnSystem.shared();
    browsers = [await DashboardBrowser.open(priced), await DashboardBrowser.open(free)];
  }, 120_000);
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await priced.stop();
    await free.stop();
  });

  it.each(['phone', 'desk'] as const)(
    'shows the prices that the operator has set, and asks for a plan that has one, on a %s',
    async (width) => {
      const { owner } = await merchantOf(priced);
      const { body } = await request(priced.api.url).get('/plans').expect(200);
      expect((body.data as { id: string; price: unknown }[]).map(({ id, price }) => [id, price])).toEqual([
        ['starter', { amount: '29.00', currency: 'EUR' }],
        ['pro', { amount: '1099.50', currency: 'EUR' }],
        ['enterprise', null],
      ]);
      const page = await browsers[0].visit('/billing', { as: owner, width });
      await page.getByText('€29.00 a month', { exact: true }).waitFor();
      await page.getByText('€1,099.50 a month', { exact: true }).waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('button', { name: /Enterprise/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Ask for Pro', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ask for Pro' }).click();
      await page.getByText('You have asked for the Pro plan.').first().waitFor();
      expect((await owner.get('/billing')).body).toMatchObject({ plan: 'starter', requested_plan: 'pro' });
      await page.close();
    },
  );

  it('offers nothing where no plan has a price, and shows what is used', async () => {
    const { owner } = await merchantOf(free);
    const page = await browsers[1].visit('/billing', { as: owner });
    await page.getByText(/^This service has set no prices, so there is nothing to buy here/).waitFor();
    await page.getByText('Events received').waitFor();
    expect(await page.getByRole('button', { name: /^(?:Ask for|Change to)/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.close();
  });
});
