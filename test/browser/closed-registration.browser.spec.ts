import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { ChurnSystem } from '../support/servers/churn-system.js';

describeInBrowser('The sign-in pages while registration is closed', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.start({ REGISTRATION: 'closed' });
    browser = await DashboardBrowser.open(system);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it.each(['phone', 'desk'] as const)('say so and offer no form, at the width of a %s', async (width) => {
    const page = await browser.visit('/login', { width });
    await page.getByText('You need an invitation to get an account.').waitFor();
    expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
    const register = await browser.visit('/register', { width });
    await register.getByText('This service takes no new shops.').waitFor();
    expect(await register.getByRole('button', { name: 'Create account' }).count()).toBe(0);
    await expectAccessible(register);
  });
});
