import request from 'supertest';
import type { Operation } from '../../support/openapi/openapi-answers.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, memberOf, merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { moved } from '../../support/waiting/moved.js';

const ANY = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';

/** The operations that a stolen session must not be enough for, with a body. */
const ASKING: Record<string, object> = {
  'POST /2fa/setup': {},
  'POST /2fa/verify': { code: '123456' },
  'PATCH /members/{user_id}': { role: 'owner' },
  'DELETE /members/{user_id}': {},
  'POST /auth/tenants/leave': {},
  'POST /members/invitations': { email: 'mallory@example.com', role: 'owner' },
  'POST /tenant/api-keys': { name: 'Mine', scope: 'all' },
  'POST /tenant/api-key/regenerate': {},
  'POST /settings/webhook/secret': {},
  'PATCH /settings/webhook': { url: 'https://example.com/hook' },
  'POST /settings/destinations': { kind: 'webhook', name: 'Mine', url: 'https://example.com/hook' },
  'PATCH /settings/destinations/{id}': { name: 'Mine' },
  'POST /integrations/storefront/own-app': {
    platform: 'shopify',
    shop: 'mine.myshopify.com',
    client_id: 'id-of-mine',
    client_secret: 'secret-of-mine',
  },
};

/** The operations that ask for it when the body has another URL. */
const ASKING_FOR_URLS: Record<string, object> = {
  'POST /campaigns': { name: 'Win back', audience: {}, webhook_url: 'https://example.com/mine' },
  'PATCH /campaigns/{id}': { webhook_url: 'https://example.com/mine' },
  'PATCH /settings': { customer_url: 'https://example.com/{id}' },
};

describe('a session whose password was given long ago', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    merchant = await merchantOf(system);
  });

  const age = (tenantId: string, minutes = 6) =>
    system.owner.query(`UPDATE sessions SET proven_at = ${moved('proven_at', "- $2 * interval '1 minute'")} WHERE tenant_id = $1`, [
      tenantId,
      minutes,
    ]);
  const act = (person: Person, name: string, body: object) => {
    const [method = '', path = ''] = name.replaceAll(/\{\w+\}/g, ANY).split(' ');
    return person.call(method, path).send(body);
  };
  const confirm = (person: Person, body: object) => person.post('/auth/confirm', body);
  const needsProof = (body: { details?: { code: string }[] }): boolean =>
    body.details?.some(({ code }) => code === 'fresh_proof_required') ?? false;

  it('is asked for it by exactly these operations, which the document marks', () => {
    type Marked = Operation & { readonly 'x-fresh-proof'?: boolean | string };
    const markedAs = (isMarked: (mark: boolean | string | undefined) => boolean): string[] =>
      (calls.document.operations as readonly Marked[])
        .filter((operation) => isMarked(operation['x-fresh-proof']))
        .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
        .toSorted();
    expect(markedAs((mark) => mark === true)).toEqual(Object.keys(ASKING).toSorted());
    expect(markedAs((mark) => typeof mark === 'string')).toEqual(Object.keys(ASKING_FOR_URLS).toSorted());
  });

  it.each(Object.entries(ASKING))('is refused: %s', async (name, body) => {
    const { owner } = merchant;
    await age(owner.tenantId);
    const refused = await calls.refused(act(owner, name, body), 403, 'forbidden');
    expect([needsProof(refused.body), refused.body.message]).toEqual([true, expect.stringContaining('/auth/confirm')]);
    await calls.taken(confirm(owner, { password: owner.password }));
    const { status, body: answer } = await act(owner, name, body);
    expect([status === 403, needsProof(answer)]).toEqual([false, false]);
  });

  const withCampaign = async (name: string): Promise<string> => {
    const first = { name: 'First', audience: {}, webhook_url: 'https://example.com/first' };
    const { body } = await calls.taken(merchant.owner.post('/campaigns', first), 201);
    return name.replace('{id}', String(body.id));
  };

  it.each(Object.entries(ASKING_FOR_URLS))('may not send data to another URL: %s', async (name, body) => {
    const { owner } = merchant;
    const path = await withCampaign(name);
    await age(owner.tenantId);
    const refused = await calls.refused(act(owner, path, body), 403, 'forbidden');
    expect(needsProof(refused.body)).toBe(true);
    await calls.taken(confirm(owner, { password: owner.password }));
    expect((await act(owner, path, body)).status).toBeLessThan(300);
  });

  it.each(['PATCH /campaigns/{id}', 'PATCH /settings'])('may change everything else, and send the same URL: %s', async (name) => {
    const { owner } = merchant;
    const path = await withCampaign(name);
    await act(owner, path, ASKING_FOR_URLS[name] ?? {});
    await age(owner.tenantId);
    expect((await act(owner, path, { name: 'Another', ...ASKING_FOR_URLS[name] })).status).toBe(200);
  });

  it('works on for everything else', async () => {
    await age(merchant.owner.tenantId);
    await calls.taken(merchant.owner.get('/settings'));
    await calls.taken(merchant.owner.call('PATCH', '/settings').send({ timezone: 'Europe/Berlin' }));
  });

  it('stays refused after a wrong password, and after a refresh, which proves nothing', async () => {
    const { owner } = merchant;
    await age(owner.tenantId);
    await calls.refused(confirm(owner, { password: 'not the right one' }), 400, 'validation_error');
    await calls.refused(confirm(owner, {}), 400, 'validation_error');
    await request(system.api.url).post('/auth/refresh').send({ refresh_token: owner.signedIn.refresh_token }).expect(200);
    await calls.refused(owner.post('/tenant/api-keys', { name: 'Mine', scope: 'read' }), 403, 'forbidden');
    expect(await merchant.shop.rows('api_keys')).toHaveLength(1);
  });

  it('needs the code too when the second factor is on, and the proof counts for this session alone', async () => {
    const { owner } = merchant;
    const [recoveryCode, another = ''] = await turnOnSecondFactor(owner);
    const other = await owner.again({ totp_code: another });
    await age(owner.tenantId);
    const { body } = await calls.refused(confirm(owner, { password: owner.password }), 400, 'validation_error');
    expect(body.details).toMatchObject([{ field: 'totp_code', code: 'required' }]);
    await calls.taken(confirm(owner, { password: owner.password, totp_code: recoveryCode }));
    await calls.taken(owner.post('/tenant/api-keys', { name: 'Mine', scope: 'read' }), 201);
    await calls.refused(other.post('/tenant/api-keys', { name: 'Other', scope: 'read' }), 403, 'forbidden');
  });

  it('can be confirmed by every role, for its own account only', async () => {
    const viewer = await memberOf(system, 'viewer');
    await age(viewer.tenantId);
    await calls.refused(confirm(viewer, { password: merchant.owner.password }), 400, 'validation_error');
    await calls.taken(confirm(viewer, { password: viewer.password }));
    await calls.taken(viewer.post('/2fa/setup'));
    const entries = await system.owner.query('SELECT FROM audit_log WHERE tenant_id = $1 AND action = $2', [
      viewer.tenantId,
      'session.confirmed',
    ]);
    expect(entries.rowCount).toBe(1);
  });
});
