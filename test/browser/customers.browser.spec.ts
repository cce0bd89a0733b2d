import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { daysAgo, order } from '../support/shop/builders.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { endOf } from '../support/shop/jobs.js';
import { memberOf, type Merchant, merchantOf } from '../support/people/merchant.js';

/** Enough for more than two pages of the list. */
const CUSTOMERS = 230;
const idOf = (i: number): string => `c-${String(i).padStart(3, '0')}`;
const GONE = 320;
const SILENCES = [20, 28, 36, 44, 52, 60, 70, GONE];
const expectHeading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();

const AUDIENCE = { lifecycle: ['second_order_due', 'slipping'] };

describeInBrowser('The overview and customer pages', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    const orders = Array.from({ length: CUSTOMERS }, (_, i) =>
      order({ customer_id: idOf(i), occurred_at: daysAgo((i * 7) % 700), value: 10 + i, data: { order_id: `o-${i}` } }),
    );
    const regular = [90, 60, 30].map((days) => order({ customer_id: 'regular', occurred_at: daysAgo(days), value: 40 }));
    const formula = order({ customer_id: '=1+1', occurred_at: daysAgo(3) });
    // They ordered every ten days, and then no more. Some of the shorter silences are of customers who are slipping away.
    const silent = SILENCES.flatMap((silence) =>
      [0, 10, 20, 30, 40, 50].map((days) =>
        order({ customer_id: silence === GONE ? 'gone' : `late-${silence}`, occurred_at: daysAgo(days + silence), value: 20 }),
      ),
    );
    for (const events of [orders.slice(0, 100), orders.slice(100, 200), [...orders.slice(200), ...regular, formula], silent]) {
      await merchant.shop.send(...events);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const rows = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('row').filter({ has: page.getByRole('cell') });
  const firstId = (page: Page): Promise<string> => rows(page).first().getByRole('cell').nth(1).getByRole('link').innerText();

  it('show first whom to contact, why, and what it is worth', async () => {
    const { body } = await merchant.owner.get('/dashboard/analytics/lifecycle');
    // Some are in the control group of the shop, which is never contacted.
    const { body: free } = await merchant.owner.post('/campaigns/preview', { audience: AUDIENCE, holdout_percent: 0 });
    const [firstFree = ''] = free.customer_external_ids as string[];
    const page = await browser.visit('/', { as: merchant.owner });
    await expectHeading(page, 'Overview');
    const tile = page.locator('section').filter({ has: page.getByRole('heading', { name: 'To contact now', exact: true }) });
    await tile.getByText(`${free.recipients_count} customer`).waitFor();
    const money = (amount: string): string =>
      new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', maximumFractionDigits: Number(amount) < 100 ? 2 : 0 }).format(
        Number(amount),
      );
    const sumOf = (name: string): number => Number(body.late.second_order_due[name]) + Number(body.late.slipping[name]);
    const count = sumOf('customers');
    const [horizon] = body.revenue.sums;
    const freeToWin = money(String(free.recipients_revenue_at_risk));
    const sentenceOf = (amount: string): string =>
      `Contacts that work well can bring up to ${amount} more in the next ${horizon.days} days.`;
    for (const said of [`Up to ${freeToWin}`, `${free.recipients_count} customers. ${sentenceOf(freeToWin)}`]) await page.getByText(said, { exact: true }).waitFor(); // prettier-ignore
    await page.getByRole('link', { name: `Win these ${free.recipients_count}` }).waitFor();
    const list = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Contact these first' }) });
    const { explanation } = await merchant.shop.churnOf(firstFree);
    await list
      .getByRole('cell', { name: explanation[0]?.text ?? '' })
      .first()
      .waitFor();
    const { body: first } = await merchant.owner.get(`/dashboard/customers/${firstFree}`);
    const adds = String(first?.revenue_at_risk);
    await list.getByText(`up to ${money(adds)}`).first().waitFor(); // prettier-ignore
    await page.getByRole('heading', { name: 'What changed this week' }).waitFor();
    await expectAccessible(page);
    await list.getByRole('link', { name: `All ${count}` }).click();
    await page.waitForURL(/lifecycle=/);
    const others = free.recipients_count < count ? `A campaign may contact ${free.recipients_count} of them now. ` : '';
    await page.getByText(`${count} customers. ${others}${sentenceOf(freeToWin)}`).waitFor();
    await page.goBack();
    await list.getByRole('link', { name: `Open ${firstFree}` }).click();
    await expectHeading(page, firstFree);
    await page.getByText(`up to ${money(adds)}`, { exact: true }).waitFor();
    // The campaign is for all customers of the same stage.
    const stage = first?.lifecycle as 'slipping' | 'second_order_due';
    const words = {
      slipping: ['Win back all who are slipping away', 'Slipping away'],
      second_order_due: ['Ask all of them for the second order', 'Second order due'],
    } as const;
    await page.getByRole('link', { name: words[stage][0] }).click();
    await expectHeading(page, 'New campaign');
    await page.getByRole('checkbox', { name: words[stage][1], checked: true }).waitFor();
    await page.getByText(`of ${body.lifecycle[stage]} customer`).waitFor();
    // The control group is not contacted, so what the campaign can bring is less.
    const most = Number(body.late[stage].revenue_at_risk);
    const said = await page.getByText(/^Contacts that work well can bring up to /).innerText();
    const share = Number(/up to €([\d,.]+) more/.exec(said)?.[1]?.replaceAll(',', '')) / most;
    expect([share > 0.7, share < 1]).toEqual([true, true]);
    await page.getByText(/^You need no server/).waitFor();
    await expectAccessible(page);
  });

  it('lead from the overview to late customers whom the first list leaves out', async () => {
    const { body } = await merchant.owner.get('/dashboard/analytics/lifecycle');
    const { customers } = body.late.active;
    expect(customers).toBeGreaterThan(0);
    const page = await browser.visit('/', { as: merchant.owner });
    await page.getByText(`${customers} more ${customers === 1 ? 'is' : 'are'} late but will probably order without your help`).waitFor();
    await page.getByRole('link', { name: customers === 1 ? 'Show this one' : 'Show them' }).click();
    await page.getByRole('list', { name: 'Filters' }).getByText('Overdue, however long').waitFor();
    await page.getByText(`That is all: ${customers} customer`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove the filter: Overdue, however long' }).click();
    await page.waitForURL(/lifecycle=(?!.*late)/);
  });

  it('show no number of the week that is not known on the first day', async () => {
    const { body } = await merchant.owner.get('/dashboard/analytics/lifecycle');
    expect(body.week).toMatchObject({ came_back: null, lost: null });
    const page = await browser.visit('/', { as: merchant.owner });
    const week = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What changed this week' }) });
    await week.getByText('A whole week of it is known from').waitFor();
    expect(await week.getByText(/^0 (came back|new|lost)/).count()).toBe(0);
  });

  it('print the same days overdue in the list, on the page of the customer and in the file', async () => {
    const { body } = await merchant.owner.get('/dashboard/customers?lifecycle=slipping&sort=to_win_desc');
    const [first] = body.data as { external_id: string; overdue_days: number }[];
    const days = `${first?.overdue_days} day${first?.overdue_days === 1 ? '' : 's'}`;
    const page = await browser.visit('/customers?lifecycle=%5B%22slipping%22%5D', { as: merchant.owner });
    await rows(page).first().getByRole('cell', { name: days, exact: true }).waitFor();
    await rows(page).first().getByRole('link').click();
    await page.getByText(`${days} overdue`, { exact: true }).waitFor();
    const end = new Date(Date.now() - (first?.overdue_days ?? 0) * 86_400_000).toISOString().slice(0, 10);
    const printed = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(end));
    await page.getByText(`would have ordered by ${printed}`).waitFor();
    await page.goBack();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    // The file is in the order of creation, not in that of the list.
    const [head = '', ...lines] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    const line = lines.find((l) => l.startsWith(`${first?.external_id},`));
    expect(line?.split(',')[head.split(',').indexOf('overdue_days')]).toBe(String(first?.overdue_days));
  });

  it('fit on a phone without scrolling sideways', async () => {
    const page = await browser.visit('/', { as: merchant.owner, width: 'phone' });
    // Each page with an element that appears only after its last request.
    const pages = [
      ['/', (main: Locator) => main.getByRole('heading', { name: 'Contact these first' })],
      ['/customers', (main: Locator) => main.getByRole('link', { name: /^c-\d+$/ }).first()],
      ['/customers/regular', (main: Locator) => main.getByText(/^First score: /)],
    ] as const;
    for (const [address, something] of pages) {
      await page.goto(browser.origin + address);
      await something(page.getByRole('main')).waitFor();
      await expectAccessible(page);
      expect([address, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([address, 390]);
    }
  });

  it('scroll through all customers while the page holds only the visible rows', async () => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await rows(page).first().waitFor();
    const seen = new Set<string>();
    const total = CUSTOMERS + 2 + SILENCES.length;
    while (seen.size < total) {
      const before = seen.size;
      for (const id of await rows(page).getByRole('link').allInnerTexts()) seen.add(id);
      expect(await rows(page).count()).toBeLessThan(80);
      await page.mouse.wheel(0, 600);
      if (seen.size === before) await page.waitForTimeout(20);
    }
    await page.getByText(`That is all: ${total} customers.`).waitFor();
    expect(seen.size).toBe(total);
  });

  it('sort, filter and search, and keep the choice in the URL', async () => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await rows(page).first().waitFor();
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Spent most' }).click();
    await page.waitForURL(/sort=monetary_desc/);
    await page.getByRole('link', { name: idOf(CUSTOMERS - 1), exact: true }).waitFor();
    expect(await firstId(page)).toBe(idOf(CUSTOMERS - 1));
    await page.getByRole('button', { name: 'All risks' }).click();
    const { body: all } = await merchant.owner.get('/dashboard/churn/analytics');
    const [label = '', count] = Object.entries(all.distribution as Record<string, number>).find(([, found]) => found > 0) ?? [];
    await page.getByRole('checkbox', { name: new RegExp(`^${label}`, 'i') }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.waitForURL(new RegExp(`labels=.*${label}`));
    await page.mouse.wheel(0, 20_000);
    await page.getByText(`That is all: ${count} customer`).waitFor();
    await page.mouse.wheel(0, -20_000);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill('c-22');
    await page.getByText('That is all: 10 customers.').waitFor();
    await page.reload();
    await page.getByText('That is all: 10 customers.').waitFor();
    await page.getByRole('searchbox', { name: 'Find a customer' }).fill('nobody');
    await page.getByRole('heading', { name: 'No customers match these filters' }).waitFor();
  });

  it('filter by lifecycle, last order, orders and money, and keep the choice in the URL', async () => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await rows(page).first().waitFor();
    await page.getByRole('button', { name: 'All customers' }).click();
    await page.getByRole('checkbox', { name: 'Lost' }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/lifecycle=.*lost/);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('spinbutton', { name: 'Orders: from' }).fill('5');
    await page.getByRole('spinbutton', { name: 'Orders: to' }).fill('4');
    await page.getByRole('button', { name: 'Show customers' }).click();
    await page.getByText('Each range must begin before it ends.').waitFor();
    await expectAccessible(page);
    await page.getByRole('spinbutton', { name: 'Orders: to' }).fill('');
    await page.getByLabel('Last order: to').fill(daysAgo(300).slice(0, 10));
    await page.getByRole('button', { name: 'Show customers' }).click();
    await page.waitForURL(/ordersMin=5/);
    await page.getByText('That is all: 1 customer.').waitFor();
    expect(await firstId(page)).toBe('gone');
    await page.reload();
    await page.getByRole('button', { name: '2 more filters' }).waitFor();
    await page.getByText('That is all: 1 customer.').waitFor();
    await page.getByRole('link', { name: 'gone' }).click();
    await page.getByText('Unlikely', { exact: true }).waitFor();
    await page.getByText(/^Lost: no order for \d+ days, and a risk of .*%\. The next was due by /).waitFor();
    expect(await page.getByText('overdue').count()).toBe(0);
  });

  it('export the filtered list as CSV without formulas', async () => {
    const page = await browser.visit('/customers?q=c-1', { as: merchant.owner });
    const exported = async (): Promise<string[]> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      return readFileSync(await (await download).path(), 'utf8')
        .trim()
        .split('\r\n');
    };
    await rows(page).first().waitFor();
    const some = await exported();
    expect([some.length, some[1]?.split(',')[0]]).toEqual([101, 'c-100']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: '=1+1' }).or(page.getByText('Loading more')).first().waitFor();
    const all = await exported();
    expect(all).toHaveLength(CUSTOMERS + 3 + SILENCES.length);
    expect(all.filter((line) => /^"?[=+@-]/.test(line))).toEqual([]);
    expect(all.some((line) => line.startsWith(`"'=1+1"`))).toBe(true);
  });

  it('explain the score of a customer and calculate it again', async () => {
    const page = await browser.visit('/customers/regular', { as: merchant.owner });
    await expectHeading(page, 'regular');
    const { explanation } = await merchant.shop.churnOf('regular');
    for (const { text } of explanation) await page.getByText(text, { exact: false }).waitFor();
    await page.getByText('Typical time between orders: 30 days.', { exact: false }).waitFor();
    const happened = page.getByRole('list', { name: 'What has happened' });
    await happened.getByText('Ordered €40.00.').nth(2).waitFor();
    await happened.getByText(/^First score: /).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Calculate again' }).click();
    await page.getByText(/^The score is \d+% now/).waitFor();
  });

  it('let an owner erase a customer, and do not offer it to a member', async () => {
    const page = await browser.visit(`/customers/${idOf(7)}`, { as: merchant.owner });
    await page.getByRole('button', { name: 'Erase customer' }).click();
    await page.getByRole('dialog').getByText('You cannot undo this').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('We are erasing the customer.').waitFor();
    await expectHeading(page, 'Customers');
    const { body } = await merchant.owner.get('/dashboard/churn/jobs');
    await endOf(merchant.shop, (body.data as { job_id: string }[])[0]?.job_id ?? '');
    await page.goto(`${browser.origin}/customers/${idOf(7)}`);
    await page.getByRole('heading', { name: 'Customer not found' }).waitFor();
    const member = await memberOf(system);
    const theirs = await browser.visit('/customers', { as: member });
    await theirs.getByRole('heading', { name: 'No customers yet' }).waitFor();
    await expectAccessible(theirs);
  });

  it('tell the user when the browser is offline', async () => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await rows(page).first().waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    expect(await rows(page).count()).toBeGreaterThan(0);
  });
});
