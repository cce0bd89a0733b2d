import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { remember } from '../support/people/mailed-secrets.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo } from '../support/shop/builders.js';
import { patient } from '../support/waiting/limits.js';

const HEADER = 'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Cancelled at,Refunded Amount,Id';
const CUSTOMERS = 240;
const FIRST_DAY = 540;

/** Lines of a Shopify export. Every customer orders each two to five weeks; a third of them stopped two to five months ago. */
function shopifyExport(): string {
  const rows: { readonly ago: number; readonly customer: number }[] = [];
  for (let customer = 0; customer < CUSTOMERS; customer += 1) {
    const cadence = 14 + (customer % 22);
    const last = customer % 3 === 0 ? 60 + (customer % 90) : customer % cadence;
    for (let ago = last; ago < FIRST_DAY - (customer % 200); ago += cadence + (ago % 5)) rows.push({ ago, customer });
  }
  const lines = rows
    .toSorted((a, b) => b.ago - a.ago)
    .map(
      ({ ago, customer }, i) =>
        `#${i},buyer-${customer}@example.com,paid,,EUR,${20 + (customer % 40)}.00,${daysAgo(ago + 0.1)},,,${10_000 + i}`,
    );
  return [HEADER, ...lines].join('\n');
}

describeInBrowser('A first day', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let folder: string;
  // Keeps a picture of each step in this folder.
  const album = process.env['WALK_SCREENSHOTS'];

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '200' });
    browser = await DashboardBrowser.open(system);
    folder = await mkdtemp(join(tmpdir(), 'first-day-'));
    if (album !== undefined) await mkdir(album, { recursive: true });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await rm(folder, { recursive: true });
  });

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const expectHeading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();

  it.each([
    ['phone', 390],
    ['desk', 1440],
  ] as const)(
    'leads from registering to a sent campaign by an upload alone on a %s',
    async (width, pixels) => {
      const page = await browser.visit('/register', { width });
      let steps = 0;
      /** Checks the page as a person sees it: nothing runs off the screen, and the page is accessible. */
      const look = async (name: string): Promise<void> => {
        steps += 1;
        if (album !== undefined)
          await page.screenshot({ path: join(album, `${width}-${String(steps).padStart(2, '0')}-${name}.png`), fullPage: true });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(pixels);
        await expectAccessible(page);
      };

      await expectHeading(page, 'Create your account');
      await look('register');
      const [email, password] = [`ada-${randomUUID()}@example.com`, `pass ${randomUUID()}`];
      remember(email, password);
      await page.getByLabel('Name of your shop').fill('Ada’s Teas');
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press(page, 'Create account');
      await expectHeading(page, 'Overview');
      remember((await page.getByRole('group', { name: 'API key' }).innerText()).trim());
      await look('first-screen');

      await page.getByRole('link', { name: /^Upload a file/ }).click();
      await expectHeading(page, 'Upload your orders');
      const file = join(folder, `${width}.csv`);
      await writeFile(file, shopifyExport());
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Recognised: order export of Shopify').waitFor();
      await page.getByText('These orders are in EUR, but your shop counts in USD.').waitFor();
      await look('preview');
      await press(page, 'Count in EUR');
      await page.getByText('These orders are in EUR').waitFor({ state: 'detached' });
      await press(page, 'Upload this file');
      await page.getByText('Your orders are here').waitFor({ timeout: patient(60_000) });
      await page.getByText('The scores are ready.').waitFor({ timeout: patient(120_000) });
      await look('uploaded');

      await page.getByRole('link', { name: 'See who is slipping away' }).click();
      await expectHeading(page, 'Overview');
      await page.getByRole('heading', { name: 'Contact these first' }).waitFor();
      await page.getByText(/^Up to €[\d,]+$/).first().waitFor(); // prettier-ignore
      await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
      await look('overview');
      await page.getByRole('link', { name: /^Win these \d+$/ }).click();
      await expectHeading(page, 'New campaign');
      expect(await page.getByRole('radio', { name: /I download the list/ }).isChecked()).toBe(true);
      await page.getByLabel('Name', { exact: true }).fill('Come back');
      await look('new-campaign');
      await press(page, 'Save');
      await expectHeading(page, 'Come back');
      await press(page, 'Make the list');
      await page.getByRole('button', { name: /^Make a list of \d+ customers?$/ }).click();
      await page.getByRole('heading', { name: /^A list of \d+ customers? waits for you$/ }).waitFor();
      await look('list-waits');
      const saving = page.waitForEvent('download');
      await press(page, 'Download the list');
      const list = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
      expect(list.length).toBeGreaterThan(1);
      for (const line of list.slice(1)) expect(line).toMatch(/^email:[0-9a-f]{64},/);
      // The list has codes. The file that was uploaded has the addresses, and the browser puts them together.
      await press(page, 'Download with addresses');
      await page.getByRole('dialog', { name: 'Add addresses to the list' }).waitFor();
      await expectAccessible(page);
      const addressed = page.waitForEvent('download');
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
      const withAddresses = (await readFile(await (await addressed).path(), 'utf8')).trimEnd().split('\r\n');
      expect(withAddresses).toHaveLength(list.length);
      for (const [i, line] of list.entries()) expect(withAddresses[i]?.endsWith(`,${line.replace('\uFEFF', '')}`)).toBe(true);
      expect(withAddresses[0]).toMatch(/^\uFEFFEmail,First Name,Last Name,Phone,external_id,/);
      for (const line of withAddresses.slice(1)) expect(line).toMatch(/^buyer-\d+@example\.com,[^,]*,[^,]*,[^,]*,email:/);
      await page.getByText(/^The list is in your downloads\. (\d+) of \1 customers have an address in it\.$/).waitFor();
      await look('addresses');
      await press(page, 'Close');
      await press(page, 'I have contacted them');
      const question = page.getByRole('dialog', { name: /^Have you contacted \d+ customers?\?$/ });
      await expectAccessible(page);
      await question.getByRole('button', { name: 'I have contacted them' }).click();
      await page.getByText('Too few customers for a result so far').waitFor();
      await look('sent');
      await page.close();
    },
    300_000,
  );
});
