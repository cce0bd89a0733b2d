import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { ReceivedMail } from '../../support/people/mailbox.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';
import { MONDAY, msUntil } from '../../support/waiting/weekday.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;
let mail: ReceivedMail;

/** A Monday after eight in the morning in UTC. Its weekly mail has arrived at a real mail server. */
beforeAll(async () => {
  system = await ChurnSystem.start();
  calls = await DocumentedCalls.load(system.api.url);
  merchant = await merchantOf(system);
  await system.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [merchant.owner.tenantId]);
  await merchant.shop.send(order({ customer_id: 'c-1' }));
  await merchant.shop.settled();
  await system.setClock(msUntil(MONDAY));
  mail = await eventually('the weekly mail', () =>
    Promise.resolve(
      system.mailbox.mails.find(({ subject, to }) => subject.startsWith('Your customers') && to.includes(merchant.owner.email)) ?? null,
    ),
  );
}, 90_000);
afterAll(() => system.stop());

const header = (name: string): string => mail.headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
const oneClick = (): URL => new URL(header('List-Unsubscribe').slice(1, -1));
const token = (): string => oneClick().searchParams.get('token') ?? '';
const isOn = async (): Promise<boolean> => (await merchant.owner.get('/auth/me')).body.weekly_mail as boolean;
const turnOn = (): Promise<unknown> => merchant.owner.call('PATCH', '/auth/me').send({ weekly_mail: true }).expect(200);
const post = (url: URL) => request(url.origin).post(`${url.pathname}${url.search}`);

describe('the link that stops the weekly mail', () => {
  it('is in the mail, and in its headers for the button of mail programs', () => {
    expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(oneClick().pathname).toBe('/api/v1/auth/stop-weekly-mail');
    expect(mail.body).toContain(`/stop-weekly-mail#token=${token()}`);
  });

  it('leads to a page that asks first, and changes nothing by being opened', async () => {
    const { headers } = await request(oneClick().origin).get(`${oneClick().pathname}${oneClick().search}`).expect(302);
    expect(headers['location']).toMatch(new RegExp(`/stop-weekly-mail#token=${token()}$`));
    expect(await isOn()).toBe(true);
  });

  it('stops the mail of that person without a sign-in, by a form as mail programs send it', async () => {
    await post(oneClick()).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect(await isOn()).toBe(false);
    // Mail programs repeat what they are not sure of.
    await calls.taken(post(oneClick()));
    expect(await isOn()).toBe(false);
  });

  it('works again after the mail was turned on, until the person revokes it', async () => {
    await turnOn();
    await post(oneClick()).expect(200);
    expect(await isOn()).toBe(false);
    await turnOn();
    await calls.taken(merchant.owner.call('DELETE', '/auth/me/mail-links'));
    await calls.refused(post(oneClick()), 422, 'validation_error');
    expect(await isOn()).toBe(true);
  });

  it.each([
    ['made up', () => randomBytes(64).toString('base64url').slice(0, 86)],
    ['changed at its end', () => `${token().slice(0, -1)}${token().endsWith('A') ? 'E' : 'A'}`],
    ['not one at all', () => 'no-token'],
    ['empty', () => ''],
  ])('is refused when its token is %s', async (_, made) => {
    const url = oneClick();
    url.searchParams.set('token', made());
    await calls.refused(post(url), 422, 'validation_error');
    expect(await isOn()).toBe(true);
  });
});
