import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import type { Person } from '../../support/people/person.js';
import { inviteTo, joinTenant } from '../../support/people/several-tenants.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';

/** A folder for pictures, to look at; unset: none are taken. */
const ALBUM = process.env['SHOPS_ALBUM'];

describeInBrowser('The shops of a user', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
  });
  beforeEach(async () => {
    ada = await system.register({ company_name: 'Ada & Co' });
    bob = await system.register({ company_name: 'Bob & Co' });
  });

  const expectHeading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, level: 1 }).waitFor();
  const openMenu = async (page: Page, width: 'phone' | 'desk', shop: string): Promise<void> => {
    await expectHeading(page, 'Overview');
    if (width === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: new RegExp(`^Account:.*${shop}`) }).click();
    await page.getByRole('menu').waitFor();
  };
  const picture = async (page: Page, width: string, name: string): Promise<void> => {
    if (ALBUM === undefined) return;
    mkdirSync(ALBUM, { recursive: true });
    await page.screenshot({ path: join(ALBUM, `${width}-${name}.png`) });
  };

  it.each(['phone', 'desk'] as const)('are switched in the menu, in all tabs, on a %s screen', async (width) => {
    await joinTenant(system, bob, ada);
    const page = await browser.visit('/', { as: ada, width });
    await expectHeading(page, 'Overview');
    const other = await page.context().newPage();
    await other.goto(`${browser.origin}/settings`);
    await expectHeading(other, 'Settings');
    await openMenu(page, width, 'Ada & Co');
    await picture(page, width, 'menu');
    await page.getByRole('menuitemradio', { name: 'Bob & Co' }).click();
    await openMenu(page, width, 'Bob & Co');
    expect(await page.getByRole('menuitemradio', { name: 'Bob & Co' }).getAttribute('aria-checked')).toBe('true');
    // A form of the former shop would change the other one.
    await expectHeading(other, 'Overview');
    await openMenu(other, width, 'Bob & Co');
  });

  it('are followed by all tabs after another sign-in too, and after a switch to the same one again', async () => {
    await joinTenant(system, bob, ada);
    const page = await browser.visit('/', { as: ada });
    const other = await page.context().newPage();
    const switchToBobs = async (): Promise<void> => {
      await openMenu(page, 'desk', 'Ada & Co');
      await page.getByRole('menuitemradio', { name: 'Bob & Co' }).click();
      await openMenu(page, 'desk', 'Bob & Co');
    };
    const showsInOther = (shop: string): Promise<void> => other.getByRole('button', { name: new RegExp(`^Account:.*${shop}`) }).waitFor();
    await switchToBobs();
    await other.goto(`${browser.origin}/settings`);
    await showsInOther('Bob & Co');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectHeading(page, 'Sign in');
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await showsInOther('Ada & Co');
    await switchToBobs();
    await showsInOther('Bob & Co');
  });

  it.each(['phone', 'desk'] as const)('grow by one that is added in the menu, on a %s screen', async (width) => {
    const page = await browser.visit('/', { as: ada, width });
    await openMenu(page, width, 'Ada & Co');
    await page.getByRole('menuitem', { name: 'Add a shop' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a shop' });
    await dialog.getByLabel('Name of the shop').fill('shop.example.com');
    await dialog.getByRole('button', { name: 'Add the shop' }).click();
    await dialog.getByText('Choose a name without a link or domain.').waitFor();
    await expectAccessible(page);
    await picture(page, width, 'add');
    await dialog.getByLabel('Name of the shop').fill('Second & Co');
    await dialog.getByRole('button', { name: 'Add the shop' }).click();
    await openMenu(page, width, 'Second & Co');
    await page.getByRole('menuitemradio', { name: 'Ada & Co' }).waitFor();
  });

  it('are joined with the link of an invitation, after a sign-in and a consent', async () => {
    const token = await inviteTo(system, bob, ada.email);
    const page = await browser.visit(`/accept-invitation#token=${token}`);
    await expectHeading(page, 'Join your team');
    await page.getByRole('link', { name: 'Sign in to join' }).click();
    await expectHeading(page, 'Sign in');
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`You are signed in as ${ada.email}.`).waitFor();
    await expectAccessible(page);
    await picture(page, 'desk', 'join');
    expect(page.url()).not.toContain(token);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await openMenu(page, 'desk', 'Bob & Co');
    await page.getByRole('menuitemradio', { name: 'Ada & Co' }).waitFor();
  });

  it.each(['phone', 'desk'] as const)('are left on the page of the team, and the others stay, on a %s screen', async (width) => {
    await joinTenant(system, ada, bob, 'owner');
    await joinTenant(system, bob, ada);
    const page = await browser.visit('/team', { as: ada, width });
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave Ada & Co?' });
    await expectAccessible(page);
    await picture(page, width, 'leave');
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
    await expectHeading(page, 'Sign in');
    await page.getByText('You have left Ada & Co.').waitFor();
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password', { exact: true }).fill(ada.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectHeading(page, 'Overview');
    await page.goto(`${browser.origin}/team`);
    await page.getByRole('cell', { name: bob.email }).waitFor();
    expect(await page.getByRole('button', { name: 'Leave', exact: true }).count()).toBe(0);
  });
});
