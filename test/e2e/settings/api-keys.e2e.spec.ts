import { setTimeout as sleep } from 'node:timers/promises';
import request, { type Response } from 'supertest';
import type { Operation } from '../../support/openapi/openapi-answers.js';
import { KEY_SCOPES } from '../../support/openapi/key-scopes.js';
import { smallBodyOf } from '../../support/openapi/openapi-requests.js';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { eventually } from '../../support/waiting/eventually.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';

const MINUTE_MS = 60_000;

describe('the API keys of a tenant', () => {
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

  const create = (body: object) => merchant.owner.post('/tenant/api-keys', body);
  const made = async (scope: string, more: object = {}): Promise<Response['body']> =>
    (await calls.taken(create({ name: `Key for ${scope}`, scope, ...more }), 201)).body;
  const list = async (): Promise<Response['body'][]> => (await calls.taken(merchant.owner.get('/tenant/api-keys'))).body.data;
  const ask = (key: string, method: string, path: string, body?: object) => {
    const call = request(system.api.url)[method.toLowerCase() as 'get'](path).set('X-API-Key', key);
    return body === undefined ? call : call.send(body);
  };
  const statusOf = async (key: string): Promise<number> => (await ask(key, 'GET', '/customers')).status;

  it('are listed with name, scope, prefix and expiry, and the full key is shown once', async () => {
    const expires_at = new Date(Date.now() + 60 * MINUTE_MS).toISOString();
    const answer = await calls.taken(create({ name: 'Shop server', scope: 'read', expires_at }), 201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { api_key: key, ...shown } = answer.body;
    expect(key).toMatch(/^ck_live_[0-9A-Za-z]{43}$/);
    expect(shown).toEqual({
      id: expect.any(String), name: 'Shop server', scope: 'read', prefix: key.slice(8, 16), is_main: false, status: 'valid', created_by: merchant.owner.signedIn.user.id,
      created_at: expect.any(String), last_used_at: null, expires_at,
    }); // prettier-ignore
    const { body } = await calls.taken(merchant.owner.get('/tenant/api-keys'));
    expect(body).toEqual({ data: [shown, expect.objectContaining({ name: 'Main key', scope: 'all', is_main: true })], limit: 20 });
    expect(JSON.stringify(body)).not.toContain(key);
    expect(await statusOf(key)).toBe(200);
    // Programs that know one key only see what they always saw.
    expect((await calls.taken(merchant.owner.get('/tenant'))).body.api_keys).toHaveLength(2);
  });

  it('change their name and expiry, and a key whose new end has come is refused at once', async () => {
    const { id, api_key: key } = await made('all');
    expect(await statusOf(key)).toBe(200);
    const change = (body: object, of = id) => merchant.owner.call('PATCH', `/tenant/api-keys/${of}`).send(body);
    const soon = new Date(Date.now() + 1500).toISOString();
    const renamed = await calls.taken(change({ name: 'Renamed', expires_at: soon }));
    expect(renamed.body).toMatchObject({ name: 'Renamed', expires_at: soon, scope: 'all' });
    expect((await calls.taken(change({ expires_at: null }))).body).toMatchObject({ name: 'Renamed', expires_at: null });
    await calls.taken(change({ expires_at: soon }));
    await sleep(Math.max(0, Date.parse(soon) - Date.now()) + 50);
    expect(await statusOf(key)).toBe(401);
    for (const body of [{ expires_at: null }, { name: 'Again' }]) await calls.refused(change(body), 404, 'not_found');
    await calls.refused(change({ name: 'Mine' }, 'constructor'), 404, 'not_found');
    expect(await list()).toEqual([expect.anything(), expect.objectContaining({ id, status: 'ended', name: 'Renamed' })]);
    const main = (await list())[0].id as string;
    expect((await calls.taken(change({ name: null }, main))).body).toMatchObject({ name: 'Main key' });
    const refused = await calls.refused(change({ expires_at: '2099-01-01T00:00:00Z' }, main), 400, 'validation_error');
    expect(refused.body.details[0]).toMatchObject({ field: 'expires_at', message: expect.stringContaining('main key') });
    await calls.taken(change({ name: 'Our shop' }, main));
  });

  it('are refused everywhere at once when they are revoked, once and for all', async () => {
    const { id, api_key: key } = await made('read');
    const other = await system.startAnother('api');
    const statusElsewhere = async (): Promise<number> => (await request(other.url).get('/customers').set('X-API-Key', key)).status;
    expect([await statusOf(key), await statusElsewhere()]).toEqual([200, 200]);
    const revoke = () => merchant.owner.call('DELETE', `/tenant/api-keys/${id}`);
    const answers = await Promise.all([revoke(), revoke(), revoke()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
    expect(await statusOf(key)).toBe(401);
    await sleep(500);
    expect(await statusElsewhere()).toBe(401);
    await other.stop();
    expect(await statusOf(merchant.owner.apiKey)).toBe(200);
  });

  it('stay when the main key is replaced', async () => {
    const { api_key: named } = await made('all');
    const { body } = await calls.taken(merchant.owner.post('/tenant/api-key/regenerate'));
    expect([await statusOf(merchant.owner.apiKey), await statusOf(body.api_key), await statusOf(named)]).toEqual([401, 200, 200]);
    expect(await list()).toEqual([
      expect.objectContaining({ is_main: true, status: 'valid', prefix: body.prefix }),
      expect.objectContaining({ is_main: false, status: 'valid' }),
      expect.objectContaining({ is_main: true, status: 'ended' }),
    ]);
  });

  it.each<[string, object]>([
    ['name', { name: '', scope: 'all' }],
    ['name', { name: ' \t', scope: 'all' }],
    ['name', { name: 'x'.repeat(61), scope: 'all' }],
    ['name', { name: null, scope: 'all' }],
    ['name', { scope: 'all' }],
    ['scope', { name: 'constructor', scope: 'constructor' }],
    ['scope', { name: 'A', scope: ['all'] }],
    ['scope', { name: 'A', scope: null }],
    ['expires_at', { name: 'A', scope: 'all', expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { name: 'A', scope: 'all', expires_at: 'tomorrow' }],
    ['expires_at', { name: 'A', scope: 'all', expires_at: 7 }],
    ['owner', { name: 'A', scope: 'all', owner: 'me' }],
  ])('are not made with a bad %s: %j', async (field, body) => {
    const { body: answer } = await calls.refused(create(body), 400, 'validation_error');
    expect(JSON.stringify(answer.details)).toContain(field);
    expect(await list()).toHaveLength(1);
  });

  it('have different names, and are at most 20 beside the main key, also when many are made at once', async () => {
    await made('all', { name: 'constructor' });
    await calls.refused(create({ name: 'constructor', scope: 'read' }), 409, 'conflict');
    await calls.refused(create({ name: 'Main key', scope: 'read' }), 409, 'conflict');
    // The requests wait for each other. A larger group could outlast the lock timeout on a busy machine.
    const statuses: number[] = [];
    for (const group of [0, 8, 16]) {
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => create({ name: `Key ${group + i}`, scope: 'ingest' })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(19);
    const { body } = await calls.refused(create({ name: 'One more', scope: 'read' }), 409, 'conflict');
    expect(body.message).toContain('20');
    // The main key can always be replaced.
    await calls.taken(merchant.owner.post('/tenant/api-key/regenerate'));
    const { id } = (await list()).find((key) => key.name === 'Key 0' || key.name === 'Key 1');
    await merchant.owner.call('DELETE', `/tenant/api-keys/${id}`).expect(204);
    await calls.taken(create({ name: 'One more', scope: 'read' }), 201);
  });

  it('are at most 50 a day, ended ones included, and the main key can still be replaced', async () => {
    for (let i = 0; i < 50; i += 1) {
      const { id } = await made('ingest', { name: `Key ${i}` });
      await merchant.owner.call('DELETE', `/tenant/api-keys/${id}`).expect(204);
    }
    const { body } = await calls.refused(create({ name: 'One more', scope: 'read' }), 409, 'conflict');
    expect(body.message).toMatch(/^a tenant makes at most 50 API keys within 24 hours/);
    expect(await list()).toHaveLength(51);
    await calls.taken(merchant.owner.post('/tenant/api-key/regenerate'));
    const aDayAgo = new Date(Date.now() - 90_000_000);
    await system.owner.query('UPDATE api_keys SET created_at = $2 WHERE tenant_id = $1', [merchant.owner.tenantId, aDayAgo]);
    await made('read', { name: 'One more' });
  }, 60_000);

  it('are for owners and admins, are audited, and owners get a mail', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const person = await memberOf(system, role);
      await calls.refused(person.get('/tenant/api-keys'), 403, 'forbidden');
      await calls.refused(person.post('/tenant/api-keys', { name: 'A', scope: 'read' }), 403, 'forbidden');
    }
    const admin = await memberOf(system, 'admin');
    await calls.taken(admin.get('/tenant/api-keys'));
    await calls.taken(admin.post('/tenant/api-keys', { name: 'A', scope: 'read' }), 201);
    const { id, prefix } = await made('read');
    await calls.taken(merchant.owner.call('PATCH', `/tenant/api-keys/${id}`).send({ name: 'Other' }));
    await calls.taken(merchant.owner.call('PATCH', `/tenant/api-keys/${id}`).send({ name: 'Other' }));
    await merchant.owner.call('DELETE', `/tenant/api-keys/${id}`).expect(204);
    const { body } = await merchant.owner.get('/audit-log');
    const entries = (body.data as { action: string; details: object }[]).filter(({ action }) => action.startsWith('api_key.'));
    expect(entries.map(({ action, details }) => ({ action, ...details }))).toEqual([
      { action: 'api_key.revoked', prefix, name: 'Other' },
      { action: 'api_key.changed', prefix, name: 'Other', expires_at: null, changed: ['name'] },
      { action: 'api_key.created', prefix, name: 'Key for read', scope: 'read', expires_at: null },
    ]);
    const mails = await system.mailbox.mailsTo(merchant.owner.email, 2);
    expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['There is a new API key', 'An API key has been revoked']));
  });

  it('say when they were used last, to the minute, and that is written once a minute', async () => {
    const used = async () => (await list()).find((key) => key.is_main).last_used_at as string | null;
    expect(await used()).toBeNull();
    await merchant.shop.post('/events', batch(order())).expect(202);
    const first = await eventually('the use of the key', used);
    expect(Math.abs(Date.now() - Date.parse(first))).toBeLessThan(MINUTE_MS);
    // Longer than the cache of keys lasts, and than the wait before a use is written.
    await sleep(8000);
    await merchant.shop.post('/events', batch(order())).expect(202);
    await sleep(3000);
    expect(await used()).toBe(first);
    await system.owner.query(`UPDATE api_keys SET last_used_at = now() - interval '61 seconds' WHERE tenant_id = $1`, [
      merchant.owner.tenantId,
    ]);
    await sleep(5500);
    await merchant.shop.post('/events', batch(order())).expect(202);
    await eventually('the later use of the key', async () => (Date.parse((await used()) ?? '') > Date.parse(first) ? true : null));
  }, 60_000);

  it('that have ended give their number away only when no event of the log names it any more', async () => {
    const { id } = await made('all');
    await merchant.owner.call('DELETE', `/tenant/api-keys/${id}`).expect(204);
    const numbers = async () =>
      (await merchant.shop.rows<{ number: number }>('api_keys', 'number')).map(({ number }) => number).toSorted((a, b) => a - b);
    await made('read');
    expect(await numbers()).toEqual([1, 2, 3]);
    await system.owner.query(`UPDATE api_keys SET expires_at = now() - interval '32 days' WHERE tenant_id = $1 AND id = $2`, [
      merchant.owner.tenantId,
      id,
    ]);
    await made('ingest');
    expect(await numbers()).toEqual([1, 3, 4]);
  });

  describe('with a scope', () => {
    const SCOPES = ['ingest', 'import', 'read', 'all'] as const;
    type WithScope = Operation & { readonly 'x-key-scope'?: string };
    const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace('/api/v1', '')}`;
    const operations = (): WithScope[] => calls.document.operations.filter(({ security = [] }) => security.some((one) => 'key' in one));
    it('are documented at each operation, and none is undeclared', () => {
      const declared = operations().map((operation) => [nameOf(operation), operation['x-key-scope']]);
      expect(Object.fromEntries(declared)).toEqual(KEY_SCOPES);
    });

    it.each(SCOPES)('%s reach exactly the operations that declare it, and the refusal names the scope that is needed', async (scope) => {
      const { api_key: key, prefix } = await made(scope);
      for (const operation of operations()) {
        const needed = operation['x-key-scope'];
        const path = operation.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '7b0c8dd4-5be0-4c3a-9a40-5b0bf1f4f0aa');
        const body = operation.method === 'GET' ? undefined : smallBodyOf(calls.document, operation);
        const answer = await calls.answer(ask(key, operation.method, path, body));
        const isFit = needed === 'any' || scope === 'all' || scope === needed || (scope === 'import' && needed === 'ingest');
        expect([nameOf(operation), answer.status === 403]).toEqual([nameOf(operation), !isFit]);
        if (isFit) continue;
        expect(answer.body).toMatchObject({ error: 'forbidden', message: expect.stringContaining(`"${needed}"`) });
        expect(answer.body.message).toContain(prefix);
        expect(answer.headers['x-request-id']).toBeDefined();
      }
    });

    it('read are refused by both ways into POST /events, and nothing is stored', async () => {
      const { api_key: key } = await made('read');
      for (const path of ['/events', '/events?dry_run=true'])
        await calls.refused(ask(key, 'POST', path, batch(order({ event_id: 'no' }))), 403, 'forbidden');
      expect(await merchant.shop.rows('events')).toEqual([]);
    });

    it('count against the limit of the tenant like any other request', async () => {
      const { api_key: key } = await made('ingest');
      expect(Number((await ask(key, 'GET', '/customers')).headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
    });
  });

  it('are made, listed and revoked by operators, with name, scope and expiry', async () => {
    const { tenantId } = merchant.owner;
    const wanted = ['--name', 'Report', '--scope', 'read', '--expires-at', '2099-01-31T00:00:00Z'];
    const key = await system.admin('key', 'create', '--tenant', tenantId, ...wanted);
    expect(key).toMatchObject({ scope: 'read', api_key: expect.stringMatching(/^ck_live_/) });
    expect(await statusOf(String(key['api_key']))).toBe(200);
    expect((await ask(String(key['api_key']), 'POST', '/events', batch(order()))).status).toBe(403);
    const { data } = (await system.admin('key', 'list', '--tenant', tenantId)) as { data: object[] };
    expect(data).toEqual([
      expect.objectContaining({ name: 'Report', scope: 'read', is_main: false, expires_at: '2099-01-31T00:00:00.000Z' }),
      expect.objectContaining({ name: 'Main key', scope: 'all', is_main: true }),
    ]);
    await expect(system.admin('key', 'create', '--tenant', tenantId, ...wanted)).rejects.toThrow('another API key has the name');
    await expect(system.admin('key', 'create', '--tenant', tenantId, '--scope', 'read')).rejects.toThrow('--name');
    expect(await system.admin('key', 'revoke', '--tenant', tenantId, '--prefix', String(key['prefix']))).toMatchObject({ revoked: 1 });
    expect(await system.admin('key', 'revoke', '--tenant', tenantId, '--prefix', String(key['prefix']))).toMatchObject({ revoked: 0 });
  });
});
