import request from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { Person, type SignedIn } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';

describe('a change of who can get in', () => {
  let system: ChurnSystem;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());

  beforeEach(async () => {
    ada = await system.register();
    grace = await join('member');
  });

  async function join(role: string): Promise<Person> {
    const email = `grace-${Math.random()}@example.com`;
    const password = 'quite long enough';
    await ada.post('/members/invitations', { email, role }).expect(201);
    const token = await system.mailbox.tokenTo(email);
    const { body } = await request(system.api.url).post('/auth/accept-invitation').send({ token, password }).expect(201);
    return new Person(system.api.url, email, password, body as SignedIn);
  }
  const subjectsTo = async (person: Person, count: number): Promise<string[]> =>
    (await system.mailbox.mailsTo(person.email, count)).map(({ subject }) => subject);
  async function turnOn(person: Person): Promise<string[]> {
    const { body } = await person.post('/2fa/setup').expect(200);
    const verified = await person.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    return verified.body.recovery_codes as string[];
  }

  it.each<[string, string, (person: Person) => Promise<unknown>]>([
    ['two-factor authentication on', 'two-factor authentication % has been turned on', turnOn],
    [
      'a new password',
      'password % has been changed',
      (person) =>
        person.post('/auth/change-password', { current_password: person.password, new_password: 'a new one, long enough' }).expect(200),
    ],
  ])('ends the other sessions and mails the person and the owners: %s', async (_, subject, change) => {
    const phone = await grace.again();
    await change(grace);
    expect([(await grace.get('/auth/me')).status, (await phone.get('/auth/me')).status]).toEqual([200, 401]);
    const [what = '', how = ''] = subject.split(' % ');
    // The first mail to Grace was the invitation.
    expect((await subjectsTo(grace, 2)).at(-1)).toBe(`Your ${what} ${how}`);
    const [mail] = await system.mailbox.mailsTo(ada.email);
    expect(mail?.subject).toBe(`The ${what} of a member ${how}`);
    expect(mail?.body.replaceAll(/\s/g, '')).toContain(grace.email);
  });

  it('ends the other sessions and mails the person and the owners: two-factor authentication off', async () => {
    const [code = '', other = ''] = await turnOn(grace);
    const phone = await grace.again({ totp_code: other });
    await grace.post('/2fa/disable', { code }).expect(200);
    expect([(await grace.get('/auth/me')).status, (await phone.get('/auth/me')).status]).toEqual([200, 401]);
    expect((await subjectsTo(grace, 3)).at(-1)).toBe('Your two-factor authentication has been turned off');
    expect((await subjectsTo(ada, 2)).at(-1)).toBe('The two-factor authentication of a member has been turned off');
  });

  it('mails the owners when the API key is replaced, and ends no session', async () => {
    const eve = await join('owner');
    const phone = await ada.again();
    const { body } = await ada.post('/tenant/api-key/regenerate').expect(200);
    for (const owner of [ada, eve]) {
      const mails = await system.mailbox.mailsTo(owner.email, owner === ada ? 2 : 3);
      const mail = mails.find(({ subject }) => subject === 'Your API key has been replaced');
      expect(mail?.body).toContain(body.prefix);
      expect(mail?.body).not.toContain(body.api_key);
    }
    await phone.get('/auth/me').expect(200);
    expect((await system.mailbox.mailsTo(grace.email)).map(({ subject }) => subject)).not.toContain('Your API key has been replaced');
  });

  it.each<[string, () => Promise<Person>]>([
    ['who joins', () => join('owner')],
    [
      'who was a member',
      async () => {
        await ada.call('PATCH', `/members/${grace.signedIn.user.id}`).send({ role: 'owner' }).expect(200);
        return grace;
      },
    ],
  ])('mails the owners about a new owner %s', async (_, add) => {
    const added = await add();
    const [mail] = await system.mailbox.mailsTo(ada.email);
    expect(mail?.subject).toBe('Your tenant has a new owner');
    expect(mail?.body.replaceAll(/\s/g, '')).toContain(added.email);
  });
});
