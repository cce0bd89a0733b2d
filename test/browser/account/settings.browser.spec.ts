import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { totpCode } from '../../support/people/totp.js';

describeInBrowser('The settings, security, team, billing and developers pages', () => {
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

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const expectHeading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
  const saveIn = (page: Page, title: string): Promise<void> =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .getByRole('button', { name: 'Save' })
      .click();

  async function shopWithCustomers(): Promise<Merchant> {
    const merchant = await merchantOf(system);
    await merchant.shop.send(...Array.from({ length: 12 }, (_, i) => order({ customer_id: `c-${i}`, occurred_at: daysAgo(i * 40) })));
    return merchant;
  }

  it('preview new label limits and apply exactly what the preview showed', async () => {
    const { owner, shop } = await shopWithCustomers();
    const page = await browser.visit('/settings', { as: owner });
    await expectHeading(page, 'Settings');
    await page.getByText(/^Low risk: \d/).waitFor();
    await expectAccessible(page);
    const slider = page.getByRole('slider', { name: 'Critical risk begins at' });
    await slider.focus();
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuenow')).toBe('0.95');
    const promised = await Promise.all(
      ['Low', 'Medium', 'High', 'Critical'].map(async (name) => {
        const said = await page.getByText(new RegExp(`^${name} risk: `)).innerText();
        return Number(/[\d,]+/.exec(said)?.[0]);
      }),
    );
    expect(promised.reduce((sum, count) => sum + count, 0)).toBe(12);
    await saveIn(page, 'Risk labels');
    await page.getByText('All scores are up to date.').waitFor();
    const { body } = await shop.get('/churn/analytics');
    expect(body.distribution).toEqual({ low: promised[0], medium: promised[1], high: promised[2], critical: promised[3] });
  });

  it('change horizon, currency and time zone, which people find by name', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/settings', { as: owner, width: 'phone' });
    await page.getByRole('radio', { name: 'A number of days' }).click();
    await page.getByRole('textbox', { name: 'Days' }).fill('3');
    await page.getByText('Enter a whole number from 7 to 365.').waitFor();
    await page.getByRole('textbox', { name: 'Days' }).fill('45');
    await saveIn(page, 'Horizon');
    await page.getByText('Saved.').first().waitFor();
    // A mouse over the message keeps it open above the next button. A phone has no mouse.
    await page.mouse.move(0, 0);
    const timeZone = page.getByRole('combobox', { name: 'Time zone' });
    await timeZone.fill('Atlantis');
    await page.getByText('No such time zone. Try a large city or a country.').waitFor();
    // Only a choice can be the value: text that fits none is dropped.
    await timeZone.press('Tab');
    expect(await timeZone.inputValue()).toBe('UTC');
    await timeZone.fill('munich');
    await page.getByRole('option', { name: 'Berlin, Germany' }).tap();
    const currency = page.getByRole('combobox', { name: 'Currency' });
    await currency.fill('swiss');
    expect(await page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('Swiss Franc')]);
    await currency.press('Tab');
    expect([await timeZone.inputValue(), await currency.inputValue()]).toEqual(['Berlin, Germany', 'Swiss Franc']);
    const warning = page.getByText(
      'We convert no amounts. Orders in EUR still count as orders, but no longer in sums of money; orders in CHF',
    );
    await warning.waitFor();
    await expectAccessible(page);
    await saveIn(page, 'Shop');
    const settings = async (): Promise<unknown> => (await owner.get('/settings')).body;
    while (!JSON.stringify(await settings()).includes('CHF')) await page.waitForTimeout(50);
    expect(await settings()).toMatchObject({ currency: 'CHF', timezone: 'Europe/Berlin', horizon_days: 45 });
    await warning.waitFor({ state: 'detached' });
    await expectAccessible(page);
  });

  it('turn on two-factor authentication, show the recovery codes, and turn it off again', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/security', { as: owner });
    await expectHeading(page, 'Security');
    await page.getByText('It is off.').waitFor();
    await expectAccessible(page);
    await press(page, 'Turn on');
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    const secret = (await page.getByRole('group', { name: 'Secret to type in by hand' }).innerText()).trim();
    remember(secret);
    await expectAccessible(page);
    await page.getByLabel('Code').fill('000000');
    await press(page, 'Confirm');
    await page.getByRole('alert').getByText('Code is not right').waitFor();
    await page.getByLabel('Code').fill(totpCode(secret));
    await press(page, 'Confirm');
    const codes = (await page.getByRole('group', { name: 'Recovery codes' }).innerText()).trim().split('\n');
    remember(...codes);
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    await press(page, 'I saved the codes');
    await page.getByText('It is on.').waitFor();
    await press(page, 'Turn off');
    await page.getByLabel('Code').fill(codes[3] ?? '');
    // The key confirms like the button.
    await page.getByLabel('Code').press('Enter');
    await page.getByText('It is off.').waitFor();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByRole('cell', { name: 'Two-factor turned off' }).waitFor();
    await page.getByRole('cell', { name: owner.email }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Settings and plan' }).click();
    await page.getByText('No entries of this kind.').waitFor();
  });

  it.each(['phone', 'desk'] as const)('show the audit log in plain words and without scrolling sideways, on a %s', async (width) => {
    const { owner } = await merchantOf(system);
    await owner.call('PATCH', '/settings').send({ horizon_days: 45, label_thresholds: { medium: 0.3, high: 0.6, critical: 0.9 } });
    await owner.post('/members/invitations', { email: `a-colleague-with-a-long-name-${randomUUID()}@example.com`, role: 'viewer' });
    const page = await browser.visit('/security', { as: owner, width });
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('Changed: label thresholds, horizon').or(page.getByText('Changed: horizon, label thresholds')).waitFor();
    await page.getByText(owner.email).filter({ visible: true }).first().waitFor();
    expect(
      await page.evaluate(`document.querySelector('table').scrollWidth - document.querySelector('table').parentElement.clientWidth`),
    ).toBe(0);
    await expectAccessible(page);
  });

  it('list the devices, sign out another device, and change the password', async () => {
    const { owner } = await merchantOf(system);
    const thief = await owner.again();
    const page = await browser.visit('/security', { as: owner });
    await page.getByText('Active now').waitFor();
    await page.getByText('Active in the last hour').waitFor();
    await press(page, 'Sign out the other device');
    await page.getByText('Signed out.').waitFor();
    expect((await thief.get('/auth/me')).status).toBe(401);
    expect((await owner.get('/auth/me')).status).toBe(200);
    await page.getByLabel('Current password').fill('not this one');
    const password = `new ${randomUUID()}`;
    remember(password);
    await page.getByLabel('New password').fill(password);
    await press(page, 'Change the password');
    await page.getByRole('alert').getByText('This is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(owner.password);
    await press(page, 'Change the password');
    await page.getByText('Your password has been changed.').waitFor();
    await owner.again({ password });
  });

  it('invite a member, change their role, and remove them', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/team', { as: owner });
    await expectHeading(page, 'Team');
    const email = `bob-${randomUUID()}@example.com`;
    remember(email);
    await page.getByLabel('E-mail address').fill(email);
    await press(page, 'Send the invitation');
    await press(page, `Withdraw the invitation of ${email}`);
    await page.getByText('No open invitations.').waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await press(page, 'Send the invitation');
    await page.getByText(/^Member · Ends/).waitFor();
    await expectAccessible(page);
    let token = await system.mailbox.tokenTo(email);
    const password = `pass ${randomUUID()}`;
    remember(password);
    // Two invitations were mailed, in either order, and the first was withdrawn: only one token works.
    let joined = await owner.post('/auth/accept-invitation', { token, password });
    while (joined.status !== 201) {
      token = await system.mailbox.tokenTo(email);
      joined = await owner.post('/auth/accept-invitation', { token, password });
    }
    await page.reload();
    await page.getByRole('combobox', { name: `Role of ${email}` }).click();
    await page.getByRole('option', { name: 'Owner' }).click();
    await page.getByText('Role changed.').waitFor();
    await press(page, `Remove ${email}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Removed.').waitFor();
    await page.getByRole('cell', { name: email, exact: true }).waitFor({ state: 'detached' });
    expect((await owner.get('/members')).body.data).toHaveLength(1);
  });

  it('show the new score after a test order', async () => {
    const { owner } = await merchantOf(system);
    const page = await browser.visit('/developers', { as: owner });
    await expectHeading(page, 'Developers');
    await page.getByText(/requests a minute/).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Customer ID').fill('playful customer');
    await page.getByLabel('Days ago').fill('200');
    await press(page, 'Send the order');
    await page.getByText(/^The new score is here/).waitFor();
    await page.getByText(/200 days ago/).waitFor();
    await expectAccessible(page);
    const sent = await owner.get('/dashboard/customers/playful%20customer');
    expect(sent.body).toMatchObject({ external_id: 'playful customer', orders_count: 1 });
  });

  it.each(['phone', 'desk'] as const)('show a viewer everything and let them change nothing, on a %s', async (width) => {
    const page = await browser.visit('/settings', { as: await memberOf(system, 'viewer'), width });
    await page.getByText('Only owners and admins can change this.').waitFor();
    expect(await page.getByRole('textbox').first().isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.goto(`${browser.origin}/webhooks`);
    await page.getByText('Only owners and admins can change this.').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).count()).toBe(0);
    await expectAccessible(page);
    await page.goto(`${browser.origin}/campaigns`);
    await page.getByText('No campaigns yet').waitFor();
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    await page.goto(`${browser.origin}/campaigns/new`);
    await page.getByText('You are a viewer: you can look at campaigns, but not make or change them.').waitFor();
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0);
    await expectAccessible(page);
  });

  it('show a member what the role allows and who can do the rest', async () => {
    const member = await memberOf(system);
    const page = await browser.visit('/team', { as: member, width: 'phone' });
    await page.getByText('Only owners can invite and remove people.').waitFor();
    expect(await page.getByRole('combobox').count()).toBe(0);
    await expectAccessible(page);
    await page.goto(`${browser.origin}/developers`);
    await page.getByText('Owners and admins of the account manage its keys.').waitFor();
    await page.getByText('Only owners and admins of the account can send events here.').waitFor();
    await page.goto(`${browser.origin}/billing`);
    await page.getByText(/^This service has set no prices/).waitFor();
    expect(await page.getByRole('button', { name: /^Change to/ }).count()).toBe(0);
    await page.goto(`${browser.origin}/security`);
    await page.getByText('It is off.').waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});
