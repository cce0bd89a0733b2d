import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

const SUMMARY = {
  rows: 3,
  orders: 2,
  customers: 2,
  first_at: '2026-03-10T10:00:00Z',
  last_at: '2026-03-12T10:00:00Z',
  amounts: [{ currency: 'EUR', amount: '1230.50' }],
  statuses: [
    { status: 'completed', rows: 2, taken_as: 'bought' },
    { status: 'Sent home', rows: 1, taken_as: 'cancelled' },
  ],
};

describeInBrowser('The list of uploads', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  it.each(['phone', 'desktop'] as const)('says what each file brought, and takes one back, on a %s', async (width) => {
    const { owner, shop } = await merchantOf(system);
    const { body: upload } = await owner.post('/dashboard/events/uploads', { file_name: 'orders-2026.csv', summary: SUMMARY }).expect(201);
    const event = {
      event_id: 'import:test:1',
      customer_id: 'c-1',
      event_type: 'order_completed',
      occurred_at: '2026-03-10T10:00:00Z',
      value: 9,
    };
    await owner.post('/dashboard/events', { events: [event], backfill: true, upload_id: upload.id, upload_done: true }).expect(202);
    await shop.settled();
    const page = await browser.visit('/integrations/upload', { as: owner, ...(width === 'phone' && { width }) });
    const row = page.getByRole('list', { name: 'What was uploaded' }).getByRole('listitem').first();
    await row.getByText('orders-2026.csv').waitFor();
    await row.getByText('2 orders · 2 customers · 10 Mar 2026 – 12 Mar 2026 · €1,230.50').waitFor();
    await row.getByText('2 statuses').click();
    await row.getByText('“Sent home”: 1 row, cancelled').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Remove what orders-2026.csv brought' }).click();
    await page.getByText('This removes all that only orders-2026.csv brought', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove it' }).click();
    await row.getByText(/^Removed on /).waitFor({ timeout: 60_000 });
    expect(await shop.rows('customers')).toEqual([]);
    expect(await page.getByRole('button', { name: 'Remove what orders-2026.csv brought' }).count()).toBe(0);
    await page.close();
  });
});
