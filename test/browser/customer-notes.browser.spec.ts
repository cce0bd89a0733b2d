import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { DashboardBrowser, describeInBrowser, expectAccessible } from '../support/dashboard/browser.js';
import { merchantOf } from '../support/people/merchant.js';
import { Person, type SignedIn } from '../support/people/person.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { order } from '../support/shop/builders.js';

const NOTE = 'Called on Monday: waits for the new collection.';

describeInBrowser('The notes on a customer', () => {
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

  /** A new person in the team of the owner. */
  async function colleague(owner: Person, role: 'member' | 'viewer'): Promise<Person> {
    const email = `grace-${randomUUID()}@example.com`;
    await owner.post('/members/invitations', { email, role }).expect(201);
    const joining = { token: await system.mailbox.tokenTo(email), password: `pass ${randomUUID()}` };
    const { body } = await request(system.api.url).post('/auth/accept-invitation').send(joining).expect(201);
    return new Person(system.api.url, email, joining.password, body as SignedIn);
  }

  it('are written, changed and deleted by their author on a phone', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'ada' }));
    const page = await browser.visit('/customers/ada', { as: owner, width: 'phone' });
    await page.getByLabel('Add a note').fill(NOTE);
    await page.getByRole('button', { name: 'Save note' }).tap();
    const happened = page.getByRole('list', { name: 'What has happened' });
    await happened.getByText(NOTE).waitFor();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('');
    await expectAccessible(page);
    await happened.getByRole('button', { name: 'Edit note' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Edit the note' });
    await dialog.getByLabel('Note').fill('Has ordered again.');
    await dialog.getByRole('button', { name: 'Save note' }).tap();
    await happened.getByText('Has ordered again.').waitFor();
    await happened.getByText('edited').waitFor();
    expect(await happened.getByText(NOTE).count()).toBe(0);
    await happened.getByRole('button', { name: 'Delete note' }).tap();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete note' }).tap();
    await happened.getByText('Has ordered again.').waitFor({ state: 'detached' });
    await page.reload();
    await happened.waitFor();
    expect(await happened.getByText('Has ordered again.').count()).toBe(0);
  });

  it('are read by the whole team, and changed by nobody who may not', async () => {
    const { owner, shop } = await merchantOf(system);
    await shop.send(order({ customer_id: 'ada' }));
    await owner.post('/dashboard/customers/ada/notes', { text: NOTE }).expect(201);
    for (const role of ['member', 'viewer'] as const) {
      const page = await browser.visit('/customers/ada', { as: await colleague(owner, role) });
      const happened = page.getByRole('list', { name: 'What has happened' });
      await happened.getByText(NOTE).waitFor();
      await happened.getByText(`Note by ${owner.email}`).waitFor();
      expect(await happened.getByRole('button', { name: /^(Edit|Delete) note$/ }).count()).toBe(0);
      expect([role, await page.getByLabel('Add a note').isVisible()]).toEqual([role, role === 'member']);
      await page.close();
    }
  });
});
