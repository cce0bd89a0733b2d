import type { Page } from 'playwright-core';
import { countCategoryReturns } from '../../apps/scoring-worker/src/models/evaluate/category-returns.js';
import { toTenantId } from '#libs/core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo, order, type WireEvent } from '../support/shop/builders.js';
import { patient } from '../support/waiting/limits.js';

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

/** An export of 40 customers, who each order coffee and a cup, and a cup again a month later. */
const shopifyExport = (): string[] => [
  'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Vendor,Id',
  ...Array.from({ length: 40 }, (_, i) => [
    `#${i},c${i}@shop.example,paid,,EUR,20.00,${daysAgo(200)},1,Beans for Jane,15.00,B-1,Roaster,${1000 + i}`,
    `#${i},,,,,,,1,Cup for Jane,5.00,C-1,Potter,`,
    `#${100 + i},c${i}@shop.example,paid,,EUR,5.00,${daysAgo(170)},1,Cup for Jane,5.00,C-1,Potter,${2000 + i}`,
  ]).flat(),
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

  it('fills from an order export of Shopify, by the vendors, and stores no name of a product', async () => {
    const { owner, shop } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const buffer = Buffer.from(shopifyExport().join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'orders_export.csv', mimeType: 'text/csv', buffer });
    await page.getByText('Recognised: order export of Shopify').waitFor();
    await page.getByText('What was bought is read from “Lineitem sku” and “Vendor”.', { exact: false }).waitFor();
    await page.getByText('The file names no category, so “Vendor” stands for it.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Upload this file', exact: true }).click();
    await page.getByText('Your orders are here').waitFor({ timeout: patient(60_000) });
    await shop.settled();
    await countCategoryReturns(await system.openDatabase(), toTenantId(owner.tenantId), new Date());
    await page.goto(new URL('/products', page.url()).href);
    await page.getByText('100% of new customers order again within 90 days').waitFor();
    expect(await rowOf(page, 'Roaster').innerText()).toContain('40 customers');
    expect(await rowOf(page, 'Potter').innerText()).toContain('40 customers');
    expect(JSON.stringify(await shop.rows('events', 'data'))).not.toContain('for Jane');
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
