import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { importHistory, modelOf, until } from '../support/shop/simulated-shop.js';
import { HISTORY_DAYS, nightOf, steadyOrders } from '../support/shop/steady-shop.js';
import { eventually } from '../support/waiting/eventually.js';
import { MONDAY, msUntil } from '../support/waiting/weekday.js';

const WIDTHS = [1440, 390];
/** The last day that the tests live through before the Monday of the mail, counted from today. A clock does not go back. */
const LAST_NIGHT = 4;

describeInBrowser('Notices to people', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '200' });
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await system.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [merchant.owner.tenantId]);
    await importHistory(merchant.shop, steadyOrders(-HISTORY_DAYS, 0));
    await until('a model', async () => (await modelOf(merchant.shop)).trained_at !== null);
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  it('say on the overview that an operator has pinned the model', async () => {
    await system.admin('model', 'pin', '--tenant', merchant.owner.tenantId);
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByText('The model of your shop is pinned').waitFor();
    await page.getByText('have pinned this model since', { exact: false }).waitFor();
    await expectAccessible(page);
    await system.admin('model', 'unpin', '--tenant', merchant.owner.tenantId);
    await page.reload();
    await page.getByRole('heading', { name: 'All customers by risk' }).waitFor();
    expect(await page.getByText('The model of your shop is pinned').count()).toBe(0);
    await page.close();
  }, 60_000);

  it('say on the overview that no orders arrive, and lead to the place that mends it', async () => {
    await nightOf(system, merchant.shop, 1);
    await nightOf(system, merchant.shop, LAST_NIGHT);
    const page = await browser.visit('/', { as: merchant.owner });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByText(/^No orders have arrived since/).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }
    await page.getByRole('link', { name: 'Open Integrations' }).click();
    await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
    await page.close();
  }, 180_000);

  it('come by mail each week until the person presses the button behind the link of the mail', async () => {
    await system.setClock(msUntil(MONDAY, { after: LAST_NIGHT }));
    const mail = await eventually('the weekly mail', () =>
      Promise.resolve(system.mailbox.mails.find(({ subject }) => subject.startsWith('Your customers')) ?? null),
    );
    const link = /\/stop-weekly-mail#token=\S+/.exec(mail.body)?.[0] ?? '';
    const page = await browser.visit(link, { width: 'phone' });
    await page.getByRole('button', { name: /stop/i }).waitFor();
    await expectAccessible(page);
    expect((await merchant.owner.get('/auth/me')).body.weekly_mail).toBe(true);
    await page.getByRole('button', { name: /stop/i }).click();
    await eventually('the end of the mails', async () => ((await merchant.owner.get('/auth/me')).body.weekly_mail === false ? true : null));
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.close();
  }, 90_000);
});
