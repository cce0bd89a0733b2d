import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { campaignMerchant, campaignOf, fillWithScored, namedIn, sent, untilPartsEnded } from '../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { merchantOf } from '../support/people/merchant.js';
import { eventually } from '../support/waiting/eventually.js';
import { answer, WebhookEndpoint } from '../support/webhooks/webhook-endpoint.js';

describeInBrowser('The campaigns pages', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let endpoint: WebhookEndpoint;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    endpoint = await WebhookEndpoint.start();
  });
  afterAll(async () => {
    await browser.close();
    await endpoint.stop();
    await system.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const expectHeading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

  it('preview the recipients while a campaign is made, send it once, and show that it arrived', async () => {
    const { owner } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 40);
    const page = await browser.visit('/campaigns', { as: owner });
    await page.getByText('No campaigns yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await expectHeading(page, 'New campaign');
    // Half of the 40 customers are slipping away. A tenth of them is in the control group.
    await page.getByText('of 20 customers in this audience').waitFor();
    await page.getByRole('checkbox', { name: 'Active', exact: true }).click();
    await page.getByText('of 40 customers in this audience').waitFor();
    await page.getByLabel('Have spent at least').fill('31');
    await page.getByText('of 10 customers in this audience').waitFor();
    await page.getByText('9 customers', { exact: true }).waitFor();
    await page.getByText('The control group is drawn when the list is made').waitFor();
    await page.getByText('this would be 9 contacted and 1 in the control group').waitFor();
    await page.getByLabel('Control group').fill('0');
    await page.getByText('10 customers', { exact: true }).waitFor();
    await page.getByLabel('Control group').fill('60');
    await page.getByText('Correct the marked fields').waitFor();
    await page.getByLabel('Control group').fill('0');
    await expectAccessible(page);
    await press(page, 'Save');
    await page.getByText('Enter an address that begins with https://').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Tea for all');
    await page.getByLabel('Webhook URL').fill(endpoint.url);
    await press(page, 'Save');
    await expectHeading(page, 'Tea for all');
    await press(page, 'Send now');
    await page.getByRole('button', { name: 'Send to 10 customers' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('At most this time').fill('4');
    await press(page, 'Send to 4 customers');
    await page.getByText('On its way to 4 customers.').waitFor();
    await page.getByText('Sent once, to 4 customers in total.').waitFor();
    await page.getByRole('cell', { name: 'Arrived' }).waitFor();
    await page.getByText('This campaign has no control group').waitFor();
    await expectAccessible(page);
    expect(namedIn(endpoint.received)).toEqual(['c-1', 'c-2', 'c-3', 'c-4']);
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByRole('row', { name: /Tea for all.*Cannot be measured: no control group/ }).waitFor();
  });

  it('are named on the overview once those who are slipping away were contacted', async () => {
    const { owner } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 40);
    const id = await campaignOf(owner, endpoint.url, { name: 'Come back', audience: { lifecycle: ['slipping'] } });
    await sent(owner, id);
    const page = await browser.visit(`/campaigns/${id}`, { as: owner });
    await page.getByRole('cell', { name: 'Arrived' }).waitFor();
    await page.goto(`${browser.origin}/`);
    await page.getByText(/^The campaign “Come back” went out on \d+ \w+ \d{4} to such customers\.$/).waitFor();
    await page.getByRole('heading', { name: 'Contact these first' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('keep the conditions that the form does not show when a campaign is changed', async () => {
    const { owner } = await campaignMerchant(system);
    const audience = {
      labels: ['high'],
      lifecycle: ['slipping', 'lost'],
      entered_since: '30d',
      orders_min: 2,
      last_order_to: '2026-01-31',
    };
    const { body } = await owner.post('/campaigns', { name: 'Old friends', webhook_url: endpoint.url, audience });
    const page = await browser.visit(`/campaigns/${body.id}`, { as: owner });
    await page.getByText('High or critical risk since 30 days ago').waitFor();
    await page.getByText('Orders from 2 to any number').waitFor();
    await page.getByText('Last order any day to 31 Jan 2026').waitFor();
    await expectAccessible(page);
    await page.goto(`${browser.origin}/campaigns/${body.id}/edit`);
    await page.getByRole('checkbox', { name: 'Lost' }).click();
    await page.getByRole('checkbox', { name: 'High risk' }).click();
    await press(page, 'Save');
    await expectHeading(page, 'Old friends');
    const { body: changed } = await owner.get(`/campaigns/${body.id}`);
    expect(changed.audience).toMatchObject({
      labels: null,
      lifecycle: ['slipping'],
      entered_since: '30d',
      orders_min: 2,
      last_order_to: '2026-01-31',
    });
  });

  it('schedule a campaign weekly, change it to monthly, pause it, and delete it', async () => {
    const { owner } = await campaignMerchant(system);
    const page = await browser.visit('/campaigns/new', { as: owner, width: 'phone' });
    await page.getByLabel('Name', { exact: true }).fill('Tuesdays');
    await page.getByLabel('Webhook URL').fill('https://me:pass@shop.example.com/');
    await page.getByLabel('On a schedule').click();
    await page.getByLabel('Day', { exact: true }).click();
    await page.getByRole('option', { name: 'Tuesday' }).click();
    await page.getByLabel('Time', { exact: true }).fill('07:30');
    await expectAccessible(page);
    await press(page, 'Save and activate');
    await page.getByText(/^This .*user name/).waitFor();
    await page.getByLabel('Webhook URL').fill(endpoint.url);
    await press(page, 'Save and activate');
    await expectHeading(page, 'Tuesdays');
    await page.getByText('Every Tuesday at 07:30').waitFor();
    await page.getByText(/^Next on /).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('How often').click();
    await page.getByRole('option', { name: 'Every month' }).click();
    await press(page, 'Save');
    await page.getByText('On day 1 of every month at 07:30').waitFor();
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await page.getByText('This campaign is paused').waitFor();
    await expectAccessible(page);
    await press(page, 'Resume');
    await page.getByText('This campaign is paused').waitFor({ state: 'detached' });
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No campaigns yet').waitFor();
    expect((await owner.get('/campaigns')).body.data).toEqual([]);
  });

  it.each(['phone', 'desk'] as const)('lead a shop without a server from a list to a result on a %s', async (width) => {
    const { owner } = await merchantOf(system);
    await fillWithScored(system, owner.tenantId, 80);
    const page = await browser.visit('/campaigns/new', { as: owner, width });
    await page.getByRole('radio', { name: /I download the list/ }).waitFor();
    expect(await page.getByRole('radio', { name: /I download the list/ }).isChecked()).toBe(true);
    expect(await page.getByLabel('Webhook URL').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('Cards');
    await press(page, 'Save');
    await expectHeading(page, 'Cards');
    await press(page, 'Make the list');
    await page.getByRole('button', { name: /^Make a list of \d+ customers$/ }).click();
    await page.getByRole('heading', { name: /^A list of \d+ customers waits for you$/ }).waitFor();
    await page.getByText('We begin to count when you say that you have contacted the customers.').waitFor();
    await expectAccessible(page);
    const saved = async (): Promise<string> => {
      const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the list')]);
      return readFile(await file.path(), 'utf8');
    };
    expect(await eventually('the file', () => saved().catch(() => null))).toMatch(/\r\nc-\d+,/);
    // The day is today, unless the shop says another one since the list.
    await press(page, 'I have contacted them');
    const asked = page.getByRole('dialog', { name: /^Have you contacted/ }).getByLabel('When did you contact them?');
    const today: string = await page.evaluate('new Date().toLocaleDateString("sv-SE")');
    expect([await asked.inputValue(), await asked.getAttribute('max')]).toEqual([today, today]);
    await press(page, 'Cancel');
    await system.owner.query(`UPDATE campaign_sends SET sent_at = sent_at - interval '7 days' WHERE tenant_id = $1`, [owner.tenantId]);
    await page.reload();
    const day = new Date(Date.now() - 3 * 86_400_000);
    await press(page, 'I have contacted them');
    const question = page.getByRole('dialog', { name: /^Have you contacted/ });
    await question.getByLabel('When did you contact them?').fill(day.toISOString().slice(0, 10));
    await expectAccessible(page);
    await question.getByRole('button', { name: 'I have contacted them' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: /waits for you$/ }).waitFor({ state: 'detached' });
    const { rows } = await system.owner.query<{ at: Date }>('SELECT delivered_at AS at FROM campaign_parts WHERE tenant_id = $1', [
      owner.tenantId,
    ]);
    expect(rows.map(({ at }) => at.toISOString().slice(0, 10))).toEqual([day.toISOString().slice(0, 10)]);
    await page.getByText('Too few customers for a result so far').waitFor();
    await page.getByText('Nothing today.').waitFor();
    await expectAccessible(page);
  });

  it('do not offer to send or to activate without a webhook secret, and say where to make one', async () => {
    const { owner } = await merchantOf(system);
    await fillWithScored(system, owner.tenantId, 2);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0, schedule: '0 9 * * *' });
    const page = await browser.visit(`/campaigns/${id}`, { as: owner, theme: 'dark' });
    await page.getByText('there is no webhook secret').waitFor();
    const button = page.getByRole('button', { name: 'Send now' });
    expect(await button.isDisabled()).toBe(true);
    const activate = page.getByRole('button', { name: 'Activate' });
    expect(await activate.isDisabled()).toBe(true);
    const reason = page.getByRole('link', { name: 'To send, first make a webhook secret' });
    expect(await button.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'));
    await expectAccessible(page);
    await reason.click();
    await press(page, 'Make a secret');
    await press(page, 'I saved the secret');
    await page.goBack();
    await page.getByRole('button', { name: 'Send now', disabled: false }).waitFor();
    expect(await activate.isEnabled()).toBe(true);
    expect(await reason.count()).toBe(0);
  });

  it('show why the API refuses to send, without the advice to try again', async () => {
    const { owner } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 2);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    const page = await browser.visit(`/campaigns/${id}`, { as: owner });
    await press(page, 'Send now');
    await page.getByRole('button', { name: 'Send to 2 customers' }).waitFor();
    await owner.call('PATCH', `/campaigns/${id}`).send({ status: 'active' });
    await owner.call('PATCH', `/campaigns/${id}`).send({ status: 'paused' });
    await press(page, 'Send to 2 customers');
    const refusal = page.getByRole('alert').getByText('The campaign is paused');
    await refusal.waitFor();
    expect(await refusal.textContent()).not.toContain('again');
    await page.goto(`${browser.origin}/campaigns/00000000-0000-4000-8000-000000000000`);
    await page.getByText('We could not load this').waitFor();
    expect(endpoint.received.filter(({ json }) => json['campaign_id'] === id)).toEqual([]);
  });

  it('say that a list was not delivered, and that its customers are free again', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 40);
    const gone = await WebhookEndpoint.start();
    gone.behaviour = answer(410);
    const id = await campaignOf(owner, gone.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await gone.stop();
    const page = await browser.visit(`/campaigns/${id}`, { as: owner });
    await page.getByText('We could not deliver the list with 40 customers').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the customers of / }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^recipients-\d{4}-\d\d-\d\d\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFexternal_id,score,label,lifecycle,to_win,currency,delivery,reason,marketing_consent,arm,arm_text',
      'c-1,0.1000,low,active,40.00,EUR,not contacted,,unknown,,',
    ]);
    expect(await page.getByText('came back').count()).toBe(0);
    // The same customers would get it now.
    await page.getByText('40 customers', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByRole('row', { name: /Win back.*Not delivered/ }).waitFor();
  });
});
