import request, { type Response, type Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';

/** The limits of wrong codes: in 15 minutes, and in a row. */
const [PER_WINDOW, IN_A_ROW] = [10, 100];

describe('somebody who knows the password and guesses codes', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  async function withSecondFactor(): Promise<{ ada: Person; codes: string[]; userId: string }> {
    const ada = await system.register();
    const { body } = await ada.post('/2fa/setup');
    const verified = await ada.post('/2fa/verify', { code: totpCode(body.secret) }).expect(200);
    return { ada, codes: verified.body.recovery_codes as string[], userId: ada.signedIn.user.id };
  }
  const guesses = (person: Person, count: number): Promise<Response[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => person.login({ totp_code: String(900_000 + i) })));
  const statusesOf = (answers: Response[]): number[] => answers.map(({ status }) => status).toSorted((a, b) => a - b);
  const setFailed = (userId: string, count: number): Promise<unknown> =>
    system.owner.query('UPDATE totp_secrets SET failed_codes = $2 WHERE id = $1', [userId, count]);
  const failedOf = async (userId: string): Promise<unknown> =>
    (await system.owner.query('SELECT failed_codes FROM totp_secrets WHERE id = $1', [userId])).rows[0];
  const unlock = (token: string): Test => request(system.api.url).post('/auth/unlock-two-factor').send({ token });

  it('gets ten tries in 15 minutes, and a right code resets the count', async () => {
    const { ada, codes } = await withSecondFactor();
    expect(statusesOf(await guesses(ada, PER_WINDOW - 1))).toEqual(Array.from({ length: PER_WINDOW - 1 }, () => 401));
    await ada.again({ totp_code: codes[0] ?? '' });
    expect(statusesOf(await guesses(ada, PER_WINDOW + 2))).toEqual([...Array.from({ length: PER_WINDOW }, () => 401), 429, 429]);
    const last = await ada.login({ totp_code: codes[1] });
    expect([last.status, last.body.error]).toEqual([429, 'rate_limited']);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(800);
  });

  it('does not use up the tries at the password, and wrong passwords do not use up those at codes', async () => {
    const { ada, codes } = await withSecondFactor();
    await guesses(ada, PER_WINDOW + 1);
    const wrong: Response[] = [];
    // All at once they may wait too long for their hashes on a busy machine, and get 503.
    for (let i = 0; i < 25; i += 1) wrong.push(await ada.login({ password: 'a wrong password' }));
    expect(new Set(statusesOf(wrong))).toEqual(new Set([401]));
    await system.redis.del(`churn:rate:code ${ada.signedIn.user.id}`);
    await ada.again({ totp_code: codes[0] ?? '' });
  });

  it('locks the second factor after 100 wrong codes in a row, until the person opens the link in a mail', async () => {
    const { ada, codes, userId } = await withSecondFactor();
    await setFailed(userId, IN_A_ROW - 2);
    expect((await ada.login({ totp_code: '000000' })).body.error).toBe('unauthorized');
    expect((await ada.login({ totp_code: '000000' })).body.error).toBe('totp_locked');
    const locked = await ada.login({ totp_code: codes[0] });
    expect([locked.status, locked.body.error]).toEqual([401, 'totp_locked']);
    const subjects = (await system.mailbox.mailsTo(ada.email, 3)).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['Too many wrong two-factor codes', 'Unlock two-factor authentication']));

    await calls.refused(unlock('x'.repeat(86)), 400, 'validation_error');
    const token = await system.mailbox.tokenTo(ada.email);
    await calls.taken(unlock(token));
    await calls.refused(unlock(token), 400, 'validation_error');
    await ada.again({ totp_code: codes[0] ?? '' });
    const { rows } = await system.owner.query<{ action: string }>('SELECT action FROM audit_log WHERE tenant_id = $1', [ada.tenantId]);
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.two_factor_locked', 'user.two_factor_unlocked']));
  });

  it('counts codes in a row: a right one in between begins anew', async () => {
    const { ada, codes, userId } = await withSecondFactor();
    await guesses(ada, 3);
    expect(await failedOf(userId)).toEqual({ failed_codes: 3 });
    await ada.again({ totp_code: codes[0] ?? '' });
    expect(await failedOf(userId)).toEqual({ failed_codes: 0 });
  });

  it('cannot go on with a stolen session: codes to turn the second factor off count too', async () => {
    const { ada, codes, userId } = await withSecondFactor();
    await setFailed(userId, IN_A_ROW - 1);
    await calls.refused(ada.post('/2fa/disable', { code: '000000' }), 409, 'conflict');
    await calls.refused(ada.post('/2fa/disable', { code: codes[0] }), 409, 'conflict');
    expect((await ada.login({ totp_code: codes[0] })).body.error).toBe('totp_locked');
  });

  it('gets no more than three unlock mails an hour sent to the person', async () => {
    const { ada, userId } = await withSecondFactor();
    await setFailed(userId, IN_A_ROW);
    const answers = await guesses(ada, 6);
    expect(answers.map(({ body }) => body.error as string)).toEqual(Array.from({ length: 6 }, () => 'totp_locked'));
    await system.mailbox.mailsTo(ada.email, 4);
    await expect(system.mailbox.mailsTo(ada.email, 5, 500)).rejects.toThrow('4 mails of 5');
  });
});

describe('too many wrong passwords', () => {
  let system: ChurnSystem;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());

  it('mail the person once a day, and no address that is not verified', async () => {
    const [ada, eve] = [await system.register(), await system.registerUnverified()];
    for (const person of [ada, eve]) {
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(Array.from({ length: 8 }, () => person.login({ password: 'a wrong password' })));
      }
    }
    const [mail] = await system.mailbox.mailsTo(ada.email);
    expect(mail?.subject).toBe('Too many wrong passwords for your account');
    await expect(system.mailbox.mailsTo(eve.email, 1, 500)).rejects.toThrow('0 mails of 1');
    expect(await system.mailbox.mailsTo(ada.email)).toHaveLength(1);
  });
});
