import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { moved } from '../../support/waiting/moved.js';
import { backdateSends, campaignMerchant, fillWithScored, orderOf } from '../../support/webhooks/campaign-shop.js';

describeInBrowser('The offers of a campaign', () => {
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

  it.each(['phone', 'desk'] as const)('are made, downloaded one by one, and compared after their cost (%s)', async (width) => {
    const { owner } = await campaignMerchant(system);
    await fillWithScored(system, owner.tenantId, 400);
    await system.owner.query(
      `UPDATE customers SET model_version = 'test-1.0/h90/2026-11-21', lifecycle = 'slipping' WHERE tenant_id = $1`,
      [owner.tenantId],
    );
    const page = await browser.visit('/campaigns/new', { as: owner, width });
    const isNarrow = async (): Promise<void> => {
      const viewport = page.viewportSize()!.width;
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport);
    };
    await page.getByLabel('Name', { exact: true }).fill('Which offer');
    await page.getByLabel('I download the list and write to them').check();
    await page.getByLabel('Compare offers in this campaign').check();
    const [first, second] = [page.getByRole('group', { name: 'Offer 1' }), page.getByRole('group', { name: 'Offer 2' })];
    await first.getByLabel('Name').fill('Reminder');
    await second.getByLabel('Name').fill('reminder');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByText('Another offer has this name.').waitFor();
    await second.getByLabel('Name').fill('10 % off');
    await second.getByLabel('Text or code').fill('BACK10');
    await second.getByLabel('Cost of a contact').fill('0.1');
    await second.getByLabel('Cost when a customer orders').fill('6');
    await page
      .getByText(/^Too few customers for 2 offers: each needs about [\d,]+ to show a difference of 5 in 100, and would get 180\./)
      .waitFor();
    await page.getByLabel('The difference that you hope for').fill('40');
    await page
      .getByText('With 180 customers for each offer, a difference of 40 in 100 between two offers can be seen; smaller ones may not.')
      .waitFor();
    await expectAccessible(page);
    await isNarrow();
    await page.getByRole('button', { name: 'Add an offer' }).click();
    await page.getByText('Offer C', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Offer 3' }).getByRole('button', { name: 'Remove this offer' }).click();
    // The preview moves the button below it when it is renewed.
    await page.getByText('Offer C', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Which offer', level: 1 }).waitFor();
    await page.getByText('10 % off: BACK10').waitFor();
    await page.getByRole('button', { name: 'Make the list', exact: true }).click();
    await page.getByRole('button', { name: 'Make a list of 360 customers' }).click();
    const button = page.getByRole('button', { name: /^Download “10 % off”/ });
    await button.waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toMatch(/^recipients-\d{4}-\d\d-\d\d-10-off\.csv$/);
    const rows: Record<string, string>[] = parse(await readFile(await file.path(), 'utf8'), { bom: true, columns: true });
    expect(rows).toHaveLength(180);
    expect(new Set(rows.map((row) => `${row['arm']} ${row['arm_text']}`))).toEqual(new Set(['10 % off BACK10']));
    await isNarrow();
    await page.getByRole('button', { name: 'I have contacted them' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I have contacted them' }).click();
    await page.getByText('Too early to compare the offers').waitFor();
    await backdateSends(system, owner.tenantId, 200);
    const discounted = new Set(rows.map((row) => row['external_id']));
    for (let number = 1; number <= 400; number += 1)
      if (number % (discounted.has(`c-${number}`) ? 2 : 8) === 0) await orderOf(system, owner.tenantId, number, 45);
    await system.owner.query(`UPDATE orders SET placed_at = ${moved('placed_at', "- interval '190 days'")} WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    await page.reload();
    await page
      .getByText(/^Of 100 customers, “10 % off” brings \d+\.\d more to order than “Reminder”, and it brings more than it costs\./)
      .waitFor();
    await page.getByRole('heading', { name: '“10 % off” compared with “Reminder”' }).waitFor();
    await page
      .getByText(/^Money per customer after the cost of the offer: \+€\d+\.\d\d \(most likely between/)
      .first()
      .waitFor();
    await page.getByText('Make a new campaign for the next customers and give all of them “10 % off”.').waitFor();
    await expectAccessible(page);
    await isNarrow();
  });
});
