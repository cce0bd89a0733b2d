import type { Page } from 'playwright-core';
import { countCategoryReturns } from '../../apps/scoring-worker/src/models/evaluate/category-returns.js';
import { toTenantId } from '#libs/core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo, order, type WireEvent } from '../support/shop/builders.js';

const bought = (id: string, customer: string, days: number, category: string): WireEvent =>
  order({ customer_id: customer, occurred_at: daysAgo(days), data: { order_id: id, items: [{ product_id: 'p', category }] } });

/** First orders of 60 customers with Coffee, who come back two of three, and of 60 with Tea, one of four. Two customers bought a rare thing. */
const EVENTS: WireEvent[] = [
  ...Array.from({ length: 120 }, (_, i) => {
    const first = i % 2 === 0 ? 'Coffee' : 'Tea';
    const returns = first === 'Coffee' ? i % 6 !== 0 : i % 8 === 1;
    const again = returns ? [bought(`${i}-2`, `n-${i}`, 150, first)] : [];
    return [bought(`${i}-1`, `n-${i}`, 200, first), ...again];
  }).flat(),
  bought('rare-1', 'rare-1', 200, 'Espresso machines, used'),
  bought('rare-2', 'rare-2', 20, 'Espresso machines, used'),
];

describeInBrowser('The page "Products"', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    for (let at = 0; at < EVENTS.length; at += 100) await merchant.shop.send(...EVENTS.slice(at, at + 100));
    await merchant.shop.settled();
    await countCategoryReturns(await system.openDatabase(), toTenantId(merchant.owner.tenantId), new Date());
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const rowOf = (page: Page, category: string) => page.getByRole('row').filter({ hasText: category });

  it.each(['desk', 'phone'] as const)('says after which first purchases customers come back, at the width of a %s', async (width) => {
    const page = await browser.visit('/products', { as: merchant.owner, width });
    await page.getByText('45% of new customers order again within 90 days').waitFor();
    const coffee = await rowOf(page, 'Coffee').innerText();
    for (const part of ['60 customers', '67%', '54% to 77%', 'More often']) expect(coffee).toContain(part);
    expect(await rowOf(page, 'Tea').innerText()).toContain('Less often');
    const rare = await rowOf(page, 'Espresso machines, used').innerText();
    expect(rare).toContain('Too few');
    expect(rare).not.toMatch(/often|difference/);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  });

  it('leads to the customers of a category, whose list can be narrowed to those who never bought another one', async () => {
    const page = await browser.visit('/products', { as: merchant.owner });
    await page.getByRole('link', { name: 'Espresso machines, used' }).click();
    await page.getByRole('button', { name: 'Remove the filter: Has bought: Espresso machines, used' }).waitFor();
    await page.getByRole('link', { name: 'rare-1' }).waitFor();
    expect(await page.getByRole('link', { name: 'n-1', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: /more filter/i }).click();
    await page.getByRole('combobox', { name: 'Has bought' }).click();
    await page.getByRole('option', { name: 'Any category' }).click();
    await page.getByRole('combobox', { name: 'Has never bought' }).click();
    await page.getByRole('option', { name: 'Coffee' }).click();
    await page.getByRole('button', { name: 'Show customers' }).click();
    await page.getByRole('button', { name: 'Remove the filter: Has never bought: Coffee' }).waitFor();
    await page.getByRole('link', { name: 'n-1', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'n-0', exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('says how to send items while no order has any', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/products', { as: owner });
    await page.getByText('Not known yet').waitFor();
    expect(await page.getByRole('link', { name: 'How to send items' }).getAttribute('href')).toBe(
      '/docs/guides/send-events/#what-was-bought',
    );
  });
});
