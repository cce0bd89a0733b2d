import { readFileSync } from 'node:fs';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { memberOf, type Merchant, merchantOf } from '../support/people/merchant.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { fillWithScored } from '../support/webhooks/campaign-shop.js';

const CUSTOMERS = 240;

describeInBrowser('Segments', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
    merchant = await merchantOf(system);
    await fillWithScored(system, merchant.shop.tenantId, CUSTOMERS);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  const namesOfSegments = async (): Promise<string[]> =>
    ((await merchant.owner.get('/segments')).body.data as { name: string }[]).map(({ name }) => name);

  it.each([1440, 390])(
    'save filters under a name, rename it, use it in a campaign, and delete it, at %i px',
    async (width) => {
      const page = await browser.visit('/customers?labels=["critical"]&max=97', { as: merchant.owner });
      await page.setViewportSize({ width, height: 900 });
      if (width === 390) await page.getByRole('button', { name: 'Filter and sort', exact: true }).click();
      await page.getByRole('button', { name: 'Save as segment' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Critical ${width}`);
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Save as segment' }).click();
      const chosen = page.getByRole('button', { name: `Critical ${width} 120`, pressed: true });
      await chosen.waitFor();
      await page.getByRole('row').filter({ hasText: 'c-2' }).first().waitFor();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await page.getByRole('button', { name: `Manage the segment Critical ${width}` }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Worst ${width}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('link', { name: 'Start a campaign' }).click();
      await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
      expect(await page.getByRole('combobox', { name: 'Segment' }).innerText()).toBe(`Worst ${width}`);
      expect(await page.getByRole('textbox', { name: 'Name', exact: true }).first().inputValue()).toBe(`Worst ${width}`);
      await expectAccessible(page);
      await page.goBack();
      await page.getByRole('button', { name: `Manage the segment Worst ${width}` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText(`“Worst ${width}” is deleted.`).waitFor();
      expect(await namesOfSegments()).not.toContain(`Worst ${width}`);
    },
    120_000,
  );

  it.each([1440, 390])('are made of customers whom the reader selects, with the keyboard too, at %i px', async (width) => {
    const page = await browser.visit('/customers', { as: merchant.owner });
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('checkbox', { name: 'Select c-1', exact: true }).press('Space');
    await page.getByRole('checkbox', { name: 'Select c-3', exact: true }).click();
    const bar = page.getByRole('region', { name: 'What to do with the selection' });
    await bar.getByText('2 selected').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const [download] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export CSV' }).click()]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['c-1', 'c-3']);
    await bar.getByRole('button', { name: 'Start a campaign' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Picked ${width}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'New campaign', level: 1 }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Segment' }).innerText()).toBe(`Picked ${width}`);
    const picked = ((await merchant.owner.get('/segments')).body.data as { name: string; customers: number }[]).at(-1);
    expect(picked).toMatchObject({ customers: 2 });
  });

  it('a selection grows to all customers that match, and ends with the filters', async () => {
    const page = await browser.visit('/customers?labels=["critical"]', { as: merchant.owner });
    await page.getByRole('checkbox', { name: 'Select c-2', exact: true }).click();
    const bar = page.getByRole('region', { name: 'What to do with the selection' });
    await bar.getByRole('button', { name: 'Select all that match' }).click();
    await bar.getByText('All that match are selected').waitFor();
    expect(await bar.getByRole('button', { name: 'Calculate again' }).isDisabled()).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), bar.getByRole('button', { name: 'Export CSV' }).click()]);
    expect(
      readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(1 + CUSTOMERS / 2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await bar.waitFor({ state: 'detached' });
  });

  it('viewers look at segments and export selections, and change nothing', async () => {
    const viewer = await memberOf(system, 'viewer');
    const page = await browser.visit('/customers?lifecycle=["slipping"]', { as: viewer });
    await page.getByRole('button', { name: 'Slipping away', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Save as segment' }).count()).toBe(0);
  });
});
