import request, { type Test } from 'supertest';
import type { Operation } from '../../support/openapi/openapi-answers.js';
import { order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { JWT_SECRET } from '../../support/servers/system-plan.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { claimsOf, forgedToken } from '../../support/people/forged-token.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { Person } from '../../support/people/person.js';

/** Every sign-in operation of the document. A new operation is covered without a change here. */
describe('the operations for people who sign in', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let ada: Merchant;
  let operations: readonly Operation[];

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
    ada = await merchantOf(system);
    await ada.shop.send(order({ customer_id: 'secret-customer' }));
    await ada.owner.post('/members/invitations', { email: 'secret-friend@example.com' }).expect(201);
    await ada.owner.post('/dashboard/churn/recalculate', {}).expect(202);
    operations = calls.document.operations.filter(({ security = [] }) => security.some((scheme) => 'jwt' in scheme));
  }, 60_000);
  afterAll(() => system.stop());

  /** These operations ignore unknown fields, as POST /events does, because platforms may send any field. */
  const TAKES_MORE = new Set(['/dashboard/events', '/integrations/storefront/compliance']);
  const NAME = /\{(\w+)\}/g;
  const SOME_ID = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
  const pathOf = ({ path }: Operation, id = SOME_ID): string => path.replace('/api/v1', '').replaceAll(NAME, encodeURIComponent(id));
  const call = ({ method }: Operation, path: string): Test => request(system.api.url)[method.toLowerCase() as 'get'](path);
  const isSafe = ({ method }: Operation): boolean => method === 'GET';
  const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;

  /** Returns `status` and `error` of each operation's answer to a call, by the operation's name. */
  async function answersTo(chosen: readonly Operation[], ask: (operation: Operation) => Test): Promise<Record<string, string>> {
    const answers: Record<string, string> = {};
    for (const operation of chosen) {
      const { status, body } = await calls.answer(ask(operation));
      answers[nameOf(operation)] = `${status} ${body.error ?? ''}`.trim();
    }
    return answers;
  }
  const all = (chosen: readonly Operation[], answer: string): Record<string, string> =>
    Object.fromEntries(chosen.map((operation) => [nameOf(operation), answer]));

  it('are all found: there are many, and some are for owners only', () => {
    expect(operations.length).toBeGreaterThan(25);
    expect(operations.filter((operation) => operation['x-least-role'] === 'owner').length).toBeGreaterThan(5);
  });

  it.each<[string, (asked: Test) => Test]>([
    ['without a token', (asked) => asked],
    ['with an API key that does not exist', (asked) => asked.set('X-API-Key', `${ada.shop.apiKey}x`)],
    [
      'with an unsigned token',
      (asked) => asked.set('Authorization', `Bearer ${forgedToken(claimsOf(ada.owner.token), '', { alg: 'none' })}`),
    ],
    [
      'with an expired token',
      (asked) => asked.set('Authorization', `Bearer ${forgedToken({ ...claimsOf(ada.owner.token), exp: 1 }, JWT_SECRET)}`),
    ],
    ['with the refresh token', (asked) => asked.set('Authorization', `Bearer ${ada.owner.signedIn.refresh_token}`)],
    ['with the refresh cookie', (asked) => asked.set('Cookie', `refresh_token=${ada.owner.signedIn.refresh_token}`)],
    ['with the token in the query', (asked) => asked.query({ access_token: ada.owner.token, auth_token: ada.owner.token })],
  ])('are closed %s', async (_, credential) => {
    const answers = await answersTo(operations, (operation) => credential(call(operation, pathOf(operation))));
    expect(answers).toEqual(all(operations, '401 unauthorized'));
  });

  it('are closed to an API key of every scope, and the answer says that a person is needed', async () => {
    const forPeople = operations.filter(({ security = [] }) => !security.some((one) => 'key' in one));
    expect(forPeople.length).toBeGreaterThan(60);
    const answers = await answersTo(forPeople, (operation) => call(operation, pathOf(operation)).set('X-API-Key', ada.shop.apiKey));
    expect(answers).toEqual(all(forPeople, '403 forbidden'));
    const { body } = await calls.refused(request(system.api.url).get('/settings').set('X-API-Key', ada.shop.apiKey), 403, 'forbidden');
    expect(body.message).toContain('it needs a person');
  });

  it('are closed to a cookie from another page when they change anything', async () => {
    const unsafe = operations.filter((operation) => !isSafe(operation));
    const cookie = `auth_token=${ada.owner.token}`;
    for (const origin of ['https://evil.example', 'null']) {
      const answers = await answersTo(unsafe, (operation) =>
        call(operation, pathOf(operation)).set('Cookie', cookie).set('Origin', origin).send({}),
      );
      expect(answers).toEqual(all(unsafe, '403 forbidden'));
    }
  });

  const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

  it.each(ROLES)('are closed to roles below the one that they need, and open otherwise: %s', async (role) => {
    const { owner: person } = await merchantOf(system);
    await system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [person.tenantId, role]);
    const answers = await answersTo(operations, (operation) => {
      // Nothing in the body: an operation that is open answers that something is missing, or does something small.
      return call(operation, pathOf(operation)).set('Authorization', `Bearer ${person.token}`);
    });
    const refused = Object.entries(answers)
      .filter(([, answer]) => answer === '403 forbidden')
      .map(([name]) => name);
    const closed = operations.filter((operation) => {
      const least = operation['x-least-role'] ?? (isSafe(operation) ? 'viewer' : 'member');
      return ROLES.indexOf(role) > ROLES.indexOf(least);
    });
    expect(refused.toSorted()).toEqual(closed.map(nameOf).toSorted());
  });

  it('refuse unknown fields in a body, such as a role, a tenant or a plan', async () => {
    const withBody = calls.document.operations.filter(
      ({ path, requestBody }) =>
        requestBody !== undefined &&
        !TAKES_MORE.has(path.replace('/api/v1', '')) &&
        /^\/api\/v1\/(auth|2fa|members|tenant|settings|billing|dashboard|campaigns|integrations)\b(?!\/storefront(\/t\/\{tenant_id\})?\/compliance)/.test(
          path,
        ),
    );
    expect(withBody.length).toBeGreaterThan(15);
    const person = await merchantOf(system);
    for (const operation of withBody) {
      const schema = calls.document.resolve(operation.requestBody?.content?.['application/json']?.schema ?? {});
      const unknown = ['role', 'tenant_id', 'user_id', 'plan', 'is_admin'].filter((field) => schema.properties?.[field] === undefined);
      const fresh = await Person.register(system.api.url);
      for (const field of unknown) {
        const token = operation.security === undefined ? '' : `Bearer ${person.owner.token}`;
        const asked = call(operation, pathOf(operation)).set('Authorization', token).set('Origin', system.api.url);
        const { status, body } = await asked.send({ [field]: field === 'role' ? 'owner' : fresh.tenantId });
        expect([nameOf(operation), field, status, body.error]).toEqual([nameOf(operation), field, 400, 'validation_error']);
        expect([nameOf(operation), body.message]).toEqual([nameOf(operation), expect.stringContaining(field)]);
      }
    }
  });
});
