import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { eventually } from '../../support/waiting/eventually.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { batch, order } from '../../support/shop/builders.js';
import { campaignOf, fillWithScored, send } from '../../support/webhooks/campaign-shop.js';
import { waitingForLocks } from '../../support/waiting/waiting-for-locks.js';

describe('a request that is held open', () => {
  let system: ChurnSystem;
  let ada: Merchant;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
  }, 60_000);
  afterAll(() => system.stop());
  beforeEach(async () => {
    ada = await merchantOf(system);
  });

  /** Sends a request except the last byte of its body, then waits for `whileHeld`. @returns the status of the answer */
  async function hold(call: string, credential: Record<string, string>, input: object, whileHeld: () => Promise<unknown>): Promise<number> {
    const body = JSON.stringify(input);
    const socket = connect(system.api.port, '127.0.0.1');
    const [method, path] = call.split(' ');
    const headers = { Host: 'localhost', Connection: 'close', 'Content-Type': 'application/json', 'Content-Length': body.length };
    const lines = Object.entries({ ...headers, ...credential }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${method} /api/v1${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`);
    // The guards have read the credential long before.
    await sleep(1000);
    await whileHeld();
    socket.write(body.slice(-1));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString())?.[1]);
  }

  const token = () => ({ Authorization: `Bearer ${ada.owner.token}` });
  const key = () => ({ 'X-API-Key': ada.shop.apiKey });
  const ownPath = (): string => `/members/${ada.owner.signedIn.user.id}`;
  const setRole = (role: string) => system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [ada.owner.tenantId, role]);
  const roleNow = async (): Promise<string> =>
    (await system.owner.query<{ role: string }>('SELECT role FROM users WHERE tenant_id = $1', [ada.owner.tenantId])).rows[0]!.role;

  it('makes nobody an owner again who lost the role meanwhile', async () => {
    expect(await hold(`PATCH ${ownPath()}`, token(), { role: 'owner' }, () => setRole('member'))).toBe(403);
    expect(await roleNow()).toBe('member');
  });

  it('does nothing for a person whose session ended meanwhile', async () => {
    const end = () => system.owner.query('DELETE FROM sessions WHERE tenant_id = $1', [ada.owner.tenantId]);
    expect(await hold('PATCH /settings', token(), { timezone: 'Europe/Berlin' }, end)).toBe(401);
  });

  it('invites nobody when the address of the person is unverified again', async () => {
    const unverify = () => system.owner.query('UPDATE users SET verified_at = NULL WHERE tenant_id = $1', [ada.owner.tenantId]);
    expect(await hold('POST /members/invitations', token(), { email: `${randomUUID()}@example.com` }, unverify)).toBe(403);
  });

  it.each([
    ['POST /events', () => batch(order())],
    ['POST /events?dry_run=true', () => batch(order())],
    ['POST /churn/recalculate', () => ({})],
  ])('does nothing with an API key that ended meanwhile: %s', async (call, input) => {
    const replace = () => ada.owner.post('/tenant/api-key/regenerate', { grace_period_hours: 0 }).expect(200);
    expect(await hold(call, key(), input(), replace)).toBe(401);
  });

  it('still acts for callers who lost nothing', async () => {
    const nothing = () => Promise.resolve();
    expect(await hold('POST /events', key(), batch(order()), nothing)).toBe(202);
    expect(await hold('PATCH /settings', token(), { timezone: 'Europe/Berlin' }, nothing)).toBe(200);
  });

  const ANY = '0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b';
  const URL = 'http://127.0.0.1:9/';
  const CONFIRMED = () => ({ password: ada.owner.password });
  it.each<[string, () => object]>([
    ['PATCH /members/{own}', () => ({ role: 'owner' })],
    ['DELETE /members/{own}', () => ({})],
    ['POST /members/invitations', () => ({ email: `${randomUUID()}@example.com` })],
    [`DELETE /members/invitations/${ANY}`, () => ({})],
    ['POST /settings/destinations', () => ({ kind: 'webhook', name: 'Mine', url: URL })],
    [`PATCH /settings/destinations/${ANY}`, () => ({ url: URL })],
    [`DELETE /settings/destinations/${ANY}`, () => ({})],
    [`POST /settings/destinations/${ANY}/resync`, () => ({})],
    ['PATCH /settings/webhook', () => ({ url: URL })],
    ['POST /tenant/api-key/regenerate', () => ({})],
    ['POST /settings/webhook/secret', () => ({})],
    ['POST /billing/plan', () => ({ plan: 'pro' })],
    ['POST /tenant/export', CONFIRMED],
    ['DELETE /tenant', CONFIRMED],
    ['DELETE /tenant/deletion', () => ({})],
    ['DELETE /integrations/storefront', () => ({})],
    ['POST /integrations/storefront/woocommerce', () => ({ shop: `https://${randomUUID()}.example.com` })],
  ])('is for nobody who loses the role of an owner while it waits for the tenant: %s', async (call, input) => {
    const [method = '', path = ''] = call.replace('/members/{own}', ownPath()).split(' ');
    const other = new Client({ connectionString: system.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [ada.owner.tenantId]);
    await other.query(`UPDATE users SET role = 'viewer' WHERE tenant_id = $1`, [ada.owner.tenantId]);
    const answer = ada.owner
      .call(method, path)
      .send(input())
      .then(({ status, body }) => ({ status, body }));
    await eventually(
      'a transaction that waits for the tenant',
      async () => (await waitingForLocks(system.ownerUrl, 'tenants')) > 0 || null,
    );
    await other.query('COMMIT');
    await other.end();
    expect(await answer).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect(await roleNow()).toBe('viewer');
  });

  it.each([
    ['POST /campaigns', { name: 'Mine', webhook_url: 'http://127.0.0.1:9/', audience: {} }],
    [`PATCH /campaigns/${ANY}`, { webhook_url: URL }],
    [`DELETE /campaigns/${ANY}`, {}],
  ])('is for nobody whose session ends while it waits for other changes of campaigns: %s', async (call, input) => {
    const [method = '', path = ''] = call.split(' ');
    const other = new Client({ connectionString: system.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaigns ' || $1, 0))`, [ada.owner.tenantId]);
    await other.query('DELETE FROM sessions WHERE tenant_id = $1', [ada.owner.tenantId]);
    const answer = ada.owner
      .call(method, path)
      .send(input)
      .then(({ status }) => status);
    await eventually('a transaction that waits', async () => (await waitingForLocks(system.ownerUrl, 'pg_advisory_xact_lock')) > 0 || null);
    await other.query('COMMIT');
    await other.end();
    expect(await answer).toBe(401);
  });

  /** Removes a person while their action waits for other changes of campaigns. @returns the status of the answer */
  async function removedWhile(act: () => PromiseLike<{ readonly status: number }>): Promise<number> {
    const other = new Client({ connectionString: system.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaigns ' || $1, 0))`, [ada.owner.tenantId]);
    const answer = act().then(({ status }) => status);
    await eventually('a transaction that waits', async () => (await waitingForLocks(system.ownerUrl, 'pg_advisory_xact_lock')) > 0 || null);
    await system.owner.query('DELETE FROM users WHERE tenant_id = $1', [ada.owner.tenantId]);
    await other.query('COMMIT');
    await other.end();
    return answer;
  }

  it('sends no campaign for a person who is removed while the send waits', async () => {
    await system.webhookSecret(ada.shop);
    await fillWithScored(system, ada.owner.tenantId, 15);
    const id = await campaignOf(ada.owner, URL);
    expect(await removedWhile(() => send(ada.owner, id))).toBe(401);
    for (const table of ['campaign_sends', 'campaign_parts', 'deliveries'] as const) expect(await ada.shop.rows(table)).toEqual([]);
  });

  it.each(['contacted', 'give-up'])('says nothing about a list for a person who is removed while it waits: %s', async (outcome) => {
    await fillWithScored(system, ada.owner.tenantId, 15);
    const { body } = await ada.owner.post('/campaigns', { name: 'Cards', channel: 'download', audience: {} }).expect(201);
    expect((await send(ada.owner, body.id as string)).status).toBe(202);
    await eventually('the list', async () => {
      const parts = await ada.shop.rows<{ state: string }>('campaign_parts', 'state');
      return (parts.length > 0 && parts.every(({ state }) => state !== 'open')) || null;
    });
    const before = await ada.shop.rows('campaign_parts');
    const sends = (await ada.owner.get(`/campaigns/${body.id}/sends`)).body.data as { id: string }[];
    expect(await removedWhile(() => ada.owner.post(`/campaigns/${body.id}/sends/${sends[0]!.id}/${outcome}`))).toBe(401);
    expect(await ada.shop.rows('campaign_parts')).toEqual(before);
  });

  it('recovers nothing for a person who is removed while the recovery waits', async () => {
    await system.webhookSecret(ada.shop);
    await ada.owner.call('PATCH', '/settings/webhook').send({ url: URL }).expect(200);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await removedWhile(() => ada.owner.post('/settings/webhook/recover', { since }))).toBe(401);
    expect(await ada.shop.rows('churn_jobs')).toEqual([]);
  });

  it('replays nothing for a person who is removed while the replay waits', async () => {
    await system.webhookSecret(ada.shop);
    await fillWithScored(system, ada.owner.tenantId, 15);
    const id = await campaignOf(ada.owner, URL);
    expect((await send(ada.owner, id)).status).toBe(202);
    const delivery = await eventually('a failed delivery', async () => {
      const rows = await ada.shop.rows<{ id: string; status: string }>('deliveries', 'id, status');
      return rows.find(({ status }) => status === 'failed') ?? null;
    });
    expect(await removedWhile(() => ada.owner.post(`/settings/webhook/deliveries/${delivery.id}/replay`))).toBe(401);
    const audit = await ada.shop.rows<{ action: string }>('audit_log', 'action');
    expect(audit.map(({ action }) => action)).not.toContain('webhook.replayed');
  });

  it('tests no destination for a person who is removed while the test waits for its turn', async () => {
    const held: ServerResponse[] = [];
    const endpoint = createServer((_, response) => void held.push(response));
    endpoint.listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
    await system.webhookSecret(ada.shop);
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
    await ada.owner.call('PATCH', '/settings/webhook').send({ url }).expect(200);
    // A tenant has two tests at once.
    const test = () => ada.owner.post('/settings/webhook/test').then(({ status }) => status);
    const first = [test(), test()];
    await eventually('two tests', () => Promise.resolve(held.length === 2 || null));
    const third = test();
    await sleep(700);
    await system.owner.query('DELETE FROM users WHERE tenant_id = $1', [ada.owner.tenantId]);
    for (const response of held) response.writeHead(200).end();
    expect(await third).toBe(401);
    expect(await Promise.all(first)).toEqual([200, 200]);
    expect(held).toHaveLength(2);
    endpoint.close();
  });

  it.each([
    ['PATCH /settings', { timezone: 'Europe/Berlin' }],
    ['PATCH /settings', { currency: 'USD' }],
  ])('changes no settings for a person who is removed while it waits for the tenant: %s %j', async (call, input) => {
    const [method = '', path = ''] = call.split(' ');
    const other = new Client({ connectionString: system.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE', [ada.owner.tenantId]);
    const answer = ada.owner
      .call(method, path)
      .send(input)
      .then(({ status }) => status);
    await eventually(
      'a transaction that waits for the tenant',
      async () => (await waitingForLocks(system.ownerUrl, 'TenantEntity')) > 0 || null,
    );
    await system.owner.query('DELETE FROM users WHERE tenant_id = $1', [ada.owner.tenantId]);
    await other.query('COMMIT');
    await other.end();
    expect(await answer).toBe(401);
    expect(await ada.shop.rows('churn_jobs')).toEqual([]);
  });
});
