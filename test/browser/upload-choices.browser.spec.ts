import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { parseMapping } from '#libs/order-import';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';

const ITEMS = ['order_id,customer_id,date,Sales', '1,c-1,2026-03-10,10.00', '1,c-1,2026-03-10,2.00', '1,c-1,2026-03-10,1.00'];
const RETURNS = [
  'order_id,customer_id,date,amount',
  '1001,c-1,2026-03-10,40.00',
  '1002,c-2,2026-03-11,20.00',
  '1003,c-3,2026-03-12,10.00',
  'RET-1001,c-1,2026-03-13,5.00',
  'R7001,c-2,2026-03-14,6.00',
];
const STATUSES = [
  'order_id,customer_id,date,amount,status',
  '1,c-1,2026-03-10,100.00,completed',
  '2,c-1,2026-03-11,50.00,Handed over',
  '3,c-2,2026-03-12,70.00,Sent home',
];

describeInBrowser('What the page for uploading orders asks', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let folder: string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    folder = await mkdtemp(join(tmpdir(), 'upload-'));
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await rm(folder, { recursive: true });
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const pick = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option }).click();
  };
  async function choose(page: Page, name: string, rows: readonly string[], encoding: BufferEncoding = 'utf8'): Promise<void> {
    const path = join(folder, name);
    await writeFile(path, rows.join('\n'), encoding);
    await page.locator('input[type=file]').setInputFiles(path);
  }
  const gives = async (page: Page, rows: string, orders: number, sum: string): Promise<void> => {
    const summary = page.getByRole('region', { name: 'What the file will bring' });
    await summary.getByText(`From ${rows}.`).waitFor();
    await summary.getByText(String(orders), { exact: true }).first().waitFor();
    await summary.getByText(sum, { exact: true }).waitFor();
  };
  const fits = async (page: Page, width: number): Promise<void> => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  };

  it('is which column the amount is, and whether rows are items; then it shows what the file gives', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    await choose(page, 'items.csv', ITEMS.map((line) => line.replace('Sales', 'Betr. X'))); // prettier-ignore
    await page.getByText('Which column is the amount, or has this file none?').waitFor();
    expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
    await pick(page, 'Amount', /^Betr\. X/);
    await gives(page, '3 rows', 1, '€13.00');
    await expectAccessible(page);
    await fits(page, 390);
    await page.close();
  });

  it('is how the characters of a file are read that is not Unicode, and the choice can be changed', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    // The bytes of Győző in Windows-1250.
    await choose(page, 'hungary.csv', ['customer_id,date,amount', 'Gy\u00f5z\u00f5,2026-03-10,5.00'], 'latin1');
    await page.getByText('some of its words can be read in several ways').waitFor();
    expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
    await press(page, 'Győző');
    await gives(page, '1 row', 1, '€5.00');
    await page.getByText('It is read like this: Győző').waitFor();
    await page.getByText('Look at the first rows').click();
    await page.getByTitle('Győző', { exact: true }).waitFor();
    await expectAccessible(page);
    await fits(page, 390);
    await pick(page, 'Characters', /windows-1252/);
    await page.getByText('It is read like this: Gyõzõ').waitFor();
    await page.close();
  });

  it('is whether numbers with other letters are returns; those that it knows as returns are listed and can be changed', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    await choose(page, 'returns.csv', RETURNS);
    await page.getByText('One order number is written like R7001. Is it a return or credit note, or an order?').waitFor();
    expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
    await press(page, 'Returns or credit notes');
    await gives(page, '5 rows', 3, '€59.00');
    await pick(page, 'The number RET-1001 is', 'Orders');
    await gives(page, '5 rows', 4, '€69.00');
    await expectAccessible(page);
    await fits(page, 390);
    await page.close();
  });

  it('is what unknown statuses mean, and the answer is remembered, saved and loaded', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    await choose(page, 'first.csv', STATUSES);
    await gives(page, '3 rows', 3, '€220.00');
    await pick(page, '“Sent home”, 1 row', 'Cancelled');
    await gives(page, '3 rows', 2, '€150.00');
    await expectAccessible(page);
    await fits(page, 1440);
    const saving = page.waitForEvent('download');
    await press(page, 'Save these choices');
    const saved = await (await saving).path();
    expect(parseMapping(await readFile(saved, 'utf8'))).toEqual({ statuses: { senthome: 'cancelled' } });
    await press(page, 'Upload this file');
    await page.getByText('Unknown status “Handed over” (1 row), taken as: a purchase').waitFor();
    await press(page, 'Upload another file');
    await choose(page, 'second.csv', [...STATUSES, '4,c-3,2026-03-14,5.00,Sent home']);
    await page.getByText('Your choices for files with these columns were remembered in this browser.').waitFor();
    await gives(page, '4 rows', 2, '€150.00');
    await press(page, 'Forget these choices');
    await gives(page, '4 rows', 4, '€225.00');
    const picking = page.waitForEvent('filechooser');
    await press(page, 'Load choices');
    await (await picking).setFiles(saved);
    await gives(page, '4 rows', 2, '€150.00');
    const wrong = join(folder, 'wrong.json');
    await writeFile(wrong, '{"mapping_version":1,"columns":{"amount":"Gone"}}');
    const again = page.waitForEvent('filechooser');
    await press(page, 'Load choices');
    await (await again).setFiles(wrong);
    await page.getByText('wrong.json cannot be used: amount: the file has no column "Gone"', { exact: false }).waitFor();
    await page.close();
  });

  it('is whether a customer with an implausible share of the orders is one person', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    const rows = Array.from({ length: 200 }, (_, i) => `${i},${i < 120 ? 'counter' : `c-${i}`},2026-03-10,5.00`);
    await choose(page, 'shared.csv', ['order_id,customer_id,date,amount', ...rows]);
    await page.getByText('One customer (counter) has 120 orders', { exact: false }).waitFor();
    await press(page, 'Leave these orders out');
    await gives(page, '200 rows', 80, '€400.00');
    await expectAccessible(page);
    await fits(page, 390);
    await page.close();
  });

  it('says how many orders a later file has changed', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    await choose(page, 'first.csv', STATUSES.slice(0, 2));
    await press(page, 'Upload this file');
    await page.getByText('1 new entry stored').waitFor();
    await press(page, 'Upload another file');
    await choose(page, 'later.csv', [STATUSES[0]!, '1,c-1,2026-03-10,80.00,completed']);
    await page.getByText('Look at the first rows').click();
    await page.getByText('Changes what is stored').waitFor();
    await press(page, 'Upload this file');
    await page.getByText('1 order changed since an earlier import').waitFor();
    const stored = await system.owner.query<{ value: number }>('SELECT value::float8 FROM events WHERE tenant_id = $1', [owner.tenantId]);
    expect(stored.rows).toEqual([{ value: 80 }]);
    await page.close();
  });

  it('is what discounts are; then it says what all rows give, and why some give nothing', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    await choose(page, 'discounts.csv', [
      'order_id,customer,date,product,quantity,price,discount,shipping cost,status,payment_status,paused',
      '1,anna@shop.example,2026-03-10,Cup,2,10,10,4.90,delivered,paid,no',
      '1,anna@shop.example,2026-03-10,Mug,1,15,0,4.90,delivered,paid,no',
      '2,bert@shop.example,2026-03-11,Cup,1,10,5,4.90,delivered,pending,no',
      '3,cleo@shop.example,2026-03-12,Cup,1,10,0,4.90,cancelled,paid,no',
    ]);
    await page.getByText('The column discount has discounts such as 10.').waitFor();
    await press(page, 'Money off each row');
    await gives(page, '4 rows', 1, '€25.00');
    await page.getByText('1 cancelled.').waitFor();
    await page.getByText('orders with the status "payment_status: pending"').first().waitFor();
    await page.getByText('Whether an order counts is also said by “paused”.').waitFor();
    await page.getByText('The amounts leave out “shipping cost”.').waitFor();
    await pick(page, '“payment_status: pending”, 1 row', 'A purchase');
    await gives(page, '4 rows', 2, '€30.00');
    await expectAccessible(page);
    await fits(page, 390);
    await page.close();
  });
});
