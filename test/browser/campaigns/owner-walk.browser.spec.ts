import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { patient } from '../../support/waiting/limits.js';

const DAY_MS = 86_400_000;
const CUSTOMERS = 1200;
const mailOf = (customer: number): string => `buyer-${customer}@people.example`;
const refuses = (customer: number): boolean => customer % 5 === 3;

/** The orders of a customer, as days ago: some come regularly, some have stopped, some have ordered once, some are gone. */
function daysOf(customer: number): number[] {
  const gap = 20 + (customer % 17);
  const [last, orders] = [
    [3, 8],
    [70, 6],
    [45 + (customer % 40), 1],
    [330, 3],
  ][customer % 4] as [number, number];
  return Array.from({ length: orders }, (_, i) => last + i * gap + ((customer * 7 + i * 5) % 6));
}

/** An order export of a Shopify shop, with addresses, names and what customers have said of marketing. */
function exportOfShop(): string {
  const rows = Array.from({ length: CUSTOMERS }, (_, customer) =>
    daysOf(customer).map((days, i) => {
      const amount = (15 + ((customer * 13 + i * 7) % 60)).toFixed(2);
      const accepts = refuses(customer) ? 'no' : 'yes';
      return `#${customer * 10 + i},${mailOf(customer)},paid,${daysAgo(days)},EUR,${amount},${daysAgo(days)},${accepts},First${customer} Last${customer},${customer * 10 + i}`;
    }),
  );
  return ['Name,Email,Financial Status,Paid at,Currency,Total,Created at,Accepts Marketing,Billing Name,Id', ...rows.flat()].join('\n');
}

describeInBrowser('An owner who comes with the export of another system', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '200' });
    browser = await DashboardBrowser.open(system);
  }, 120_000);
  afterEach(() => system.setClock(0));
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const fits = (page: Page, width: number) =>
    expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(width);

  /** Checks what the owner sees. `WALK_PICTURES` names a folder for pictures of it. */
  async function look(page: Page, width: number, name: string): Promise<void> {
    await expectAccessible(page);
    await fits(page, width);
    const folder = process.env['WALK_PICTURES'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${width}-${name}.png`), fullPage: true });
  }

  async function uploadOrders(page: Page, width: number): Promise<void> {
    await page.getByRole('link', { name: /^Upload a file/ }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOfShop()) });
    await page.getByText('Recognised: order export of Shopify').waitFor();
    await look(page, width, '1-file');
    await press(page, 'Upload this file');
    await page.getByText('The scores are ready.').waitFor({ timeout: patient(180_000) });
    await look(page, width, '2-uploaded');
  }

  /** Makes the list of a campaign and downloads it. @returns the addresses of those who get it */
  async function makeList(page: Page, width: number): Promise<string[]> {
    await page.getByRole('link', { name: /^Win (?:these|this)/ }).click();
    await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Come back');
    await page.getByLabel('Time to come back', { exact: true }).fill('14');
    await page.getByText(/do not accept marketing, or have unsubscribed\. This campaign leaves them out/).waitFor();
    await page.getByText('An order within 14 days would count as an answer.', { exact: false }).waitFor();
    await look(page, width, '5-campaign');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'Come back', level: 1 }).waitFor();
    await press(page, 'Make the list');
    await page.getByRole('button', { name: /^Make a list of / }).click();
    await page.getByRole('heading', { name: /^A list of [\d,]+ customers waits for you$/ }).waitFor();
    const saved = async (): Promise<string> => {
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download with addresses')]);
      return readFile(await file.path(), 'utf8');
    };
    const [head = '', ...lines] = (await eventually('the list', () => saved().catch(() => null))).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFFEmail,First Name,/);
    await page.getByText(/^\d+ more customers? of this audience (?:is|are) in the control group of your shop/).waitFor();
    const [nothing] = await Promise.all([page.waitForEvent('download'), press(page, 'Who gets nothing, with addresses')]);
    const spared = (await readFile(await nothing.path(), 'utf8')).trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0] ?? ''); // prettier-ignore
    const written = lines.map((line) => line.split(',')[0] ?? '');
    expect([spared.length > 10, spared.every((mail) => /^buyer-\d+@/.test(mail)), spared.filter((mail) => written.includes(mail))]).toEqual([true, true, []]); // prettier-ignore
    await look(page, width, '6-list');
    return written;
  }

  async function orderAgain(owner: Person, shopIds: readonly string[], time: string): Promise<void> {
    const events = shopIds.map((customer_id) => order({ customer_id, occurred_at: time, value: 40 }));
    for (let at = 0; at < events.length; at += 100) {
      const { status } = await owner.post('/dashboard/events', { events: events.slice(at, at + 100) });
      expect(status).toBe(202);
    }
  }

  it.each([1440, 390])(
    'gets from the file to a contacted list with addresses and to its first result after 14 days, at %i px',
    async (width) => {
      const { owner } = await merchantOf(system);
      await owner.call('PATCH', '/settings').send({ control_percent: 5 }).expect(200);
      const page = await browser.visit('/', { as: owner, width: width === 390 ? 'phone' : 'desk' });
      await uploadOrders(page, width);
      await page.getByRole('link', { name: 'See who is slipping away' }).click();
      await page.getByRole('heading', { name: 'Contact these first' }).waitFor();
      await page.getByText(/^Up to €/).first().waitFor(); // prettier-ignore
      await look(page, width, '3-overview');
      await page.goto(`${browser.origin}/customers`);
      await page
        .getByLabel('Choose a file')
        .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(exportOfShop()) });
      if (width === 390) await page.getByRole('button', { name: 'Who is who?', exact: true }).click();
      await page.getByText(/This browser knows the addresses of [\d,]+ customers/).waitFor({ timeout: patient(60_000) });
      await look(page, width, '4-customers');
      await page.goto(`${browser.origin}/`);
      const mails = await makeList(page, width);
      expect(mails.length).toBeGreaterThan(60);
      const numbers = mails.map((mail) => Number(/^buyer-(\d+)@people\.example$/.exec(mail)?.[1]));
      expect(numbers.filter((number) => Number.isNaN(number) || refuses(number))).toEqual([]);

      await page.goto(`${browser.origin}/campaigns`);
      if (width === 1440) await page.getByText(/^List made .* ago$|^List made now$/).waitFor();
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the list')]);
      const silent = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0] ?? ''); // prettier-ignore
      expect(silent.length).toBeGreaterThan(10);
      const { body: chosen } = await owner.get('/campaigns');
      const { id } = (chosen.data as { id: string }[])[0]!;
      await page.goto(`${browser.origin}/campaigns/${id}`);
      const [plain] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the list')]);
      const listed = (await readFile(await plain.path(), 'utf8')).trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0] ?? ''); // prettier-ignore
      expect(listed).toHaveLength(mails.length);
      expect(listed.filter((each) => silent.includes(each))).toEqual([]);

      await press(page, 'I have contacted them');
      await page.getByRole('dialog', { name: /^Have you contacted/ }).getByRole('button', { name: 'I have contacted them' }).click(); // prettier-ignore
      await page.getByRole('heading', { name: /waits for you$/ }).waitFor({ state: 'detached' });
      await look(page, width, '7-contacted');
      await orderAgain(owner, listed.slice(0, 30), new Date(Date.now() - 1000).toISOString());
      await system.setClock(15 * DAY_MS);
      const later = await browser.visit(`/campaigns/${id}`, { as: await owner.again(), width: width === 390 ? 'phone' : 'desk' });
      await later.getByText(`30 of ${mails.length} came back`).waitFor({ timeout: patient(60_000) });
      await later.getByText(/It works|No clear difference|Too early to tell/).first().waitFor(); // prettier-ignore
      await look(later, width, '8-result');
    },
    900_000,
  );
});
