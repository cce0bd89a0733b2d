import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo } from '../support/shop/builders.js';

const FULL = 1024 * 2 ** 20;
const FILE = ['customer_id,order_id,occurred_at,value', ...Array.from({ length: 30 }, (_, i) => `c-${i},o-${i},${daysAgo(60 - i)},20.00`)];

describeInBrowser('An upload beyond the quota of stored bytes', () => {
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

  const store = (tenantId: string, bytes: number): Promise<unknown> =>
    system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes, day, day_bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, $2, (now() AT TIME ZONE 'UTC')::date, $2)`,
      [tenantId, bytes],
    );
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('stops at the first refusal, says what is full, and continues when there is room', async () => {
    const { owner, shop } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const sent: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/dashboard/events')) sent.push(response.status());
    });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE.join('\n')) });
    await page.getByRole('button', { name: 'Upload this file', exact: true }).waitFor();
    await store(owner.tenantId, FULL);
    await press(page, 'Upload this file');
    await page.getByText('Your shop has stored as much as its plan allows.', { exact: false }).waitFor();
    // No pause of hours, and no second try.
    expect(sent).toEqual([429]);
    expect(await shop.rows('events')).toEqual([]);

    await system.owner.query('UPDATE usage_counts SET bytes = 0, day_bytes = 0 WHERE tenant_id = $1', [owner.tenantId]);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await press(page, 'Continue');
    await page.getByText('30 new entries stored').waitFor();
    expect(await shop.rows('events')).toHaveLength(30);
  });
});
