import request, { type Response, type Test } from 'supertest';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Person } from '../../support/people/person.js';
import { moved } from '../../support/waiting/moved.js';

const DAY_MS = 86_400_000;

describe('sessions', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let origin: string;

  beforeAll(async () => {
    system = await ChurnSystem.start({ ALLOWED_ORIGINS: 'https://app.example.com' });
    calls = await DocumentedCalls.load(system.api.url);
    origin = new URL(system.api.url).origin;
  }, 60_000);
  afterAll(() => system.stop());

  const refresh = (token: string): Test => request(system.api.url).post('/auth/refresh').send({ refresh_token: token });
  const byCookie = (path: string, cookie: string, from?: string): Test => {
    const call = request(system.api.url).post(path).set('Cookie', cookie);
    return from === undefined ? call : call.set('Origin', from);
  };
  const me = (token: string): Test => request(system.api.url).get('/auth/me').set('Authorization', `Bearer ${token}`);
  const expectEnded = async (person: Person, ...tokens: string[]): Promise<void> => {
    for (const token of [person.token, ...tokens]) expect((await me(token)).status).toBe(401);
  };

  describe('with a refresh token', () => {
    it('continue with new tokens', async () => {
      const ada = await system.register();
      const { body } = await calls.taken(refresh(ada.signedIn.refresh_token));
      expect(body.user).toEqual(ada.signedIn.user);
      expect(body.refresh_token).not.toBe(ada.signedIn.refresh_token);
      await calls.taken(me(body.access_token));
      await calls.taken(refresh(body.refresh_token));
    });

    it('end up with one common token when many tabs refresh at the same moment', async () => {
      const ada = await system.register();
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(ada.signedIn.refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      await calls.taken(refresh(answers[0]?.body.refresh_token));
    });

    it('end for both holders when a token that was replaced long ago is used', async () => {
      const ada = await system.register();
      const thief = ada.signedIn.refresh_token;
      const { body: mine } = await calls.taken(refresh(thief));
      await aMinuteLater(ada);
      await calls.refused(refresh(thief), 401, 'unauthorized');
      await calls.refused(refresh(mine.refresh_token), 401, 'unauthorized');
      await expectEnded(ada, mine.access_token);
      expect(await actionsOf(ada)).toContain('session.refresh_reused');
    });

    it('end at once when a token from two generations before is used', async () => {
      const ada = await system.register();
      const { body: second } = await refresh(ada.signedIn.refresh_token);
      await refresh(second.refresh_token);
      await calls.refused(refresh(ada.signedIn.refresh_token), 401, 'unauthorized');
      await expectEnded(ada);
    });

    it('continue in other browsers of the person when one of them ends this way', async () => {
      const ada = await system.register();
      const other = await ada.again();
      await refresh(ada.signedIn.refresh_token);
      await aMinuteLater(ada);
      await refresh(ada.signedIn.refresh_token);
      await expectEnded(ada);
      await calls.taken(other.get('/auth/me'));
    });

    it('end 30 days after their last use', async () => {
      const ada = await system.register();
      const other = await ada.again();
      const [age] = await sessionRows(other);
      expect((age?.expires_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(29.9 * DAY_MS);
      await system.owner.query(`UPDATE sessions SET expires_at = now() WHERE tenant_id = $1`, [ada.tenantId]);
      await calls.refused(refresh(ada.signedIn.refresh_token), 401, 'unauthorized');
      await expectEnded(ada, other.token);
      // The next sign-in deletes ended sessions.
      await ada.again();
      expect(await sessionRows(ada)).toHaveLength(1);
    });

    it('end 90 days after the sign-in, however much they are used', async () => {
      const ada = await system.register();
      await system.owner.query(`UPDATE sessions SET created_at = ${moved('created_at', "- interval '89 days'")} WHERE tenant_id = $1`, [
        ada.tenantId,
      ]);
      const { body } = await calls.taken(refresh(ada.signedIn.refresh_token));
      const [session] = await sessionRows(ada);
      expect((session?.expires_at.getTime() ?? 0) - Date.now()).toBeLessThan(DAY_MS);
      expect((session?.expires_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(0.9 * DAY_MS);
      await system.owner.query(`UPDATE sessions SET created_at = ${moved('created_at', "- interval '1 day'")}, expires_at = ${moved('expires_at', "- interval '1 day'")} WHERE tenant_id = $1`, [ada.tenantId]); // prettier-ignore
      await calls.refused(refresh(body.refresh_token as string), 401, 'unauthorized');
    });

    it.each(['', 'x', 'x'.repeat(91), 'x'.repeat(5000)])('are not refreshed with anything else: %s', async (token) => {
      const { status } = await refresh(token);
      expect(status).toBe(token.length === 91 || token.length === 1 ? 401 : 400);
    });

    it('are not refreshed with an access token', async () => {
      const ada = await system.register();
      await calls.refused(refresh(ada.token), 401, 'unauthorized');
    });
  });

  describe('with a cookie', () => {
    it('are refreshed from an allowed page and from no other', async () => {
      const ada = await system.register();
      const cookie = `refresh_token=${ada.signedIn.refresh_token}`;
      for (const from of [undefined, 'https://evil.example', 'null', 'https://app.example.com.evil.example', `${origin}.evil.example`]) {
        await calls.refused(byCookie('/auth/refresh', cookie, from), 403, 'forbidden');
      }
      const { body, headers } = await calls.taken(byCookie('/auth/refresh', cookie, 'https://app.example.com'));
      const set = headers['set-cookie'] as unknown as string[];
      expect(set.map((text) => text.split(';')[0])).toEqual([`auth_token=${body.access_token}`, `refresh_token=${body.refresh_token}`]);
      await calls.taken(byCookie('/auth/refresh', `refresh_token=${body.refresh_token}`, origin));
    });

    it('lose their cookies when the token is invalid', async () => {
      const answer = await calls.refused(byCookie('/auth/refresh', 'refresh_token=gone', origin), 401, 'unauthorized');
      expect(expiredCookies(answer)).toEqual(['auth_token', 'refresh_token']);
    });

    it('change nothing from a page that is not allowed', async () => {
      const ada = await system.register();
      const cookie = `auth_token=${ada.token}`;
      const change = { current_password: ada.password, new_password: 'quite another one' };
      for (const from of [undefined, 'https://evil.example', 'null']) {
        await calls.refused(byCookie('/auth/change-password', cookie, from).send(change), 403, 'forbidden');
        await calls.refused(byCookie('/auth/logout', cookie, from), 403, 'forbidden');
      }
      // A page can send this without a preflight request only if it is not JSON.
      await calls.refused(byCookie('/auth/change-password', cookie, origin).type('form').send(change), 415, 'unsupported_media_type');
      await ada.again();
      await calls.taken(byCookie('/auth/change-password', cookie, origin).send(change));
    });
  });

  describe('at logout', () => {
    it.each<[string, (person: Person) => Test]>([
      ['the access token', (person) => person.post('/auth/logout')],
      [
        'the refresh token',
        (person) => request(system.api.url).post('/auth/logout').send({ refresh_token: person.signedIn.refresh_token }),
      ],
      ['the cookie', (person) => byCookie('/auth/logout', `auth_token=${person.token}`, origin)],
      ['the refresh cookie', (person) => byCookie('/auth/logout', `refresh_token=${person.signedIn.refresh_token}`, origin)],
    ])('end at once in every process by %s', async (_, logOut) => {
      const ada = await system.register();
      const other = await ada.again();
      await calls.taken(me(ada.token));
      const answer = await calls.taken(logOut(ada));
      expect(expiredCookies(answer)).toEqual(['auth_token', 'refresh_token']);
      await expectEnded(ada);
      await calls.refused(refresh(ada.signedIn.refresh_token), 401, 'unauthorized');
      await calls.taken(other.get('/auth/me'));
      expect(await actionsOf(ada)).toContain('user.logged_out');
    });

    it('accept a second logout', async () => {
      const ada = await system.register();
      await ada.post('/auth/logout');
      await calls.taken(ada.post('/auth/logout'));
    });

    it('require a token', async () => {
      await calls.refused(request(system.api.url).post('/auth/logout').set('Authorization', 'Bearer x'), 401, 'unauthorized');
      await calls.refused(request(system.api.url).post('/auth/logout').set('Origin', origin), 401, 'unauthorized');
    });
  });

  describe('of a person', () => {
    it('are listed with the current one marked, and can be ended one by one', async () => {
      const ada = await system.register();
      const phone = await ada.again();
      const { body } = await calls.taken(ada.get('/auth/sessions'));
      expect(body.data.map(({ current }: { current: boolean }) => current).toSorted()).toEqual([false, true]);
      const other = body.data.find(({ current }: { current: boolean }) => !current) as { id: string };
      await calls.taken(ada.call('DELETE', `/auth/sessions/${other.id}`));
      await expectEnded(phone);
      await calls.refused(ada.call('DELETE', `/auth/sessions/${other.id}`), 404, 'not_found');
      await calls.taken(ada.get('/auth/me'));
    });

    it('are out of reach of other people', async () => {
      const [ada, eve] = [await system.register(), await system.register()];
      const [session] = await sessionRows(ada);
      await calls.refused(eve.call('DELETE', `/auth/sessions/${session?.id}`), 404, 'not_found');
      await calls.refused(eve.call('DELETE', '/auth/sessions/x'), 404, 'not_found');
      expect((await calls.taken(eve.get('/auth/sessions'))).body.data).toHaveLength(1);
      await calls.taken(ada.get('/auth/me'));
    });

    it('end when the password changes, except the one that changes it', async () => {
      const ada = await system.register();
      const phone = await ada.again();
      const change = { current_password: ada.password, new_password: 'quite another one' };
      await calls.taken(ada.post('/auth/change-password', change));
      await calls.taken(ada.get('/auth/me'));
      await expectEnded(phone);
      expect((await ada.login()).status).toBe(401);
      await ada.again({ password: change.new_password });
    });

    it('stay when the old password is wrong or the new one is not allowed', async () => {
      const ada = await system.register();
      const change = { current_password: ada.password, new_password: 'quite another one' };
      const { body } = await calls.refused(
        ada.post('/auth/change-password', { ...change, current_password: 'wrong' }),
        400,
        'validation_error',
      );
      expect(body.details).toEqual([expect.objectContaining({ field: 'current_password' })]);
      await calls.refused(ada.post('/auth/change-password', { ...change, new_password: 'short' }), 400, 'validation_error');
      await calls.refused(ada.post('/auth/change-password', { ...change, user_id: ada.signedIn.user.id }), 400, 'validation_error');
      await ada.again();
    });

    it('accept one of two password changes at the same moment', async () => {
      const ada = await system.register();
      const passwords = ['quite another one', 'quite a third one'];
      const answers = await Promise.all(
        passwords.map((new_password) => ada.post('/auth/change-password', { current_password: ada.password, new_password })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    });
  });

  const sessionRows = async (person: Person): Promise<{ id: string; expires_at: Date }[]> =>
    (await system.owner.query<{ id: string; expires_at: Date }>('SELECT * FROM sessions WHERE tenant_id = $1', [person.tenantId])).rows;
  const actionsOf = async (person: Person): Promise<string[]> =>
    (await system.owner.query<{ action: string }>('SELECT action FROM audit_log WHERE tenant_id = $1', [person.tenantId])).rows.map(
      ({ action }) => action,
    );
  /** Makes a token look as if it had been used a minute ago. */
  const aMinuteLater = (person: Person): Promise<unknown> =>
    system.owner.query(`UPDATE sessions SET refreshed_at = ${moved('refreshed_at', "- interval '1 minute'")} WHERE tenant_id = $1`, [
      person.tenantId,
    ]);
});

function expiredCookies({ headers }: Response): string[] {
  const set = (headers['set-cookie'] ?? []) as unknown as string[];
  return set.filter((text) => text.includes('Expires=Thu, 01 Jan 1970')).map((text) => text.split('=')[0] ?? '');
}
