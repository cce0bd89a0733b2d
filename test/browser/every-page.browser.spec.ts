import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { smallTargets } from '../support/dashboard/tap-targets.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { fillWithScored } from '../support/webhooks/campaign-shop.js';

const CUSTOMERS = 60;
/** More than the stops of any page. */
const MOST_STOPS = 120;
const PAGES = [
  '/',
  '/customers',
  '/customers/c-1',
  '/products',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/results',
  '/backtest',
  '/integrations',
  '/integrations/upload',
  '/webhooks',
  '/destinations',
  '/developers',
  '/developers/events',
  '/settings',
  '/team',
  '/security',
  '/billing',
];

/** Tells of the focused element what it is, and what is wrong with the ring around it; null once the focus has left the page. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const name = element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
  // A field that is not seen lends its ring to the one beside it.
  const box = element.getBoundingClientRect();
  if (box.width < 3 || box.height < 3) return { name, fault: null };
  const style = getComputedStyle(element);
  const width = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth);
  if (width === 0 && style.boxShadow === 'none') return { name, fault: 'has no ring' };
  const reach = Math.max(0, width + parseFloat(style.outlineOffset));
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (around === document.documentElement || around === document.body || (overflowX === 'visible' && overflowY === 'visible')) continue;
    const frame = around.getBoundingClientRect();
    const cut = Math.max(frame.left - (box.left - reach), box.right + reach - frame.right, frame.top - (box.top - reach), box.bottom + reach - frame.bottom);
    // Half a pixel is not seen.
    if (cut > 0.5) return { name, fault: 'its ring is cut by ' + cut.toFixed(1) + ' px by ' + around.className.slice(0, 60) };
  }
  return { name, fault: null };
})()`;

describeInBrowser('Every page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await fillWithScored(system, merchant.shop.tenantId, CUSTOMERS);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  async function open(address: string, width: 'phone' | 'desk'): Promise<Page> {
    const page = await browser.visit(address, { as: merchant.owner, width });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('body:not(:has(.animate-pulse))').waitFor();
    return page;
  }

  it.each(PAGES)(
    '%s shows the focus of the keyboard in full',
    async (address) => {
      const page = await open(address, 'desk');
      const faults: string[] = [];
      let stops = 0;
      for (; stops < MOST_STOPS; stops += 1) {
        await page.keyboard.press('Tab');
        const focused = (await page.evaluate(FOCUSED)) as { name: string; fault: string | null } | null;
        if (focused === null) break;
        if (focused.fault !== null) faults.push(`${focused.name}: ${focused.fault}`);
      }
      expect(faults).toEqual([]);
      // The menu alone has more.
      expect(stops).toBeGreaterThan(10);
      await page.close();
    },
    90_000,
  );

  it.each(PAGES)(
    '%s fits a phone, everything to tap fits a finger, and hints open',
    async (address) => {
      const page = await open(address, 'phone');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await expectAccessible(page);
      expect(await smallTargets(page)).toEqual([]);
      const hints = page.locator('main button:has(> svg.lucide-info)');
      for (let i = 0; i < (await hints.count()); i += 1) {
        const hint = hints.nth(i);
        // A narrow table leaves columns out.
        if (!(await hint.isVisible())) continue;
        await hint.scrollIntoViewIfNeeded();
        await hint.tap();
        const words = page.getByRole('tooltip');
        await words.waitFor({ state: 'attached' });
        const box = await page.locator('[data-radix-popper-content-wrapper]').boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
        await page.keyboard.press('Escape');
        await words.waitFor({ state: 'detached' });
      }
      await page.close();
    },
    90_000,
  );
});
