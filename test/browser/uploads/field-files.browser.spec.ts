import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

/** Files after public bug reports, which are not part of the project. */
const FIELD = process.env['FIELD_FILES_DIR'] ?? resolve('../shared/data/field');
const HAS_FIELD = existsSync(FIELD);

/** Skipped by name where the files or the browser are missing. FIELD_FILES_DIR names their folder. */
const describeWithField = HAS_FIELD ? describeInBrowser : describe.skip;

/** Lists what each file brings, in the words of the page: rows, orders, customers and the sum of the orders that count. */
const GIVES: readonly (readonly [file: string, rows: string, orders: string, customers: string, sum: string])[] = [
  ['address-with-name.csv', '1 row', '1', '1', '€10.00'],
  ['amount-called-sales.csv', '2 rows', '2', '2', '€150.00'],
  ['excel-d-mmm-yy.csv', '3 rows', '3', '2', '€60.00'],
  ['export-first.csv', '4 rows', '2', '2', '€150.00'],
  ['export-later.csv', '4 rows', '3', '2', '€180.00'],
  ['guest-zero.csv', '4 rows', '4', '4', '€675.00'],
  ['item-rows.csv', '5 rows', '3', '2', '€32.00'],
  ['item-rows-unit-price.csv', '3 rows', '2', '2', '€33.00'],
  ['magento-grid.csv', '7 rows', '3', '2', '€1,394.40'],
  ['shopify-shortened-phones.csv', '3 rows', '3', '3', 'PKR 60,945'],
  ['squarespace.csv', '6 rows', '3', '3', '$320.00'],
  ['statuses.csv', '6 rows', '1', '4', '€10.00'],
  ['text-guard.csv', '2 rows', '2', '1', '€50.00'],
];
/** Files without a single valid row, and the reason that the page shows. */
const REFUSED = [
  ['shortened-order-ids.csv', '3 rows cannot be read', /is not an order number/],
  ['woo-customer-type.csv', '12 rows cannot be read', /is not one person/],
] as const;

describeWithField('The files of the field, on the page for uploading orders', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const choose = (page: Page, file: string): Promise<void> => page.locator('input[type=file]').setInputFiles(join(FIELD, file));

  it('bring the right values', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const summary = page.getByRole('region', { name: 'What the file will bring' });
    const found: (readonly string[])[] = [];
    for (const [file, rows, , , total] of GIVES) {
      await choose(page, file);
      await page.getByText(file, { exact: true }).first().waitFor();
      await summary.getByText(`From ${rows}.`, { exact: false }).waitFor();
      await summary.getByText(total.replace(' ', '\u00a0'), { exact: true }).waitFor();
      const [orders = '', customers = '', , sum = ''] = await summary.locator('dd').allInnerTexts();
      found.push([file, rows, orders, customers, sum.replaceAll('\u00a0', ' ')]);
    }
    expect(found).toEqual(GIVES);
    await page.close();
  }, 180_000);

  it('are refused with the reason where they name nobody', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    for (const [file, wrong, reason] of REFUSED) {
      await choose(page, file);
      await page.getByText(wrong, { exact: false }).first().waitFor();
      await page.getByText('Look at the first rows', { exact: true }).click();
      await page.getByText(reason).first().waitFor();
      expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
      await page.reload();
    }
    await page.close();
  });
});
