import type { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, merchantOf } from '../../support/people/merchant.js';
import type { Person } from '../../support/people/person.js';
import {
  beginConnection,
  connect,
  decide,
  integrationsOf,
  newDomain,
  startStorefront,
  stateOf,
  storefrontSettings,
  redirectOf,
  visit,
} from '../../support/storefront/storefront.js';

const ERROR = { page: '/integrations', storefront: 'error' };
const MINUTE_MS = 60_000;

describe('connecting a shop by OAuth', () => {
  let storefront: StorefrontSimulator;
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let owner: Person;

  beforeAll(async () => {
    storefront = await startStorefront();
    system = await ChurnSystem.start({ ...storefrontSettings(storefront), DASHBOARD_URL: 'http://127.0.0.1:1' });
    calls = await DocumentedCalls.load(system.api.url);
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await storefront.stop();
  });
  beforeEach(async () => {
    ({ owner } = await merchantOf(system));
  });

  const callback = (query: string): string => `${system.api.url}/integrations/storefront/callback?${query}`;

  it('offers the available platforms to an owner without a connection', async () => {
    expect((await calls.taken(owner.get('/integrations'), 200)).body).toEqual({
      platform: null,
      shop: null,
      own_app: false,
      status: 'disconnected',
      connected_at: null,
      last_webhook_at: null,
      webhooks: [],
      refused: [],
      currency: null,
      foreign_orders: 0,
      orders_granted: null,
      import: {
        state: 'none',
        done: 0,
        total: null,
        customers: 0,
        customers_total: null,
        collected: null,
        seconds_left: null,
        short_of_storage: null,
      },
      order_counts: null,
      available_platforms: ['generic'],
    });
  });

  it('leads to the platform, back to the page Integrations, and into the audit log', async () => {
    const domain = newDomain();
    const { body } = await calls.taken(owner.post('/integrations/storefront/connect', { shop: `https://${domain.toUpperCase()}/` }), 200);
    const page = new URL((body as { authorize_url: string }).authorize_url);
    expect(page.origin + page.pathname).toBe(`${storefront.url}/${domain}/admin/oauth/authorize`);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      client_id: storefront.app.clientId,
      scope: 'read_orders,read_customers',
      redirect_uri: callback('').slice(0, -1),
      state: expect.stringMatching(/^[\w-]{86}$/),
    });
    const back = await visit(await decide(page.href, 'allow'), owner);
    expect(redirectOf(back)).toEqual({ page: '/integrations', storefront: 'connected' });
    expect(await integrationsOf(owner)).toMatchObject({ platform: 'generic', shop: domain, status: 'connected' });
    const { body: log } = await owner.get('/audit-log').expect(200);
    expect((log as { data: { action: string }[] }).data.map(({ action }) => action)).toContain('storefront.connected');
  });

  it('stores no token or state in plain text', async () => {
    const shop = storefront.shop(newDomain());
    const url = await beginConnection(owner, shop.domain);
    const { rows: states } = await system.owner.query<{ row: string }>('SELECT storefront_states::text AS row FROM storefront_states');
    expect(states.length).toBeGreaterThan(0);
    for (const { row } of states) expect(row).not.toContain(stateOf(url));
    await visit(await decide(url, 'allow'), owner);
    const { rows } = await system.owner.query<{ row: string }>(`SELECT storefront_secrets::text AS row FROM storefront_secrets`);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    const { access = '', refresh } = shop.tokens ?? {};
    for (const { row } of rows) {
      for (const token of [access, refresh ?? '']) expect(row).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  it('is open to owners only, and only for platforms that the operator set up', async () => {
    const member = await memberOf(system);
    expect((await member.post('/integrations/storefront/connect', { shop: newDomain() })).status).toBe(403);
    expect((await member.call('DELETE', '/integrations/storefront')).status).toBe(403);
    await calls.taken(member.get('/integrations'), 200);
    const elsewhere = await calls.refused(
      owner.post('/integrations/storefront/connect', { shop: 'a.myshopify.com', platform: 'shopify' }),
      409,
      'conflict',
    );
    expect(elsewhere.body.message).toContain('shopify');
  });

  it('refuses a wrong shop domain before any request to it', async () => {
    const notShops = ['', 'localhost', '127.0.0.1:80/x', 'user@shop.example', 'shop.example:8080', 'a\u0000.example'];
    for (const shop of [...notShops, 'x'.repeat(301), 5, null, ['a.example'], {}]) {
      const { body } = await calls.refused(owner.post('/integrations/storefront/connect', { shop }), 400, 'validation_error');
      expect(body.message).toContain('shop');
    }
  });

  it('reports a refusal on the platform', async () => {
    const url = await beginConnection(owner, newDomain());
    expect(redirectOf(await visit(await decide(url, 'deny'), owner))).toEqual({ ...ERROR, reason: 'denied' });
    expect(await integrationsOf(owner)).toMatchObject({ status: 'disconnected', shop: null });
    // The state is used up: a later approval has no effect.
    expect(redirectOf(await visit(await decide(url, 'allow'), owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
  });

  it('accepts every state once, also from two browsers at the same moment', async () => {
    const shop = storefront.shop(newDomain());
    const url = await beginConnection(owner, shop.domain);
    const addresses = await Promise.all([decide(url, 'allow'), decide(url, 'allow')]);
    const redirects = (await Promise.all(addresses.map((address) => visit(address, owner)))).map(redirectOf);
    expect(new Set(redirects.map(({ storefront: how }) => how))).toEqual(new Set(['connected', 'error']));
    expect(redirectOf(await visit(addresses[0] ?? '', owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
  });

  it('refuses a state that is unknown, of another shop, or too old', async () => {
    const shop = storefront.shop(newDomain());
    const resultOf = async (query: string): Promise<unknown> => redirectOf(await visit(callback(query), owner));
    const stranger = storefront.authorization.callbackQuery(shop, Buffer.alloc(64, 7).toString('base64url'));
    expect(await resultOf(stranger)).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(await resultOf('')).toEqual({ ...ERROR, reason: 'invalid_state' });
    const state = stateOf(await beginConnection(owner, shop.domain));
    const other = storefront.authorization.callbackQuery(storefront.shop(newDomain()), state);
    expect(await resultOf(other)).toEqual({ ...ERROR, reason: 'invalid_state' });
    await system.owner.query(`UPDATE storefront_states SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`, [
      owner.tenantId,
    ]);
    expect(await resultOf(storefront.authorization.callbackQuery(shop, state))).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(await integrationsOf(owner)).toMatchObject({ status: 'disconnected' });
  });

  it('refuses everything without a recent signature of the platform, and accepts the signed callback afterwards', async () => {
    const shop = storefront.shop(newDomain());
    const state = stateOf(await beginConnection(owner, shop.domain));
    const good = (at?: Date): string => storefront.authorization.callbackQuery(shop, state, at);
    const forged = [
      good().replace(/hmac=\w{4}/, 'hmac=0000'),
      good().replace(/&hmac=\w+/, ''),
      good().replace(/hmac=\w+/, 'hmac='),
      good().replace(/code=/, 'code=x'),
      `${good()}&extra=1`,
      good(new Date(Date.now() - 3 * MINUTE_MS)),
      good(new Date(Date.now() + 3 * MINUTE_MS)),
      `state=${state}&shop=${shop.domain}&code=x`,
    ];
    for (const query of forged)
      expect([query, redirectOf(await visit(callback(query), owner))]).toEqual([query, { ...ERROR, reason: 'invalid_hmac' }]);
    expect(redirectOf(await visit(callback(`${good()}&shop=${shop.domain}`), owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(redirectOf(await visit(callback(good()), owner))).toMatchObject({ storefront: 'connected' });
  });

  it('connects no shop when a person of another tenant, or no one, returns from the platform', async () => {
    const { owner: eve } = await merchantOf(system);
    const address = await decide(await beginConnection(eve, newDomain()), 'allow');
    expect(redirectOf(await visit(address, owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(redirectOf(await visit(address))).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(redirectOf(await visit(address, eve))).toMatchObject({ storefront: 'connected' });
  });

  it('connects no shop when the session of the person has ended, or the person is no owner any more', async () => {
    const address = await decide(await beginConnection(owner, newDomain()), 'allow');
    const setRole = (role: string) => system.owner.query('UPDATE users SET role = $2 WHERE tenant_id = $1', [owner.tenantId, role]);
    await setRole('viewer');
    expect(redirectOf(await visit(address, owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
    await setRole('owner');
    await system.owner.query('DELETE FROM sessions WHERE tenant_id = $1', [owner.tenantId]);
    expect(redirectOf(await visit(address, owner))).toEqual({ ...ERROR, reason: 'invalid_state' });
    expect(await system.owner.query('SELECT FROM storefront_connections WHERE tenant_id = $1', [owner.tenantId])).toMatchObject({
      rows: [],
    });
  });

  it('reports when the platform gives no tokens for the code', async () => {
    const shop = storefront.shop(newDomain());
    for (const status of [500, 400, 302]) {
      storefront.authorization.failures.push(status);
      const address = await decide(await beginConnection(owner, shop.domain), 'allow');
      expect(redirectOf(await visit(address, owner))).toEqual({ ...ERROR, reason: 'exchange_failed' });
    }
    const state = stateOf(await beginConnection(owner, shop.domain));
    const used = storefront.authorization.callbackQuery(shop, state);
    shop.codes.clear();
    expect(redirectOf(await visit(callback(used), owner))).toEqual({ ...ERROR, reason: 'exchange_failed' });
    expect(await integrationsOf(owner)).toMatchObject({ status: 'disconnected' });
  });

  it('connects a shop to one tenant only, and a tenant to one shop only', async () => {
    const shop = storefront.shop(newDomain());
    await connect(owner, shop);
    const second = await calls.refused(owner.post('/integrations/storefront/connect', { shop: newDomain() }), 409, 'conflict');
    expect(second.body.message).toContain(shop.domain);
    const { owner: other } = await merchantOf(system);
    expect(redirectOf(await visit(await decide(await beginConnection(other, shop.domain), 'allow'), other))).toEqual({
      ...ERROR,
      reason: 'already_connected',
    });
    expect(await integrationsOf(other)).toMatchObject({ status: 'disconnected', shop: null });
    expect(JSON.stringify(await integrationsOf(other))).not.toContain(shop.domain);
    await calls.refused(other.call('DELETE', '/integrations/storefront'), 404, 'not_found');
    // The same tenant may connect the same shop again.
    await connect(owner, shop);
  });

  it('is undone by a disconnect, with us at once and also at the platform', async () => {
    const shop = storefront.shop(newDomain());
    await connect(owner, shop);
    const { body } = await calls.taken(owner.call('DELETE', '/integrations/storefront'), 200);
    expect(body).toMatchObject({ status: 'disconnected', shop: shop.domain, webhooks: [] });
    expect([shop.tokens, shop.subscriptions]).toEqual([null, []]);
    const { rows } = await system.owner.query('SELECT FROM storefront_secrets WHERE tenant_id = $1', [owner.tenantId]);
    expect(rows).toHaveLength(0);
    await calls.refused(owner.call('DELETE', '/integrations/storefront'), 404, 'not_found');
    // Now another tenant may connect it.
    const { owner: other } = await merchantOf(system);
    await connect(other, shop);
  });

  it('can begin at the app list of the platform, which leads to the dashboard', async () => {
    const shop = storefront.shop(newDomain());
    const install = (query: string): string => `${system.api.url}/integrations/storefront/install?${query}`;
    const signed = storefront.authorization.installQuery(shop);
    const redirect = redirectOf(await visit(install(signed)));
    expect(redirect).toEqual({ page: '/integrations', storefront: 'install', platform: 'generic', shop: shop.domain });
    const { body } = await owner
      .post('/integrations/storefront/connect', { shop: redirect['shop'], platform: redirect['platform'] })
      .expect(200);
    expect(redirectOf(await visit(await decide((body as { authorize_url: string }).authorize_url, 'allow'), owner))).toMatchObject({
      storefront: 'connected',
    });
    const old = storefront.authorization.installQuery(shop, new Date(Date.now() - 3 * MINUTE_MS));
    for (const query of ['', `shop=${shop.domain}`, signed.replace(shop.domain, 'evil.example'), old]) {
      expect(redirectOf(await visit(install(query)))).toEqual({ ...ERROR, reason: 'invalid_hmac' });
    }
  });
});
