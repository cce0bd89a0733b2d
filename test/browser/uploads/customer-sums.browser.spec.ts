import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { daysAgo } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const RFM = ['customer_id,frequency,recency,T,monetary_value', 'c-1,2,30.0,38.0,22.30', 'c-2,0,0.0,10.0,0.0'];

describeInBrowser('A file that sums up customers, on the page for uploading orders', () => {
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

  it('asks for the day and the unit, says what it gives, and asks for the day of the next file again', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    const choose = async (name: string): Promise<void> => {
      await writeFile(join(folder, name), RFM.join('\n'));
      await page.locator('input[type=file]').setInputFiles(join(folder, name));
    };
    const upload = page.getByRole('button', { name: 'Upload this file' });
    await choose('rfm.csv');
    await page.getByText('On which day does the observation end').waitFor();
    await page.getByText('recency and T are times up to 38. Are they days, weeks or months?').waitFor();
    expect(await upload.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Weeks', exact: true }).click();
    await page.getByLabel('Last day in the file').fill('2999-01-01');
    await page.getByText('The day cannot be used: "2999-01-01" is in the future.').waitFor();
    await page.getByLabel('Last day in the file').fill(daysAgo(3).slice(0, 10));
    const summary = page.getByRole('region', { name: 'What the file will bring' });
    await summary.getByText(/^2 customers with summaries of 4 orders until/).waitFor();
    await summary.getByText('Amounts: €66.90.', { exact: false }).waitFor();
    await summary.getByText('1 customer has no amount.').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await upload.click();
    await page.getByText('2 new entries stored').waitFor();
    const stored = await system.owner.query<{ orders: number; spent: string | null }>(
      `SELECT (data ->> 'orders')::int AS orders, data ->> 'spent' AS spent FROM events WHERE tenant_id = $1 ORDER BY 1`,
      [owner.tenantId],
    );
    expect(stored.rows).toEqual([
      { orders: 1, spent: null },
      { orders: 3, spent: '66.9' },
    ]);
    await page.getByRole('button', { name: 'Upload another file' }).click();
    await choose('later.csv');
    await page.getByText('On which day does the observation end').waitFor();
    expect(await page.getByText('Are they days, weeks or months?').count()).toBe(0);
    await page.close();
  });
});
