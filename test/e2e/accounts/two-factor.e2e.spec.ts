import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { totpCode } from '../../support/people/totp.js';
import { eventually } from '../../support/waiting/eventually.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

describe('a second factor', () => {
  const [older, newer] = [newKey('older'), newKey('newer')];
  let system: ChurnSystem;
  let calls: DocumentedCalls;

  beforeAll(async () => {
    system = await ChurnSystem.start({ SECRETS_KEY: older });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());

  const verify = (person: Person, code: string): Test => person.post('/2fa/verify', { code });
  const disable = (person: Person, code: string): Test => person.post('/2fa/disable', { code });

  /** A person with an authenticator app, its secret and recovery codes. The codes of this step and of earlier steps are used. */
  async function withSecondFactor(): Promise<{ ada: Person; secret: string; codes: string[] }> {
    const ada = await system.register();
    const { body } = await calls.taken(ada.post('/2fa/setup'));
    const verified = await calls.taken(verify(ada, totpCode(body.secret)));
    return { ada, secret: body.secret as string, codes: verified.body.recovery_codes as string[] };
  }
  /** A code of the app that has not been used: of the step that comes, which is taken early. */
  const nextCode = (secret: string): string => totpCode(secret, Date.now(), 1);

  it('is off until a code of the app confirms it', async () => {
    const ada = await system.register();
    const { body } = await calls.taken(ada.post('/2fa/setup'));
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(body.otpauth_url)).toContain(ada.email);
    expect((await ada.again()).signedIn.user.two_factor_enabled).toBe(false);
    await calls.refused(verify(ada, 'x'), 400, 'validation_error');
    await calls.refused(verify(ada, totpCode(body.secret, Date.now(), 5)), 400, 'validation_error');
    await calls.taken(verify(ada, totpCode(body.secret)));
    expect((await ada.get('/auth/me')).body.user.two_factor_enabled).toBe(true);
  });

  it('is turned on after a sign-in by the password alone that is under way, and ends that session', async () => {
    const ada = await system.register();
    const { body } = await ada.post('/2fa/setup');
    // A sign-in locks the person, and begins the session at the end.
    const signIn = new Client({ connectionString: system.ownerUrl });
    await signIn.connect();
    await signIn.query('BEGIN');
    await signIn.query('SELECT FROM users WHERE tenant_id = $1 FOR NO KEY UPDATE', [ada.tenantId]);
    const verified = verify(ada, totpCode(body.secret)).then(({ status }) => status);
    await eventually('a wait for the sign-in', async () => (await waitingForLocks(system.ownerUrl, 'users')) > 0 || null);
    const newSession = `INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).* FROM sessions s WHERE tenant_id = $1`;
    await signIn.query(newSession, [ada.tenantId]);
    await signIn.query('COMMIT');
    await signIn.end();
    expect(await verified).toBe(200);
    expect((await system.owner.query('SELECT FROM sessions WHERE tenant_id = $1', [ada.tenantId])).rowCount).toBe(1);
  });

  it('cannot be confirmed before setup, nor with a secret that was replaced', async () => {
    const ada = await system.register();
    await calls.refused(verify(ada, '123456'), 409, 'conflict');
    const { body: first } = await ada.post('/2fa/setup');
    const { body: second } = await ada.post('/2fa/setup');
    await calls.refused(verify(ada, totpCode(first.secret)), 400, 'validation_error');
    await calls.taken(verify(ada, totpCode(second.secret)));
  });

  it('can be neither replaced nor confirmed again while it is on', async () => {
    const { ada, secret } = await withSecondFactor();
    await calls.refused(ada.post('/2fa/setup'), 409, 'conflict');
    await calls.refused(verify(ada, nextCode(secret)), 409, 'conflict');
  });

  it('is asked for only after a right password', async () => {
    const { ada } = await withSecondFactor();
    for (const nothing of [{}, { totp_code: null }]) {
      const { status, body } = await ada.login(nothing);
      expect([status, body.error]).toEqual([401, 'totp_required']);
    }
    const wrong = await ada.login({ password: 'not the password' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'unauthorized']);
  });

  it('accepts a code of the app and no other', async () => {
    const { ada, secret } = await withSecondFactor();
    for (const code of ['000000', 'x', `${nextCode(secret)}0`, totpCode(secret, Date.now(), 3), totpCode(secret, Date.now(), -3)]) {
      const { status, body } = await ada.login({ totp_code: code });
      expect([code, status, body.error]).toEqual([code, 401, 'unauthorized']);
    }
    expect((await ada.again({ totp_code: nextCode(secret) })).signedIn.user.two_factor_enabled).toBe(true);
  });

  it('accepts each code once, also the one that turned it on, and no earlier code', async () => {
    const { ada, secret } = await withSecondFactor();
    const code = nextCode(secret);
    await ada.again({ totp_code: code });
    expect((await ada.login({ totp_code: code })).status).toBe(401);
    for (const shift of [-1, 0]) expect((await ada.login({ totp_code: totpCode(secret, Date.now(), shift) })).status).toBe(401);
  });

  it('accepts a code once when it is sent many times at the same moment', async () => {
    const { ada, secret } = await withSecondFactor();
    const code = nextCode(secret);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.login({ totp_code: code })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
  });

  it('accepts each recovery code once, also at the same moment', async () => {
    const { ada, codes } = await withSecondFactor();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    await ada.again({ totp_code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` });
    expect((await ada.login({ totp_code: first })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.login({ totp_code: second })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('refuses the code of another person', async () => {
    const [mine, theirs] = [await withSecondFactor(), await withSecondFactor()];
    for (const code of [nextCode(theirs.secret), theirs.codes[0]]) expect((await mine.ada.login({ totp_code: code })).status).toBe(401);
    await theirs.ada.again({ totp_code: theirs.codes[0] ?? '' });
  });

  it('is turned off with a code, and its recovery codes are deleted', async () => {
    const { ada, secret, codes } = await withSecondFactor();
    await calls.refused(disable(ada, '000000'), 400, 'validation_error');
    await calls.taken(disable(ada, nextCode(secret)));
    await calls.refused(disable(ada, codes[0] ?? ''), 409, 'conflict');
    await ada.again();
    const { rows } = await system.owner.query('SELECT FROM recovery_codes WHERE tenant_id = $1', [ada.tenantId]);
    expect(rows).toHaveLength(0);
  });

  it('can be turned off with a recovery code', async () => {
    const { ada, codes } = await withSecondFactor();
    await calls.taken(disable(ada, codes[3] ?? ''));
    await ada.again();
  });

  it('is not stored in the database in a form that a reader could use', async () => {
    const { ada, secret, codes } = await withSecondFactor();
    const { rows } = await system.owner.query<{ row: string }>(
      `SELECT s::text AS row FROM totp_secrets s WHERE tenant_id = $1 UNION ALL SELECT c::text FROM recovery_codes c WHERE tenant_id = $1`,
      [ada.tenantId],
    );
    expect(rows).toHaveLength(11);
    const inHex = (text: string): string => Buffer.from(text).toString('hex');
    for (const { row } of rows) {
      for (const text of [secret, ...codes]) expect(row.includes(text) || row.includes(inHex(text))).toBe(false);
    }
  });

  it('still works after the encryption key was rotated', async () => {
    const { ada, secret } = await withSecondFactor();
    const rotated = await system.adminWith({ SECRETS_KEY: `${newer},${older}` }, 'keys', 'rotate');
    expect(rotated).toMatchObject({ unopened: [], resealed: expect.any(Number) });
    await system.api.stop();
    await system.api.start({ SECRETS_KEY: newer });
    await ada.again({ totp_code: nextCode(secret) });
  });
});
