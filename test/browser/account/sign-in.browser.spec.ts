import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { totpCode } from '../../support/people/totp.js';
import { order } from '../../support/shop/builders.js';

describeInBrowser('The sign-in pages', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const expectHeading = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();

  it('create an account, keep the API key until it is copied, and show the score of a test order', async () => {
    const page = await browser.visit('/');
    await expectHeading(page, 'Sign in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expectHeading(page, 'Create your account');
    await expectAccessible(page);
    await press(page, 'Create account');
    await page.getByText('Enter an e-mail address').waitFor();
    const [email, password] = [`ada-${randomUUID()}@example.com`, `pass ${randomUUID()}`];
    remember(email, password);
    await page.getByLabel('Name of your shop').fill('Ada’s Teas');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Create account');
    await expectHeading(page, 'Overview');
    const key = (await page.getByRole('group', { name: 'API key' }).innerText()).trim();
    expect(key).toMatch(/^ck_live_\w{40,}$/);
    remember(key);
    await expectAccessible(page);
    const command = await page.getByRole('group', { name: 'Command that sends an order' }).innerText();
    const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
    expect(command).toContain(key);
    const sent = await fetch(`${system.api.url}/events`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body,
    });
    expect(sent.status).toBe(202);
    await page.getByText('The score of the test customer is here').waitFor();
    await expectAccessible(page);
    await press(page, 'Remove the test customer');
    await page.getByRole('button', { name: 'Send a test order' }).waitFor();
    // The key stays over a reload until it was copied, and then goes.
    await page.reload();
    expect((await page.getByRole('group', { name: 'API key' }).innerText()).trim()).toBe(key);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copy: API key');
    await page.reload();
    await page.getByText('We show an API key only once.').waitFor();
    // Without the key the session sends the order.
    await press(page, 'Send a test order');
    await page.getByText('The score of the test customer is here').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const real = { ...JSON.parse(body).events[0], event_id: 'order-1', customer_id: 'c-1' };
    const realSent = await fetch(`${system.api.url}/events`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: [real] }),
    });
    expect(realSent.status).toBe(202);
    await page.getByText('Welcome! Where are your orders?').waitFor({ state: 'detached' });
    await page.getByText('1 of 4 done').waitFor();
    await page.getByText('The test customer is still here').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByText('This is the test customer').waitFor();
    await press(page, 'Remove the test customer');
    await expectHeading(page, 'Customers');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('1 of 4 done').waitFor();
    expect(await page.getByText('The test customer is still here').count()).toBe(0);
  });

  it('show a new shop what is still to do, until all is done or hidden', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order());
    await shop.settled();
    const page = await browser.visit('/', { as: owner });
    await page.getByText('1 of 4 done').waitFor();
    await expectAccessible(page);
    await owner.post('/members/invitations', { email: `friend-${randomUUID()}@example.com` }).expect(201);
    await owner.call('PATCH', '/settings/webhook').send({ url: 'https://example.com/churn' }).expect(200);
    await page.reload();
    await page.getByText('3 of 4 done').waitFor();
    await page.getByText('Invite a colleague (done)').waitFor();
    await press(page, 'Hide');
    await page.getByText('3 of 4 done').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('To contact now').first().waitFor();
    expect(await page.getByText('Set up your shop').count()).toBe(0);
  });

  it('suggest the currency of the region of the browser for a new shop, which then has it', async () => {
    const currencyIn = async (locale: string): Promise<string> =>
      (await browser.visit('/register', { locale })).getByLabel('Currency').inputValue();
    expect([await currencyIn('en-US'), await currencyIn('de-CH'), await currencyIn('eo')]).toEqual(['US Dollar', 'Swiss Franc', 'Euro']);
    const page = await browser.visit('/register', { locale: 'ja-JP', width: 'phone' });
    const [email, password] = [`ada-${randomUUID()}@example.com`, `pass ${randomUUID()}`];
    remember(email, password);
    await page.getByLabel('Name of your shop').fill('Ada’s Teas');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const currency = page.getByRole('combobox', { name: 'Currency' });
    expect(await currency.inputValue()).toBe('Japanese Yen');
    await currency.fill('canada');
    await currency.press('Escape');
    await expectAccessible(page);
    expect(await currency.inputValue()).toBe('Japanese Yen');
    await currency.fill('cad');
    await currency.press('Enter');
    expect(await currency.inputValue()).toBe('Canadian Dollar');
    await press(page, 'Create account');
    await expectHeading(page, 'Overview');
    remember((await page.getByRole('group', { name: 'API key' }).innerText()).trim());
    const { rows } = await system.owner.query<{ currency: string }>(
      'SELECT t.currency FROM tenants t JOIN users u ON u.tenant_id = t.id WHERE u.email = $1',
      [email],
    );
    expect(rows).toEqual([{ currency: 'CAD' }]);
  });

  it('return to the requested page after the sign-in, and sign out', async () => {
    const ada = await system.register();
    const page = await browser.visit('/?from=mail');
    await expectHeading(page, 'Sign in');
    // A first visit has no session that could have ended.
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await press(page, 'Sign in');
    await expectHeading(page, 'Overview');
    expect(new URL(page.url()).search).toBe('?from=mail');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectHeading(page, 'Sign in');
    await page.goto(`${browser.origin}/`);
    await expectHeading(page, 'Sign in');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });

  it('say after a session has ended that it has', async () => {
    const ada = await system.register();
    const page = await browser.visit('/customers', { as: ada });
    await expectHeading(page, 'Customers');
    await page.context().clearCookies();
    await page.reload();
    await page.getByText('Your session has ended. Please sign in again.').waitFor();
    await expectAccessible(page);
  });

  it('never lead to another site after the sign-in', async () => {
    const page = await browser.visit('/login?next=//evil.example/');
    await expectHeading(page, 'Sign in');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });

  it('accept a recovery code as the second factor', async () => {
    const ada = await system.register();
    const { body: setup } = await ada.post('/2fa/setup');
    const { body: on } = await ada.post('/2fa/verify', { code: totpCode(setup.secret as string) });
    const [recovery = ''] = on.recovery_codes as string[];
    remember(recovery);
    const page = await browser.visit('/login', { width: 'phone' });
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await press(page, 'Sign in');
    await expectHeading(page, 'Two-factor code');
    await expectAccessible(page);
    await page.getByLabel('Code').fill('000000');
    await press(page, 'Continue');
    await page.getByText('This code is wrong').waitFor();
    await system.owner.query('UPDATE totp_secrets SET failed_codes = 99 WHERE tenant_id = $1', [ada.tenantId]);
    await press(page, 'Continue');
    await page.getByText('open its link').waitFor();
    const mailed = await browser.visit(`/unlock-two-factor#token=${await system.mailbox.tokenTo(ada.email)}`, { width: 'phone' });
    await expectHeading(mailed, 'Unlock two-factor authentication');
    await expectAccessible(mailed);
    await press(mailed, 'Unlock');
    await expectHeading(mailed, 'Codes work again');
    await page.getByLabel('Code').fill(recovery);
    await press(page, 'Continue');
    await expectHeading(page, 'Overview');
  });

  it('reset a forgotten password with the link of the mail', async () => {
    const ada = await system.register();
    const page = await browser.visit('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expectHeading(page, 'Forgot your password?');
    await expectAccessible(page);
    await page.getByLabel('E-mail address').fill(ada.email);
    await press(page, 'Send the link');
    await expectHeading(page, 'Check your inbox');
    const token = await system.mailbox.tokenTo(ada.email);
    await page.goto(`${browser.origin}/reset-password#token=${token}`);
    await expectHeading(page, 'Choose a new password');
    await expectAccessible(page);
    expect(page.url()).not.toContain(token);
    const password = `new ${randomUUID()}`;
    remember(password);
    await page.getByLabel('New password').fill(password);
    await press(page, 'Save the password');
    await page.getByText('Your password has been changed.').waitFor();
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
    await expectHeading(page, 'Overview');
    await page.goto(`${browser.origin}/reset-password#token=${token}`);
    await page.getByLabel('New password').fill(password);
    await press(page, 'Save the password');
    await page.getByText('This link no longer works').waitFor();
  });

  it.each(['phone', 'desk'] as const)('verify their address with the link of the mail on a %s', async (width) => {
    const ada = await system.registerUnverified();
    const page = await browser.visit('/team', { as: ada, width });
    await page.getByText('is not verified yet').waitFor();
    await page.getByText('You can invite people after').waitFor();
    expect(await page.getByRole('button', { name: 'Send the invitation' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await press(page, 'Send the link again');
    const token = await system.mailbox.verificationTokenTo(ada.email, 2);
    const mailed = await page.context().newPage();
    await mailed.goto(`${browser.origin}/verify-email#token=${token}`);
    await expectHeading(mailed, 'Verify your e-mail address');
    await expectAccessible(mailed);
    expect(mailed.url()).not.toContain(token);
    expect(await mailed.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await mailed.getByLabel('Password', { exact: true }).fill(ada.password);
    await press(mailed, 'Verify the address');
    await expectHeading(mailed, 'Your address is verified');
    await mailed.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expectHeading(mailed, 'Overview');
    expect(await mailed.getByText('is not verified yet').count()).toBe(0);
    await mailed.goto(`${browser.origin}/verify-email#token=${token}`);
    await mailed.getByLabel('Password', { exact: true }).fill(ada.password);
    await press(mailed, 'Verify the address');
    await mailed.getByText('This link no longer works').waitFor();
  });

  it('let an invited user join with the link of the mail', async () => {
    const ada = await system.register();
    const email = `bob-${randomUUID()}@example.com`;
    remember(email);
    await ada.post('/members/invitations', { email });
    const token = await system.mailbox.tokenTo(email);
    const page = await browser.visit(`/accept-invitation#token=${token}`);
    await expectHeading(page, 'Join your team');
    await expectAccessible(page);
    await page.getByLabel('New password').fill(`pass ${randomUUID()}`);
    await press(page, 'Join');
    await expectHeading(page, 'Overview');
  });

  it('renew an expired access token silently, and ask for a sign-in after the session ends', async () => {
    const ada = await system.register();
    const page = await browser.visit('/', { as: ada });
    await expectHeading(page, 'Overview');
    await page.context().clearCookies({ name: 'auth_token' });
    await page.reload();
    await expectHeading(page, 'Overview');
    await system.owner.query('DELETE FROM sessions WHERE tenant_id = $1', [ada.tenantId]);
    await page.reload();
    await expectHeading(page, 'Sign in');
  });

  it('lead from an unknown URL to the overview, and keep the chosen theme', async () => {
    const page = await browser.visit('/nowhere/at.all', { as: await system.register(), width: 'phone' });
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await expectHeading(page, 'Overview');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.locator('html.dark').waitFor();
    await page.reload();
    await expectHeading(page, 'Overview');
    await page.locator('html.dark').waitFor();
  });
});
