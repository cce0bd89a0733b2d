import { StorageServer } from '../../support/destinations/storage-server.js';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../../support/dashboard/browser.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';

describeInBrowser('A storage on the destinations page', () => {
  let system: ChurnSystem;
  let browser: DashboardBrowser;
  let server: StorageServer;

  beforeAll(async () => {
    server = await StorageServer.start('s3rver');
    system = await ChurnSystem.shared();
    browser = await DashboardBrowser.open(system);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await system.stop();
  });

  it.each(['phone', 'desk'] as const)('is added, corrected, tested and written on a %s', async (width) => {
    const { access_key_id: keyId, secret_access_key: secret } = server.credential;
    remember(secret);
    const bucket = `bucket-${width}`;
    const { owner, shop } = await merchantOf(system);
    await shop.send(...['c-1', 'c-2'].map((id) => order({ customer_id: id })));
    await shop.settled();
    const page = await browser.visit('/destinations', { as: owner, width });
    const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
    await press('Add a destination');
    const dialog = page.getByRole('dialog');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Storage' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Warehouse');
    await page.getByLabel('Endpoint').fill('http://10.0.0.1');
    await page.getByLabel('Bucket', { exact: true }).fill(bucket);
    await page.getByLabel('Access key ID').fill(keyId);
    await page.getByLabel('Secret access key').fill(secret);
    await dialog.getByRole('button', { name: 'Add a destination' }).click();
    await page.getByText(/private, local and reserved addresses/).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Endpoint').fill(server.url);
    await dialog.getByRole('button', { name: 'Add a destination' }).click();
    const card = page.getByRole('region', { name: 'Warehouse' });
    await card.getByText(`The bucket ${bucket} does not exist there.`).waitFor();
    await expectAccessible(page);
    await press('Send a test');
    await page.getByRole('status').or(page.getByRole('listitem')).getByText(`The bucket ${bucket} does not exist there.`).first().waitFor();
    await server.createBucket(bucket);
    await press('Write now');
    await card.getByText(/^Complete/).waitFor();
    expect(await server.keys(bucket)).toContain('churn/latest.json');
    await press('Send a test');
    await page.getByText(`The bucket ${bucket} takes files.`).waitFor();
    await card.getByText('Working').waitFor();
    await expectAccessible(page);
    await press('Edit');
    await page.getByText(`Leave both empty to keep the key that ends with ${keyId.slice(-4)}.`).waitFor();
    expect(await page.getByLabel('Secret access key').inputValue()).toBe('');
    await page.getByLabel('Prefix').fill('warehouse');
    await press('Save');
    await card.getByText(`${server.url}/${bucket}/warehouse`).waitFor();
  });
});
