import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { memberOf, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo } from '../support/shop/builders.js';
import { patient } from '../support/waiting/limits.js';

const HEADER = 'Name,Email,Financial Status,Paid at,Currency,Total,Created at,Cancelled at,Refunded Amount,Id';
const ORDERS = 2500;
const CUSTOMERS = 400;

/** Lines of a Shopify export, oldest first. Order 3 was cancelled, order 5 names no customer. */
const shopifyRows = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => {
    const day = daysAgo(500 - (i * 499) / count);
    const email = i === 5 ? '' : `Buyer-${i % CUSTOMERS}@Example.com`;
    return `#${i},${email},paid,,EUR,${10 + (i % 40)}.00,${day},${i === 3 ? day : ''},,${10_000 + i}`;
  });

describeInBrowser('The page for uploading orders', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let folder: string;

  beforeAll(async () => {
    system = await ChurnSystem.start({ FIT_MODELS: 'true', SWEEP_INTERVAL_MS: '200' });
    browser = await DashboardBrowser.open(system);
    folder = await mkdtemp(join(tmpdir(), 'upload-'));
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await rm(folder, { recursive: true });
  });

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
    const path = join(folder, name);
    await writeFile(path, content);
    await page.locator('input[type=file]').setInputFiles(path);
  }
  const customersOf = async (tenantId: string): Promise<string[]> =>
    (await system.owner.query<{ id: string }>('SELECT external_id AS id FROM customers WHERE tenant_id = $1', [tenantId])).rows.map(
      ({ id }) => id,
    );

  it('leads a new shop from the first screen to its customers, and lets no address leave the browser', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/', { as: owner });
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.getByRole('link', { name: /^Upload a file/ }).click();
    await page.getByRole('heading', { name: 'Upload your orders', level: 1 }).waitFor();
    await expectAccessible(page);
    await choose(page, 'orders.csv.gz', gzipSync([HEADER, ...shopifyRows(ORDERS)].join('\n')));
    await page.getByText('Recognised: order export of Shopify').waitFor();
    await page.getByText('Look at the first rows').click();
    await page.getByText('the order has no customer: Email is empty').waitFor();
    expect(await page.getByRole('region', { name: 'The first rows' }).getByText('Ready').count()).toBe(19);
    await expectAccessible(page);
    await press(page, 'Upload this file');
    await page.getByText('Your orders are here').waitFor({ timeout: patient(60_000) });
    // 2,499 orders. One of them is cancelled.
    await page.getByText('2,499 new entries stored').waitFor();
    await page.getByText('1 row could not be stored').waitFor();
    await page.getByText('The scores are ready.').waitFor({ timeout: patient(120_000) });
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await press(page, 'Download the list');
    const list = await readFile(await (await saving).path(), 'utf8');
    expect(list).toBe('line,reason\n7,"the order has no customer: Email is empty"\n');
    const customers = await customersOf(owner.tenantId);
    expect(customers).toHaveLength(CUSTOMERS);
    for (const id of customers) expect(id).toMatch(/^email:[0-9a-f]{64}$/);
    expect(sent.filter((request) => /example\.com/i.test(`${request.url()} ${request.postData() ?? ''}`))).toEqual([]);
    await page.getByRole('link', { name: 'See who is slipping away' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill(' buyer-7@EXAMPLE.com');
    await page.waitForURL(/q=email/);
    const found = page.getByRole('link', { name: /^email:[0-9a-f]{10}…$/ });
    await found.first().waitFor();
    await page.getByText('1 customer', { exact: false }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill('nobody@example.com');
    await page.getByText('No customer has ordered with this e-mail address.', { exact: false }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill('buyer-7@example.com');
    await found.first().click();
    await page.getByRole('button', { name: 'Copy the whole ID' }).waitFor();
    expect(sent.filter((request) => /example\.com/i.test(`${request.url()} ${request.postData() ?? ''}`))).toEqual([]);
  }, 240_000);

  it('continues a file that stopped half way, stores nothing twice and lists all wrong rows', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const content = [
      'customer_id,order_date,value',
      // Each of the first 2,000 rows is followed by one with a date that does not exist.
      ...Array.from({ length: 9500 }, (_, i) => {
        const row = `c-${i % 50},${daysAgo(1 + (i % 300))},${i + 1}`;
        return i < 2000 ? [row, `c-1,2026-02-30,${i}`].join('\n') : row;
      }),
    ].join('\n');
    let batches = 0;
    await page.route('**/dashboard/events*', async (route) => {
      if (!route.request().url().includes('dry_run')) batches += 1;
      if (batches > 1) await new Promise((resolve) => setTimeout(resolve, 2000));
      return route.continue();
    });
    await choose(page, 'log.csv', content);
    await page.getByText('Recognised: a table of orders').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByRole('option', { name: 'Berlin, Germany' }).click();
    await press(page, 'Upload this file');
    await page.getByText('1,000 new entries stored').waitFor();
    await press(page, 'Stop');
    await page.getByText('Stopped. What was sent is stored.').waitFor();
    await page.getByRole('heading', { name: 'The upload is stopped' }).waitFor();
    await page.unroute('**/dashboard/events*');
    await page.reload();
    await page.locator('input[type=file]').setInputFiles(join(folder, 'log.csv'));
    await page.getByText(/We have this file up to line \d,\d+\./).waitFor();
    // Its choices are those of the first time.
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Berlin, Germany');
    await press(page, 'Upload this file');
    await page.getByText('9,500 new entries stored').waitFor({ timeout: patient(60_000) });
    const { rows } = await system.owner.query<{ count: number }>('SELECT count(*)::int AS count FROM events WHERE tenant_id = $1', [
      owner.tenantId,
    ]);
    expect(rows).toEqual([{ count: 9500 }]);
    await page.getByText('2,000 rows could not be stored').waitFor();
    await page.getByText('the date "2026-02-30" does not exist (lines 3, 5, 7 and 1,997 more)').waitFor();
    const saving = page.waitForEvent('download');
    await press(page, 'Download the list');
    const list = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\n');
    expect(list.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: 2000 }, (_, i) => 3 + 2 * i));
    // Chosen again, nothing of it is new.
    await press(page, 'Upload another file');
    await page.locator('input[type=file]').setInputFiles(join(folder, 'log.csv'));
    await page.getByText('Look at the first rows').click();
    await page.getByText('Already stored').first().waitFor();
    await page.close();
  }, 180_000);

  it('lets a person choose the columns, the order of dates, the sign of decimals and the time zone, on a phone', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    const rows = ['Ada;03/04/2026 23:30;1.234;b-1;bezahlt;', 'Bob;05/04/2026;2.000;b-2;bezahlt;', 'Bob;06/04/2026;3;b-3;fehlgeschlagen;'];
    await choose(page, 'till.csv', ['Wer;Wann;Wieviel;Beleg;Status;Wer', ...rows].join('\n'));
    await page.getByText('We do not know these columns. Choose which is which.').waitFor();
    expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
    const pick = async (label: string, option: string): Promise<void> => {
      await page.getByLabel(label, { exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await pick('Customer (id or e-mail)', 'Wer – column 1 (Ada)');
    await pick('Amount', 'Wann (03/04/2026 23:30)');
    // A column has one meaning: the date takes it from the amount.
    await pick('Date of the order', 'Wann (03/04/2026 23:30)');
    await page.getByLabel('Amount', { exact: true }).filter({ hasText: 'None' }).waitFor();
    await pick('Amount', 'Wieviel (1.234)');
    await pick('Order number', 'Beleg (b-1)');
    await pick('Status (paid, cancelled …)', 'Status (bezahlt)');
    await page
      .getByText(/can be read in two ways/)
      .first()
      .waitFor();
    await pick('Dates such as 03/04/2026', '3 April');
    expect(await page.getByRole('button', { name: 'Upload this file' }).isDisabled()).toBe(true);
    await pick('Amounts such as 1.234', 'Comma before the cents');
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByRole('option', { name: 'Berlin, Germany' }).click();
    await page.getByText('Look at the first rows').click();
    await page.getByText('Order b-1').waitFor();
    await page.getByText('Left out: orders with the status "fehlgeschlagen"', { exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press(page, 'Upload this file');
    await page.getByText('2 new entries stored').waitFor();
    const stored = await system.owner.query<{ at: Date; value: number }>(
      'SELECT occurred_at AS at, value::float8 FROM events WHERE tenant_id = $1 ORDER BY occurred_at',
      [owner.tenantId],
    );
    expect(stored.rows.map(({ at, value }) => [at.toISOString(), value])).toEqual([
      ['2026-04-03T21:30:00.000Z', 1234],
      ['2026-04-04T22:00:00.000Z', 2000],
    ]);
    await page.close();
  }, 120_000);

  it('says which column it reads when several have the same name', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    await choose(page, 'twice.csv', 'customer,date,total,total\nAda,2026-04-03,10,12\n');
    await page.getByText('Several columns are named total, and we read only the first.').waitFor();
    await choose(page, 'same.csv', 'customer,date,total,total\nAda,2026-04-03,10,10\n');
    const note = page.getByText('Several columns are named');
    await note.waitFor({ state: 'detached' });
    expect(await note.count()).toBe(0);
    await page.close();
  });

  it('reads a German table with a refunded amount, and names the columns that it does not read', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner, width: 'phone' });
    const header = 'Bestellnummer;Kundennummer;Bestelldatum;Gesamtbetrag;Erstattet;Lager;Leer';
    await choose(page, 'bestellungen.csv', `${header}\nb-1;k-1;15.01.2026;1.234,50;34,50;Nord;\n`);
    await page.getByText('Recognised: a table of orders').waitFor();
    await page.getByText('We do not read Lager. If it says more', { exact: false }).waitFor();
    await page.getByText('Look at the first rows').click();
    const row = page.getByRole('listitem').filter({ hasText: 'Line 2' });
    await row.getByText('Ready').waitFor();
    expect(await row.innerText()).toMatch(/Order b-1 of k-1, 15 Jan 2026, €1,234.50\s+Refunded b-1 of k-1, 15 Jan 2026, €34.50/);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press(page, 'Choose the columns yourself');
    await page.getByLabel('Refunded amount', { exact: true }).click();
    await page.getByRole('option', { name: 'Erstattet (34,50)' }).click();
    await page.close();
  });

  it('tells in plain words what rows become: refunds, amounts without decimals, and dates in the future', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const soon = daysAgo(-30);
    const rows = [`#1,a@example.com,paid,,JPY,4000.00,${daysAgo(9)},,1500.00,91`, `#2,b@example.com,paid,,EUR,20.00,${soon},,,92`];
    await choose(page, 'export.csv', [HEADER, ...rows].join('\n'));
    await page.getByText('Look at the first rows').click();
    const [first, second] = [
      page.getByRole('listitem').filter({ hasText: 'Line 2' }),
      page.getByRole('listitem').filter({ hasText: 'Line 3' }),
    ];
    await second.getByText('the date is in the future', { exact: true }).waitFor();
    expect(await first.innerText()).toMatch(/Order 91 of email:.*, ¥4,000\s+Refunded 91 of email:.*, ¥1,500/);
    expect(await page.locator('main').innerText()).not.toMatch(/order_updated|occurred_at/);
    await press(page, 'Upload this file');
    await page.getByText('1 new entry stored').waitFor();
    await page.getByText('the date is in the future (line 3)').waitFor();
    await page.close();
  });

  it('names a file that cannot be read, and offers nothing to members', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    await choose(page, 'empty.csv', '');
    await page.getByText('empty.csv: It is empty: the first line must name the columns.').waitFor();
    await choose(page, 'orders.xlsx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(26), Buffer.from('[Content_Types].xml')]));
    await page.getByText('orders.xlsx: This is an Excel workbook. Open it in Excel, choose File > Save as > CSV UTF-8').waitFor();
    await page.close();
    const theirs = await browser.visit('/integrations/upload', { as: await memberOf(system) });
    await theirs.getByText('Only owners and admins can upload orders.').waitFor();
    expect(await theirs.locator('input[type=file]').count()).toBe(0);
  });

  it('stops when the quota of stored bytes is used up, says so, and continues when there is room', async () => {
    const { owner, shop } = await merchantOf(system);
    const page = await browser.visit('/integrations/upload', { as: owner });
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/dashboard/events')) answers.push(response.status());
    });
    await choose(page, 'orders.csv', [HEADER, ...shopifyRows(40)].join('\n'));
    await page.getByRole('button', { name: 'Upload this file', exact: true }).waitFor();
    await system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes, day, day_bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, 1073741824, (now() AT TIME ZONE 'UTC')::date, 1073741824)`,
      [owner.tenantId],
    );
    await press(page, 'Upload this file');
    await page.getByText('Your shop has stored as much as its plan allows.', { exact: false }).waitFor();
    // No pause of hours, and no second try.
    expect(answers).toEqual([429]);
    expect(await shop.rows('events')).toEqual([]);
    await system.owner.query('UPDATE usage_counts SET bytes = 0, day_bytes = 0 WHERE tenant_id = $1', [owner.tenantId]);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await press(page, 'Try again');
    await page.getByText('Your orders are here').waitFor({ timeout: patient(60_000) });
    expect((await shop.rows('events')).length).toBeGreaterThan(30);
  });
});
