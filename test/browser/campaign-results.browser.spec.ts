import type { Page } from 'playwright-core';
import { LIMITS } from '#libs/core';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import type { Person } from '../support/people/person.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import {
  addRecipients,
  backdateSends,
  campaignMerchant,
  campaignOf,
  fillWithScored,
  orderOf,
  sent,
  untilPartsEnded,
} from '../support/webhooks/campaign-shop.js';
import { WebhookEndpoint } from '../support/webhooks/webhook-endpoint.js';

describeInBrowser('The result of a campaign', () => {
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

  it('says how large the control group must be, shows no effect before an order, and when to expect one', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 112);
    const small = await campaignOf(owner, endpoint.url);
    const page = await browser.visit(`/campaigns/${small}`, { as: owner });
    await page.getByText(/^\d+ customers? in the control group (is|are) too few .*: 30 are needed\. Choose \d\d% or more/).waitFor();
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await page.goto(`${browser.origin}/campaigns/${id}`);
    await page.getByText(/The first result comes by \d+ \w+ \d{4}\. Nobody in either group has ordered yet\./).waitFor();
    await page.getByText(/^Wait until \d+ \w+ \d{4}\. Until then, send nothing else to the control group/).waitFor();
    await page.getByText('they got a campaign, or were in a control group, and their time to come back').waitFor();
    expect(await page.getByRole('img', { name: /^Effect / }).count()).toBe(0);
    expect(await page.getByText('Revenue per customer').count()).toBe(0);
    await expectAccessible(page);
    await orderOf(system, owner.tenantId, 1, 20);
    await page.reload();
    await page.getByRole('img', { name: /^Effect / }).waitFor();
    // Amounts from a single order are not shown: the counts are dated interim counts until enough customers have had their time.
    await page.getByText(/^Interim counts of \d+ \w+ \d{4}/).waitFor();
    expect(await page.getByText('Revenue per customer').count()).toBe(0);
  });

  it('says that so many customers are being counted, and from when the numbers are', async () => {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 20);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await backdateSends(system, owner.tenantId, 1);
    await addRecipients(system, owner.tenantId, LIMITS.campaign.countedAtOnce);
    for (const path of [`/campaigns/${id}`, '/campaigns/results']) {
      const page = await browser.visit(path, { as: owner });
      await page.getByText('We are counting how many came back.').waitFor();
      await expectAccessible(page);
      await page.getByText(/of 50,020 came back/).waitFor();
      expect(await page.getByText(/^As of /).count()).toBe(0);
      await system.owner.query("UPDATE counted_results SET counted_at = now() - interval '1 hour' WHERE tenant_id = $1", [owner.tenantId]);
      await page.reload();
      await page.getByText(/^As of \d+ \w+ \d{4}.* We are counting again\./).waitFor();
      await page.setViewportSize({ width: 390, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await expectAccessible(page);
      await page.getByText(/^As of /).waitFor({ state: 'detached' });
      await page.close();
    }
  }, 120_000);

  /** Sends a campaign long ago to half of 200 customers. Those chosen by `returns` have ordered since. */
  async function measured(returns: (isControl: boolean, place: number) => boolean): Promise<{ owner: Person; id: string }> {
    const { owner, shop } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 200);
    const id = await campaignOf(owner, endpoint.url, { holdout_percent: 50, cooldown_days: 0 });
    await sent(owner, id);
    await untilPartsEnded(shop);
    await backdateSends(system, owner.tenantId, 200);
    const { rows } = await system.owner.query<{ number: number; control: boolean; place: number }>(
      `SELECT substr(c.external_id, 3)::int AS number, r.holdout AS control, row_number() OVER (PARTITION BY r.holdout ORDER BY c.id)::int AS place
       FROM campaign_recipients r JOIN customers c ON c.tenant_id = r.tenant_id AND c.id = r.customer_id WHERE r.tenant_id = $1`,
      [owner.tenantId],
    );
    for (const { number, control, place } of rows) if (returns(control, place)) await orderOf(system, owner.tenantId, number, 20);
    await system.owner.query(`UPDATE orders SET placed_at = placed_at - interval '195 days' WHERE tenant_id = $1`, [owner.tenantId]);
    return { owner, id };
  }

  it('is said in plain words with whom to contact next, when a campaign works', async () => {
    const { owner, id } = await measured((isControl, place) => !isControl || place % 20 === 0);
    const page = await browser.visit(`/campaigns/${id}`, { as: owner });
    await page.getByText('It works', { exact: true }).waitFor();
    await page.getByText('more came back than of 100 in the control group').waitFor();
    await page.getByRole('img', { name: /^Effect \+9\d(\.\d)? points, 95 % interval from \+8/ }).waitFor();
    await page.getByText(/^Contact the next ones: \d+ customers would get it now\./).waitFor();
    await page.getByRole('heading', { name: 'Whom to contact next' }).waitFor();
    await expectAccessible(page);
    await press(page, 'Send to the next ones');
    await page.getByRole('button', { name: /^Send to \d+ customers$/ }).waitFor();
    await page.keyboard.press('Escape');
    await press(page, 'More actions');
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByText(/^Works: \+9\d(\.\d)? points$/).waitFor();
  });

  it.each([
    ['does harm', (isControl: boolean) => isControl, 'It does harm', 'Send it to nobody else as it is.'],
    ['changes nothing', (_: boolean, place: number) => place % 5 === 0, 'No clear difference', 'Do not count on it.'],
  ])('says that a campaign %s, and what to do then, on a phone', async (_name, returns, title, advice) => {
    const { owner, id } = await measured(returns);
    const page = await browser.visit(`/campaigns/${id}`, { as: owner, width: 'phone' });
    await page.getByText(title, { exact: true }).waitFor();
    await page.getByText(advice).waitFor();
    expect(await page.getByRole('button', { name: 'Send to the next ones' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Change the campaign' }).click();
    await expectHeading(page, 'Edit “Win back”');
  });
});
