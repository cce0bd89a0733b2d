import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { ChurnSystem } from '../support/servers/churn-system.js';

/** One page of each kind: text, tables, diagrams, code, pictures, lists. */
const PAGES = ['/docs', '/docs/guides/first-day', '/docs/scoring', '/docs/architecture', '/docs/guides/python-and-php', '/docs/nowhere'];

describeInBrowser('The documentation', () => {
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

  const isWide = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth > innerWidth');

  it.each(PAGES)('can be read by everybody and fits a phone: %s', async (address) => {
    const page = await browser.visit(address);
    await page.getByRole('main').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isWide(page)).toBe(false);
    await expectAccessible(page);
  });

  it('finds a term, leads to its section, and asks no other origin', async () => {
    const page = await browser.visit('/docs');
    const foreign: string[] = [];
    page.on('request', (sent) => {
      if (!sent.url().startsWith(browser.origin)) foreign.push(sent.url());
    });
    await page.keyboard.press('/');
    await page.keyboard.type('retry-after');
    await page
      .getByRole('status')
      .filter({ hasText: /results?$/ })
      .waitFor({ state: 'attached' });
    await page.getByRole('searchbox').fill('late customers rhythm');
    await page.getByRole('link', { name: 'Rhythm, and who is late' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/scoring-calculation#/);
    await page.getByRole('searchbox').fill('xyzzyx');
    await page.getByText('Nothing found for').first().waitFor();
    for (const address of PAGES) await page.goto(browser.origin + address);
    expect(foreign).toEqual([]);
  });

  it('opens its menu on a phone, and keeps the choice of dark that the dashboard has, too', async () => {
    const page = await browser.visit('/docs', { width: 'phone' });
    await page.getByText('All pages').click();
    await page.getByRole('link', { name: 'Win customers back' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Win customers back' }).waitFor();
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await page.goto(`${browser.origin}/login`);
    await page.locator('html.dark').waitFor({ state: 'attached' });
    expect(await page.evaluate(`localStorage.getItem('theme')`)).toBe('dark');
  });
});
