import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo } from '../../support/shop/builders.js';

const ORDERS = 1500;
const FILE = [
  'Name,Email,Financial Status,Currency,Total,Created at,Id',
  ...Array.from({ length: ORDERS }, (_, i) => `#${i},buyer-${i % 300}@example.com,paid,EUR,20.00,${daysAgo(300 - i / 10)},${10_000 + i}`),
].join('\n');

/** Answers of a service that is away for longer than an upload waits. It asks for short pauses, so that the test is short. */
const AWAY = {
  status: 503,
  headers: { 'Retry-After': '1' },
  contentType: 'application/json',
  body: JSON.stringify({ error: 'service_unavailable', message: 'The service is not available.', request_id: 'r-1' }),
};

describeInBrowser('An upload while the service is away', () => {
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

  it.each(['phone', 'desk'] as const)(
    'offers to try again, without choosing the file a second time, on a %s',
    async (width) => {
      const { owner, shop } = await merchantOf(system);
      const page = await browser.visit('/integrations/upload', { as: owner, width });
      // The first rows cannot be checked.
      let isAway = true;
      await page.route('**/dashboard/events?dry_run=true', (route) => (isAway ? route.fulfill(AWAY) : route.continue()));
      await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      await tryAgain.waitFor();
      await expectAccessible(page);
      await tryAgain.click();
      isAway = false;
      await page.getByText('Look at the first rows').waitFor();
      // The service goes away after the first thousand orders.
      const sent: number[] = [];
      await page.route('**/dashboard/events', async (route) => {
        const { events } = route.request().postDataJSON() as { events: unknown[] };
        if (sent.length > 0) return route.fulfill(AWAY);
        sent.push(events.length);
        return route.continue();
      });
      await page.getByRole('button', { name: 'Upload this file', exact: true }).click();
      await page.getByRole('heading', { name: 'The upload was interrupted' }).waitFor();
      await expectAccessible(page);
      await page.unroute('**/dashboard/events');
      const again: number[] = [];
      await page.route('**/dashboard/events', (route) => {
        again.push((route.request().postDataJSON() as { events: unknown[] }).events.length);
        return route.continue();
      });
      await tryAgain.click();
      await page.getByText('Your orders are here').waitFor({ timeout: 60_000 });
      // It goes on after what was stored.
      expect([sent, again.reduce((sum, count) => sum + count, 0)]).toEqual([[1000], ORDERS - 1000]);
      expect((await shop.rows('events')).length).toBe(ORDERS);
      await page.close();
    },
    120_000,
  );
});
