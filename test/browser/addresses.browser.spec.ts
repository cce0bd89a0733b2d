import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { pseudonymsWith } from '#libs/order-import';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { daysAgo, order } from '../support/shop/builders.js';

const PEOPLE = ['Ann Archer', 'Bob Baker', 'Cleo Clark', 'Dan Dyer'];
/** One address is longer than a column of a table. */
const mailOf = (name: string): string =>
  `${name.split(' ')[0]?.toLowerCase()}${name === 'Dan Dyer' ? '.who.has.a.very.long.address.at.home' : ''}@people.example`;
const FILE = [
  'Name,Email,Financial Status,Total,Created at,Billing Name,Id',
  ...PEOPLE.map((name, i) => `#3947${i},${mailOf(name)},paid,20.00,2026-01-0${i + 1} 10:00:00 +0100,${name},500${i}`),
].join('\n');

describeInBrowser('Addresses and control groups', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;
  let idOf: (name: string) => string;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    const { body } = await merchant.owner.get('/dashboard/events/pseudonym-key');
    const pseudonym = pseudonymsWith(Uint8Array.from(Buffer.from(body.key as string, 'base64')));
    idOf = (name) => pseudonym('email', mailOf(name));
    await merchant.shop.send(
      ...PEOPLE.map((name, i) => order({ customer_id: idOf(name), occurred_at: daysAgo(10 + i), data: { order_id: `500${i}` } })),
    );
    await merchant.shop.settled();
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const fits = (page: Page, width: number) =>
    expect(page.evaluate('document.documentElement.scrollWidth')).resolves.toBeLessThanOrEqual(width);

  /** Opens what a phone shows behind a button. */
  async function unfold(page: Page, width: number, name: string): Promise<void> {
    if (width < 640) await page.getByRole('button', { name, exact: true }).click();
  }

  it.each([1440, 390])('name customers from a file that stays in the browser, at %i px', async (width) => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await page.setViewportSize({ width, height: 900 });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const book = page.getByRole('region', { name: 'Who is who?' });
    await unfold(page, width, 'Who is who?');
    await book.waitFor();
    await expectAccessible(page);
    await fits(page, width);
    const saved = page.getByText('This browser knows the addresses of 4 customers.');
    await page.getByLabel('Choose a file').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await saved.waitFor();
    await page.getByRole('link', { name: 'bob@people.example' }).waitFor();
    await expectAccessible(page);
    await fits(page, width);
    const isWhole = await page
      .getByRole('link', { name: mailOf('Dan Dyer') })
      .evaluate((link) => link.scrollWidth <= link.clientWidth && link.scrollHeight <= link.clientHeight);
    expect(isWhole).toBe(true);
    // The addresses are still here after a reload, and what the browser stores contains none of them.
    await page.reload();
    await page.getByRole('link', { name: 'bob@people.example' }).waitFor();
    const stored = await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('addresses');
      opening.onsuccess = () => {
        const all = opening.result.transaction('books').objectStore('books').getAll();
        all.onsuccess = () => resolve([...all.result].map(({ sealed }) => new TextDecoder('latin1').decode(sealed)).join());
      };
    })`);
    expect([String(stored).length > 100, String(stored).includes('people.example'), String(stored).includes('email:')]).toEqual([
      true,
      false,
      false,
    ]);
    const search = page.getByRole('searchbox', { name: 'Find a customer' });
    for (const typed of ['#39472', 'cleo', 'Clark']) {
      await search.fill(typed);
      await page.getByRole('list', { name: 'Customers with this address, name or order' }).getByText('cleo@people.example').waitFor();
    }
    await fits(page, width);
    // The list has the customer of a suggested order, also where the service knows the order by another number of the file.
    for (const typed of ['#39472', '39472']) {
      await search.fill(typed);
      await page.getByText('That is all: 1 customer.').waitFor();
      await page.getByRole('row').getByRole('link', { name: 'cleo@people.example' }).waitFor();
      await search.fill('');
      await page.getByText('That is all: 4 customers.').waitFor();
    }
    await search.fill('cleo');
    await page.getByRole('list', { name: 'Customers with this address, name or order' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'cleo@people.example', level: 1 }).waitFor();
    await page.getByText('Cleo Clark').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await unfold(page, width, 'Download');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download with addresses' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFEmail,First Name,Last Name,Phone,external_id,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 3).join()).toSorted()).toEqual(
      PEOPLE.map((name) => `${mailOf(name)},${name.replace(' ', ',')}`),
    ); // prettier-ignore
    const savingAudience = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Audience for ads' }).click();
    const audience = (await readFile(await (await savingAudience).path(), 'utf8')).trimEnd().split('\r\n');
    const hashes = PEOPLE.map((name) => createHash('sha256').update(mailOf(name)).digest('hex'));
    expect(audience[0]).toBe('Email,Value');
    expect(new Set(audience.slice(1).map((line) => line.split(',')[0]))).toEqual(new Set(hashes));
    // Nothing of it was sent, whole or in part.
    const leaks = sent.filter((text) => /people\.example|%40people|Archer|Baker|Clark|cleo/i.test(text));
    expect(leaks).toEqual([]);
    await unfold(page, width, 'Who is who?');
    await page.getByRole('button', { name: 'Remove from this browser' }).click();
    await book.getByText('Who is who?').waitFor();
    await page.reload();
    await unfold(page, width, 'Who is who?');
    await book.getByText('Who is who?').waitFor();
    expect(await page.getByText('people.example').count()).toBe(0);
    await page.close();
  });

  it.each([1440, 390])('say who must get nothing, and give the list for the mail tool, at %i px', async (width) => {
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 50 });
    const { body } = await merchant.owner.get('/dashboard/customers?control_group=shop');
    const members = (body.data as { external_id: string }[]).map(({ external_id: id }) => id);
    const page = await browser.visit('/campaigns', { as: merchant.owner });
    await page.setViewportSize({ width, height: 900 });
    await page.getByText(/^Before your first campaign, know this: 50% of your customers, chosen at random, are set aside/).waitFor();
    await expectAccessible(page);
    await fits(page, width);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the list', exact: true }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^send-nothing-/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0] ?? '').toSorted()).toEqual(members.toSorted());
    await page.getByRole('link', { name: 'Show these customers' }).click();
    await page.getByRole('button', { name: 'Remove the filter: In a control group: send nothing' }).waitFor();
    await fits(page, width);
    await page.close();
    for (const name of PEOPLE) {
      const one = await browser.visit(`/customers/${encodeURIComponent(idOf(name))}`, { as: merchant.owner });
      await one.getByText('What you can do').waitFor();
      const says = one.getByText(/^Send nothing to this customer: in the control group of your shop/);
      if (members.includes(idOf(name))) await says.waitFor();
      else await one.getByText(/^(?:Nothing to do|Contact this|Spend little|Make the next order|Ask for the second order|An order is unlikely)/).first().waitFor(); // prettier-ignore
      await one.close();
    }
  });

  it('leave out who must get nothing from a list with addresses, unless the list is about them', async () => {
    await merchant.owner.call('PATCH', '/settings').send({ control_percent: 0 }).expect(200);
    const [refusing = ''] = PEOPLE;
    await merchant.shop.send(order({ customer_id: idOf(refusing), event_type: 'email_unsubscribed', occurred_at: daysAgo(1) }));
    await merchant.shop.settled();
    const { body } = await merchant.owner.get('/dashboard/customers?control_group=none&marketing_consent=yes,unknown');
    const allowed = (body.data as { external_id: string }[]).map(({ external_id: id }) => id).toSorted();
    expect(allowed).toHaveLength(3);
    const page = await browser.visit('/customers?consent=no', { as: merchant.owner });
    await page.getByLabel('Choose a file').setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await page.getByText('This browser knows the addresses of 4 customers.').waitFor();
    const idsOfDownload = async (): Promise<string[]> => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download with addresses' }).click();
      const [head = '', ...lines] = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
      const place = head.split(',').indexOf('external_id');
      return lines.map((line) => line.split(',')[place] ?? '').toSorted();
    };
    expect(await idsOfDownload()).toEqual([idOf(refusing)]);
    await page.getByRole('button', { name: /^Remove the filter/ }).click();
    const asked = page.waitForRequest(/customers\/export/);
    expect(await idsOfDownload()).toEqual(allowed);
    expect(new URL((await asked).url()).searchParams.get('control_group')).toBe('none');
    await page.getByText('Customers in a control group and those who do not accept marketing are left out.').waitFor();
    await page.close();
  });
});
