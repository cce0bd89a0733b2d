import request, { type Test } from 'supertest';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { JWT_SECRET } from '../../support/servers/system-plan.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { claimsOf, forgedToken } from '../../support/people/forged-token.js';
import type { Person } from '../../support/people/person.js';

const cookiesOf = (headers: Record<string, unknown>): string[] => (headers['set-cookie'] ?? []) as string[];

describe('people', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let ada: Person;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    ada = await system.register();
  }, 60_000);
  afterAll(() => system.stop());

  const post = (path: string, body: object): Test => request(system.api.url).post(path).send(body);
  const registration = (input: object): Test =>
    post('/auth/register', { email: `eve-${Math.random()}@example.com`, password: 'long enough', company_name: 'Eve', ...input });

  describe('who register', () => {
    it('get a tenant and a working API key, and are signed in', async () => {
      const { body, headers } = await calls.taken(registration({ company_name: '  Bücher & Co ' }), 201);
      expect(body.tenant).toMatchObject({ name: 'Bücher & Co', plan: 'starter' });
      expect(body.user).toMatchObject({ role: 'owner', tenant_id: body.tenant.id, two_factor_enabled: false });
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      expect(headers['cache-control']).toBe('no-store');
      await request(system.api.url).post('/events').set('X-API-Key', body.api_key).send(batch(order())).expect(202);
      await request(system.api.url).get('/auth/me').set('Authorization', `Bearer ${body.access_token}`).expect(200);
    });

    it('choose the currency of their shop, or get EUR', async () => {
      for (const [currency, expected] of [
        ['USD', 'USD'],
        [null, 'EUR'],
        [undefined, 'EUR'],
      ] as const) {
        expect((await calls.taken(registration({ currency }), 201)).body.tenant.currency).toBe(expected);
      }
      for (const currency of ['usd', 'XYZ1', 'US', 5]) {
        const { body } = await calls.refused(registration({ currency }), 400, 'validation_error');
        expect(body.details).toEqual([
          expect.objectContaining({ field: 'currency', message: expect.stringContaining(JSON.stringify(currency)) }),
        ]);
      }
    });

    it('choose the time zone of their shop, or get UTC', async () => {
      for (const [timezone, expected] of [
        ['Europe/Vienna', 'Europe/Vienna'],
        ['europe/vienna', 'Europe/Vienna'],
        // Some browsers still know the zone by its old name.
        ['Asia/Calcutta', 'Asia/Kolkata'],
        [null, 'UTC'],
      ] as const) {
        expect((await calls.taken(registration({ timezone }), 201)).body.tenant.timezone).toBe(expected);
      }
      for (const timezone of ['Vienna', 'X', 5, 'AET', 'CAT', 'VST', 'CET', 'US/Pacific-New']) {
        const { body } = await calls.refused(registration({ timezone }), 400, 'validation_error');
        expect(body.details).toEqual([
          expect.objectContaining({ field: 'timezone', message: expect.stringContaining(JSON.stringify(timezone)) }),
        ]);
      }
    });

    it('learn that their address already has an account, however it is spelled', async () => {
      await calls.refused(registration({ email: ada.email }), 409, 'conflict');
      await calls.refused(registration({ email: `  ${ada.email.toUpperCase()} ` }), 409, 'conflict');
    });

    it('with the same address at the same moment become one account, and leave no tenant behind', async () => {
      const email = 'twice@example.com';
      const answers = await Promise.all(Array.from({ length: 6 }, () => registration({ email, company_name: 'Twice' })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
      const { rows } = await system.owner.query(`SELECT FROM tenants WHERE name = 'Twice'`);
      expect(rows).toHaveLength(1);
    });

    it.each([
      ['without an address', { email: undefined }, 'email'],
      ['with an invalid address', { email: 'ada' }, 'email'],
      ['with an address that is not a string', { email: { $gt: '' } }, 'email'],
      ['with a password of nine characters', { password: 'x'.repeat(9) }, 'password'],
      ['with a password of 73 bytes', { password: 'x'.repeat(73) }, 'password'],
      ['with a password of 37 letters that are 74 bytes', { password: 'é'.repeat(37) }, 'password'],
      ['without a company', { company_name: ' ' }, 'company_name'],
      ['with a role', { role: 'owner' }, 'role'],
      ['with a tenant', { tenant_id: '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b' }, 'tenant_id'],
      ['with a plan', { plan: 'enterprise' }, 'plan'],
    ])('%s get the reason without the password in it', async (_, input, field) => {
      const { body } = await calls.refused(registration({ password: 'hunter2hunter2', ...input }), 400, 'validation_error');
      expect(body.details).toEqual([expect.objectContaining({ field })]);
      expect(JSON.stringify(body)).not.toMatch(/hunter2|xxxx|éé/);
    });
  });

  it.each(['password123', '1234567890', 'abcdefghij', 'ababababab', 'weak.address1', 'Weak & Known 1'])(
    'who choose %s as a password learn, wherever they choose it, that it is easy to guess',
    async (password) => {
      const [email, company_name] = [`weak.address@${Math.random()}.example.com`, 'Weak & Known'];
      const { body } = await calls.refused(registration({ email, company_name, password }), 400, 'validation_error');
      expect(body.details).toEqual([expect.objectContaining({ field: 'password', message: expect.not.stringContaining(password) })]);

      const person = await system.register({ email, company_name });
      const change = { current_password: person.password, new_password: password };
      await calls.refused(person.post('/auth/change-password', change), 400, 'validation_error');

      await post('/auth/forgot-password', { email }).expect(202);
      const reset = { token: await system.mailbox.tokenTo(email), password };
      await calls.refused(post('/auth/reset-password', reset), 400, 'validation_error');
      await post('/auth/reset-password', { ...reset, password: 'a good one, and long' }).expect(200);

      const invited = email.replace('@', '@sub.');
      await ada.post('/members/invitations', { email: invited }).expect(201);
      const joining = { token: await system.mailbox.tokenTo(invited), password: password.replace('Weak & Known', 'Weak.Address') };
      await calls.refused(post('/auth/accept-invitation', joining), 400, 'validation_error');
    },
  );

  describe('with a password', () => {
    it('get tokens, and cookies that no script can read and no other site can send', async () => {
      const { body, headers } = await calls.taken(post('/auth/login', { email: ada.email.toUpperCase(), password: ada.password }));
      expect(body.user).toEqual(ada.signedIn.user);
      const [access = '', refresh = ''] = cookiesOf(headers);
      expect(access).toMatch(/^auth_token=[\w.-]+; Max-Age=3600; Path=\/api\/v1; Expires=.+; HttpOnly; Secure; SameSite=Lax$/);
      expect(refresh).toMatch(/^refresh_token=[\w-]+; Max-Age=2592000; Path=\/api\/v1\/auth; Expires=.+; HttpOnly; Secure; SameSite=Lax$/);
    });

    it.each([
      'my cat sleeps on the old red sofa by the window that looks at a green hill',
      'кошкаспитнастаромкрасномдиванеуокнамоего',
      '🍎🚗🌙🐱🎸🍕🌵🐢🎲🏀🍇🚀🐝🎺🍩🐙🌈🎯',
    ])('of 72 bytes must send all of it: %s', async (text) => {
      const password = Buffer.from(text).subarray(0, 72).toString();
      const person = await system.register({ password });
      await person.again();
      const last = Array.from(password).at(-1) ?? '';
      for (const wrong of [`${password}x`, `${password}${last}`, password.slice(0, -last.length), `${password.slice(0, -last.length)}y`]) {
        expect((await person.login({ password: wrong })).status).toBe(401);
      }
    });

    it.each([
      ['another password', { password: 'another password' }],
      ['an unknown address', { email: 'nobody@example.com' }],
      ['an invalid address', { email: 'nobody' }],
      ['a password with half a character', { password: '\ud800' }],
    ])('get the same refusal with %s', async (_, change) => {
      const { body } = await calls.refused(
        post('/auth/login', { email: ada.email, password: ada.password, ...change }),
        401,
        'unauthorized',
      );
      expect(body.message).toBe('the e-mail address, the password or the code is not right');
    });

    it.each([
      ['a field too many', { role: 'owner' }],
      ['a password that is a number', { password: 5 }],
      ['an address that is a list', { email: ['ada@example.com'] }],
    ])('learn what is wrong with the body: %s', async (_, change) => {
      await calls.refused(post('/auth/login', { email: ada.email, password: ada.password, ...change }), 400, 'validation_error');
    });
  });

  describe('with an access token', () => {
    const me = (token: string): Test => request(system.api.url).get('/auth/me').set('Authorization', `Bearer ${token}`);

    it('see themselves and their tenant', async () => {
      const { body } = await calls.taken(ada.get('/auth/me'));
      expect(body).toMatchObject({ user: ada.signedIn.user, tenant: { id: ada.tenantId, name: 'Ada & Co' } });
    });

    it.each<[string, (claims: Record<string, unknown>) => string]>([
      ['without a signature', (claims) => forgedToken(claims, '', { alg: 'none', typ: 'JWT' })],
      ['without a signature, spelt otherwise', (claims) => forgedToken(claims, '', { alg: 'None', typ: 'JWT' })],
      ['with another key', (claims) => forgedToken(claims, 'x'.repeat(32))],
      ['with another algorithm', (claims) => forgedToken(claims, JWT_SECRET, { alg: 'HS512', typ: 'JWT' })],
      ['for another audience', (claims) => forgedToken({ ...claims, aud: 'another' }, JWT_SECRET)],
      ['for no audience', (claims) => forgedToken({ ...claims, aud: undefined }, JWT_SECRET)],
      ['of another issuer', (claims) => forgedToken({ ...claims, iss: 'another' }, JWT_SECRET)],
      ['that has expired', (claims) => forgedToken({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, JWT_SECRET)],
      ['that never expires', (claims) => forgedToken({ ...claims, exp: undefined }, JWT_SECRET)],
      ['that is not valid yet', (claims) => forgedToken({ ...claims, nbf: Math.floor(Date.now() / 1000) + 60 }, JWT_SECRET)],
      ['of a session that does not exist', (claims) => forgedToken({ ...claims, sid: claims['sub'] }, JWT_SECRET)],
      ['without a session', (claims) => forgedToken({ ...claims, sid: undefined }, JWT_SECRET)],
      ['of another person with the session of the first', (claims) => forgedToken({ ...claims, sub: claims['tid'] }, JWT_SECRET)],
      ['of an invalid tenant', (claims) => forgedToken({ ...claims, tid: `' OR 1=1` }, JWT_SECRET)],
      [
        'whose claims were changed',
        (claims) => ada.token.replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify({ ...claims, exp: 9e9 })).toString('base64url')}.`),
      ],
      ['that is a refresh token', () => ada.signedIn.refresh_token],
      ['that is nothing', () => 'nothing'],
    ])('get 401 for a token %s', async (_, forge) => {
      await calls.refused(me(forge(claimsOf(ada.token))), 401, 'unauthorized');
    });

    it('are accepted with a valid token: the forgeries above differ from it in one thing each', async () => {
      await calls.taken(me(forgedToken(claimsOf(ada.token), JWT_SECRET)));
    });

    it('get 401 for the token of another tenant', async () => {
      const eve = await system.register();
      await calls.refused(me(forgedToken({ ...claimsOf(ada.token), tid: eve.tenantId }, JWT_SECRET)), 401, 'unauthorized');
    });

    it('are accepted by the cookie where nothing changes', async () => {
      await calls.taken(request(system.api.url).get('/auth/me').set('Cookie', `theme=dark; auth_token=${ada.token}`));
    });

    it('get 401 when the header is wrong, although the cookie is right', async () => {
      await calls.refused(me('wrong').set('Cookie', `auth_token=${ada.token}`), 401, 'unauthorized');
    });

    it('have a limit of their own, apart from that of their API key', async () => {
      const { headers } = await ada.get('/auth/me');
      expect(headers['x-ratelimit-limit']).toBe('300');
      const { headers: before } = await request(system.api.url).get('/customers').set('X-API-Key', ada.apiKey);
      await ada.get('/auth/me');
      const { headers: after } = await request(system.api.url).get('/customers').set('X-API-Key', ada.apiKey);
      expect(Number(after['x-ratelimit-remaining'])).toBe(Number(before['x-ratelimit-remaining']) - 1);
    });
  });
});
