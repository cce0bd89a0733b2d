import type { Locator, Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { smallTargets } from '../../support/dashboard/tap-targets.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { campaignOf, send } from '../../support/webhooks/campaign-shop.js';

const PHONE = { width: 390, height: 844 };
/** The first third of the page. */
const FIRST_THIRD = PHONE.height / 3;
/** The pseudonym that an upload makes of an e-mail address. */
const CODE = `email:${'5d'.repeat(32)}`;
const TO_CONTACT = '/customers?lifecycle=%5B%22second_order_due%22%2C%22slipping%22%5D';
/** Days of silence of customers who ordered every ten days before. Most of them are slipping away. */
const SILENCES = Array.from({ length: 12 }, (_, i) => 24 + 4 * i);
const SIGNED_OUT = ['/login', '/register', '/forgot-password', '/docs', '/docs/campaigns'];

describeInBrowser('On a phone', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;
  let campaign: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    const silent = SILENCES.flatMap((silence) =>
      [0, 10, 20, 30, 40, 50].map((days) => order({ customer_id: `late-${silence}`, occurred_at: daysAgo(days + silence), value: 20 })),
    );
    await merchant.shop.send(order({ customer_id: CODE }), ...silent);
    campaign = await campaignOf(merchant.owner, '', { webhook_url: undefined, channel: 'download', holdout_percent: 20 });
    expect((await send(merchant.owner, campaign)).status).toBe(202);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  async function open(address: string, isSignedIn = true): Promise<Page> {
    const page = await browser.visit(address, { width: 'phone', ...(isSignedIn && { as: merchant.owner }) });
    await page.setViewportSize(PHONE);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('body:not(:has(.animate-pulse))').waitFor();
    return page;
  }

  const firstRow = (page: Page): Locator =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .first();

  it.each([
    ['of all', '/customers', 'Who is who?'],
    ['to contact', TO_CONTACT, 'What they can bring'],
  ])('the first customer %s stands in the first third of the page, and the words are one tap away', async (_, address, fold) => {
    const page = await open(address);
    await page.getByRole('button', { name: fold }).waitFor();
    expect((await firstRow(page).boundingBox())?.y).toBeLessThanOrEqual(FIRST_THIRD);
    for (const name of [fold, 'Filter and sort', 'Download']) await page.getByRole('button', { name, exact: true }).tap();
    for (const name of ['All risks', 'More filters', 'Export CSV']) await page.getByRole('button', { name, exact: true }).waitFor();
    await page.getByText(fold === 'Who is who?' ? 'Customers have codes here' : 'A campaign may contact none of them now').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
    expect(await smallTargets(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More filters' }).tap();
    await page.getByRole('button', { name: 'Show customers' }).waitFor();
    expect(await smallTargets(page, '[data-radix-popper-content-wrapper]')).toEqual([]);
    await page.close();
  });

  it('the first customer of a segment does, too, below what can be done with it', async () => {
    const page = await open('/customers');
    await page.getByRole('button', { name: /^Slipping away \d/ }).tap();
    await page.getByRole('link', { name: 'Start a campaign' }).waitFor();
    expect((await firstRow(page).boundingBox())?.y).toBeLessThanOrEqual(FIRST_THIRD);
    await page.close();
  });

  it.each(SIGNED_OUT)('everything on %s that can be tapped is large enough for a finger, before the sign-in', async (address) => {
    const page = await open(address, false);
    expect(await smallTargets(page)).toEqual([]);
    await page.close();
  });

  it('everything on the pages of a campaign and in the menu is large enough, too', async () => {
    for (const address of [`/campaigns/${campaign}`, `/campaigns/${campaign}/edit`]) {
      const page = await open(address);
      expect(await smallTargets(page)).toEqual([]);
      await page.getByRole('button', { name: 'Open navigation' }).tap();
      await page.getByRole('dialog').getByRole('link', { name: 'Customers' }).waitFor();
      expect(await smallTargets(page)).toEqual([]);
      await page.close();
    }
  });
});
