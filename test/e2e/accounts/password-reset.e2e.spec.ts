import request, { type Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';
import { moved } from '../../support/waiting/moved.js';

describe('a password reset', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.start({ DASHBOARD_URL: 'https://app.example.com/churn' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  afterEach(() => {
    system.mailbox.refusal = null;
  });

  const forgot = (email: string): Test => request(system.api.url).post('/auth/forgot-password').send({ email });
  const reset = (token: string, password = 'quite another one'): Test =>
    request(system.api.url).post('/auth/reset-password').send({ token, password });
  const tokenOf = async (person: Person): Promise<string> => {
    await forgot(person.email);
    return system.mailbox.tokenTo(person.email);
  };

  it('works with the token of a mail, in text and HTML, that links to the dashboard', async () => {
    const ada = await system.register();
    await calls.taken(forgot(ada.email.toUpperCase()), 202);
    const [mail] = await system.mailbox.mailsTo(ada.email);
    expect(mail).toMatchObject({ from: 'no-reply@app.example.com', to: [ada.email], subject: 'Choose a new password' });
    expect(mail?.body.split('https://app.example.com/churn/reset-password#token=')).toHaveLength(3);
    expect(mail?.body).toContain('text/plain');
    expect(mail?.body).toContain('text/html');
    await calls.taken(reset(await system.mailbox.tokenTo(ada.email)));
    expect((await ada.login()).status).toBe(401);
    await ada.again({ password: 'quite another one' });
  });

  it('gets the same answer for an unknown address, and no mail is sent', async () => {
    const ada = await system.register();
    const [known, unknown] = [await forgot(ada.email), await forgot('nobody@example.com')];
    await system.mailbox.mailsTo(ada.email);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect(system.mailbox.mails.flatMap(({ to }) => to)).not.toContain('nobody@example.com');
    await calls.refused(forgot('nobody'), 400, 'validation_error');
  });

  it('ends all sessions and sends a mail about the change', async () => {
    const ada = await system.register();
    const phone = await ada.again();
    await reset(await tokenOf(ada)).expect(200);
    for (const person of [ada, phone]) expect((await person.get('/auth/me')).status).toBe(401);
    const refreshed = await request(system.api.url).post('/auth/refresh').send({ refresh_token: phone.signedIn.refresh_token });
    expect(refreshed.status).toBe(401);
    const mails = await system.mailbox.mailsTo(ada.email, 2);
    expect(mails.at(-1)).toMatchObject({ subject: 'Your password has been changed' });
  });

  it('works once per token, also for requests at the same moment', async () => {
    const ada = await system.register();
    const token = await tokenOf(ada);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => reset(token, `quite another ${i}`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    await calls.refused(reset(token), 400, 'validation_error');
    const taken = answers.findIndex(({ status }) => status === 200);
    await ada.again({ password: `quite another ${taken}` });
  });

  it('invalidates the tokens that were mailed earlier', async () => {
    const ada = await system.register();
    const first = await tokenOf(ada);
    await forgot(ada.email);
    const second = await system.mailbox.tokenTo(ada.email, 2);
    expect(second).not.toBe(first);
    await reset(second).expect(200);
    await calls.refused(reset(first), 400, 'validation_error');
  });

  it('refuses a token older than an hour', async () => {
    const ada = await system.register();
    const token = await tokenOf(ada);
    const { rows } = await system.owner.query<{ ms: number }>(
      `UPDATE mailed_links SET expires_at = now() WHERE tenant_id = $1 AND purpose = 'reset_password' RETURNING extract(epoch FROM expires_at - created_at) AS s`,
      [ada.tenantId],
    );
    expect(rows).toHaveLength(1);
    await calls.refused(reset(token), 400, 'validation_error');
    await ada.again();
  });

  it.each(['x', 'x'.repeat(86), '../../etc/passwd', `' OR 1=1 --`])('refuses a token that was never mailed: %s', async (token) => {
    await calls.refused(reset(token), 400, 'validation_error');
  });

  it('keeps the old password and the token when the new password is not allowed', async () => {
    const ada = await system.register();
    const token = await tokenOf(ada);
    await calls.refused(reset(token, 'x'.repeat(73)), 400, 'validation_error');
    await calls.refused(reset(token, 'short'), 400, 'validation_error');
    await calls.taken(reset(token));
  });

  async function withSecondFactor(ageDays: number): Promise<Person> {
    const ada = await system.register();
    const { body } = await ada.post('/2fa/setup');
    await ada.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    await system.owner.query(
      `UPDATE totp_secrets SET confirmed_at = ${moved('confirmed_at', "- $2 * interval '1 day'")} WHERE tenant_id = $1`,
      [ada.tenantId, ageDays],
    );
    return ada;
  }

  it('works without a second factor that has been on for 30 days, which the next sign-in still asks for', async () => {
    const ada = await withSecondFactor(30);
    await reset(await tokenOf(ada)).expect(200);
    const answer = await ada.login({ password: 'quite another one' });
    expect(answer.body.error).toBe('totp_required');
  });

  it('gives an account back that somebody else has locked with a second factor, and takes back their invitations', async () => {
    const ada = await withSecondFactor(29.9);
    const intruder = 'mallory@example.com';
    await ada.post('/members/invitations', { email: intruder, role: 'owner' }).expect(201);
    const invitation = await system.mailbox.tokenTo(intruder);
    await forgot(ada.email);
    await reset(await system.mailbox.tokenTo(ada.email)).expect(200);
    const back = await ada.again({ password: 'quite another one' });
    expect(back.signedIn.user.two_factor_enabled).toBe(false);
    await calls.refused(ada.get('/auth/me'), 401, 'unauthorized');
    const join = request(system.api.url).post('/auth/accept-invitation').send({ token: invitation, password: 'quite long enough' });
    await calls.refused(join, 400, 'validation_error');
    const subjects = async () => (await system.mailbox.mailsTo(ada.email, 4)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(expect.arrayContaining(['Your two-factor authentication has been turned off']));
    // Programs of the shop go on: their keys stay.
    await request(system.api.url).get('/customers').set('X-API-Key', ada.apiKey).expect(200);
  });

  it('forgets a second factor that was begun and never confirmed', async () => {
    const ada = await system.register();
    const { body } = await ada.post('/2fa/setup').expect(200);
    await reset(await tokenOf(ada)).expect(200);
    const back = await ada.again({ password: 'quite another one' });
    await calls.refused(back.post('/2fa/verify', { code: totpCode(body.secret) }), 409, 'conflict');
  });

  it('refuses a token from before another password change', async () => {
    const ada = await system.register();
    const token = await tokenOf(ada);
    const change = { current_password: ada.password, new_password: 'chosen by Ada herself' };
    await ada.post('/auth/change-password', change).expect(200);
    await calls.refused(reset(token), 400, 'validation_error');
    await ada.again({ password: change.new_password });
  });

  it('sends at most three mails an hour to an address, also for requests at the same moment', async () => {
    const ada = await system.register();
    await Promise.all(Array.from({ length: 6 }, () => forgot(ada.email).expect(202)));
    await system.mailbox.mailsTo(ada.email, 3);
    await expect(system.mailbox.mailsTo(ada.email, 4, 500)).rejects.toThrow('3 mails of 4');
  });

  it('stores no token in the database that could be presented', async () => {
    system.mailbox.refusal = { code: 451, text: 'later' };
    const ada = await system.register();
    await forgot(ada.email);
    await until(
      async () => (await system.owner.query('SELECT FROM mails WHERE tenant_id = $1 AND attempts > 0', [ada.tenantId])).rows.length === 1,
    );
    const { rows } = await system.owner.query<{ row: string }>(
      "SELECT m::text AS row FROM mails m WHERE tenant_id = $1 UNION ALL SELECT r::text FROM mailed_links r WHERE tenant_id = $1 AND purpose = 'reset_password'",
      [ada.tenantId],
    );
    expect(rows).toHaveLength(2);
    const inHex = (text: string): string => Buffer.from(text).toString('hex');
    for (const { row } of rows)
      for (const text of ['token', ada.email]) expect(row.includes(text) || row.includes(inHex(text))).toBe(false);
  });

  it('is mailed later, also by another process, when the mail server is down', async () => {
    system.mailbox.refusal = { code: 451, text: 'try later' };
    const ada = await system.register();
    await forgot(ada.email);
    const waiting = async (): Promise<number> =>
      (await system.owner.query('SELECT FROM mails WHERE tenant_id = $1 AND attempts > 0', [ada.tenantId])).rows.length;
    await until(async () => (await waiting()) === 1);
    await system.api.kill();
    system.mailbox.refusal = null;
    await system.owner.query('UPDATE mails SET next_attempt_at = now()');
    await system.api.start();
    await calls.taken(reset(await system.mailbox.tokenTo(ada.email)));
    await until(async () => (await waiting()) === 0);
  });

  it('is not mailed again when the mail server refuses the address', async () => {
    system.mailbox.refusal = { code: 550, text: 'no such user <ada@example.com>' };
    const ada = await system.register();
    await forgot(ada.email);
    await until(async () => system.api.output.includes('mail.refused'));
    await until(async () => (await system.owner.query('SELECT FROM mails WHERE tenant_id = $1', [ada.tenantId])).rows.length === 0);
    expect(system.mailbox.mails.flatMap(({ to }) => to)).not.toContain(ada.email);
  });

  it('writes its link to the log in development without a mail server', async () => {
    const ada = await system.register();
    const another = await system.startAnother('api', { SMTP_URL: '' });
    await system.api.kill();
    try {
      await request(another.url).post('/auth/forgot-password').send({ email: ada.email }).expect(202);
      await until(async () => another.output.includes('mail.sent'));
      const [link = ''] = /https:[^"]+/.exec(another.output) ?? [];
      expect(link).toMatch(/^https:\/\/app\.example\.com\/churn\/reset-password#token=[\w-]{86}$/);
      expect(another.output).not.toContain(ada.email);
    } finally {
      // The log of this process holds a token on purpose, so it is not searched like the others.
      await another.kill();
      await system.api.start();
    }
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within 10 s: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
