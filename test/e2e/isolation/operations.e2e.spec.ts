import * as fc from 'fast-check';
import type { Test } from 'supertest';
import type { Operation } from '../../support/openapi/openapi-answers.js';
import { requestsTo, smallBodyOf } from '../../support/openapi/openapi-requests.js';
import { batch, order } from '../../support/shop/builders.js';
import { campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { eventually } from '../../support/waiting/eventually.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { joinTenant } from '../../support/people/several-tenants.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';
import { sha256Signature } from '../../support/webhooks/webhook-signer.js';

/** Operations that need no credential, each with the reason. Their own tests try them with bad input. */
const OPEN = {
  'GET /health': 'says nothing of anybody',
  'GET /health/live': 'the same',
  'GET /health/ready': 'the same',
  'GET /plans': 'the same',
  'POST /auth/register': 'makes a tenant',
  'POST /auth/login': 'takes a password',
  'POST /auth/refresh': 'takes a refresh token',
  'POST /auth/switch': 'takes a refresh token',
  'POST /auth/logout': 'takes a refresh token',
  'POST /auth/forgot-password': 'writes to the address',
  'POST /auth/reset-password': 'takes a token from a mail',
  'POST /auth/accept-invitation': 'takes a token from a mail',
  'POST /auth/verify-email': 'takes a token from a mail',
  'POST /auth/unlock-two-factor': 'takes a token from a mail',
  'GET /auth/stop-weekly-mail': 'takes a token from a mail, and changes nothing',
  'POST /auth/stop-weekly-mail': 'takes a token from a mail',
  'GET /integrations/storefront/callback': 'takes a state and a signature',
  'GET /integrations/storefront/install': 'takes a signature, and says nothing of anybody',
  'POST /integrations/storefront/compliance': 'takes a signature',
  'POST /integrations/storefront/t/{tenant_id}/compliance': 'takes a signature',
  'POST /webhooks/storefront/t/{tenant_id}/orders': 'takes a signature',
  'POST /webhooks/storefront/t/{tenant_id}/customers': 'takes a signature',
};
const SEED = 20_261_122;
const TRIES = 4;
/** The api writes this table later, about earlier requests of the tenant itself. */
const NOT_COMPARED = new Set(['usage_counts']);

/** The name of a caller, the credential, and whether the person is a member of the first tenant too. */
const CALLERS = [
  ['a caller with a key', 'key', false],
  ['a caller with a jwt', 'jwt', false],
  ['a person of both tenants, with a jwt of the other one,', 'jwt', true],
] as const;

/** Every operation of the document, with another tenant's credentials. A new operation is covered without a change here. */
describe('with the credentials of another tenant,', () => {
  let system: ChurnSystem;
  let calls: DocumentedCalls;
  let ada: Merchant;
  let connected: ConnectedShop;
  let secret: string;
  /** A person of another tenant who is a member of the first one too, and has the session of the other one. */
  let both: Merchant;
  let ids: readonly string[];
  let before: Record<string, string>;

  const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace('/api/v1', '')}`;
  const pathOf = ({ path }: Operation, id: string): string => path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, encodeURIComponent(id));
  const operations = (scheme: 'key' | 'jwt'): Operation[] =>
    calls.document.operations.filter(({ security = [] }) => security.some((one) => scheme in one));
  const isSafe = ({ method }: Operation): boolean => method === 'GET';
  const namesSomething = ({ path }: Operation): boolean => path.includes('{');
  const callAs = ({ owner, shop }: Merchant, scheme: 'key' | 'jwt', method: string, path: string): Test =>
    scheme === 'key' ? shop.call(method, path) : owner.call(method, path);

  /** All rows of the tenant, table by table. */
  async function rowsOf(tenantId: string): Promise<Record<string, string>> {
    const { rows: tables } = await system.owner.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables.filter((table) => !NOT_COMPARED.has(table.name))) {
      const { rows } = await system.owner.query<{ all: string | null }>(
        `SELECT string_agg(t::text, E'\n' ORDER BY t::text) AS all FROM ${name} t WHERE tenant_id = $1`,
        [tenantId],
      );
      found[name] = rows[0]?.all ?? '';
    }
    return found;
  }

  /** All ids of the tenant that a request could name, from all tables. */
  async function idsOf(tenantId: string): Promise<string[]> {
    const found = Object.values(await rowsOf(tenantId)).join('\n');
    const uuids = found.match(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g) ?? [];
    return [...new Set(['secret-customer', 'secret_trait', ...uuids])].filter((id) => id !== tenantId);
  }

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(), ...STOREFRONT_APPS });
    calls = await DocumentedCalls.load(system.api.url);
    ada = await merchantOf(system);
    const { owner, shop } = ada;
    secret = await system.webhookSecret(shop);
    connected = await ConnectedShop.connect(system, 'generic', shop);
    await shop.send(order({ customer_id: 'secret-customer' }), order({ customer_id: 'c-9', event_id: 'order-1' }));
    await shop.call('PUT', '/customers/secret-customer/traits').send({ secret_trait: 42 }).expect(200);
    await shop.post('/customers/secret-customer/aliases', { alias: 'secret-alias' }).expect(200);
    await shop.settled();
    await fillWithScored(system, shop.tenantId, 8);
    for (const port of [8, 9])
      await owner.post('/settings/destinations', { kind: 'webhook', name: 'A', url: `http://127.0.0.1:${port}/no` }).expect(201);
    both = await merchantOf(system);
    await joinTenant(system, owner, both.owner);
    await owner.post('/members/invitations', { email: 'secret-friend@example.com' }).expect(201);
    await owner.post('/dashboard/churn/recalculate', {}).expect(202);
    await sent(owner, await campaignOf(owner, 'http://127.0.0.1:9/nobody'));
    const asked = JSON.stringify({ shop_domain: connected.domain, customer: { id: 'secret-customer' }, data_request: { id: 1 } });
    const signed = { ...connected.headers('customers/data_request'), 'X-Storefront-Hmac-SHA256': hmac(connected.secret, asked) };
    await connected.send('/integrations/storefront/compliance', asked, signed).expect(202);
    // All background work has ended, and nothing new starts.
    await eventually('the mail, the deliveries and the job', async () => {
      const mails = await shop.rows('mails');
      const parts = await shop.rows<{ state: string }>('campaign_parts', 'state');
      const jobs = await shop.rows<{ status: string }>('churn_jobs', 'status');
      const keys = await shop.rows<{ last_used_at: Date | null }>('api_keys', 'last_used_at');
      return mails.length === 0 &&
        parts.every(({ state }) => state !== 'open') &&
        jobs.every(({ status }) => status === 'completed') &&
        keys.every(({ last_used_at: at }) => at !== null)
        ? true
        : null;
    });
    await system.worker.stop();
    // The address of the member is in both tenants, and has an id.
    ids = (await idsOf(ada.owner.tenantId)).filter((id) => !both.owner.email.includes(id));
    before = await rowsOf(ada.owner.tenantId);
  });
  afterAll(() => system.stop());

  it('there is much data to find: customers, traits, jobs, deliveries, campaigns, people, data requests', () => {
    const empty = Object.keys(before).filter((table) => before[table] === '');
    for (const table of [
      'customers',
      'customer_traits',
      'customer_aliases',
      'churn_jobs',
      'deliveries',
      'campaigns',
      'users',
      'sessions',
      'invitations',
      'data_requests',
      'destinations',
    ])
      expect(empty).not.toContain(table);
    expect(ids.length).toBeGreaterThan(15);
  });

  it('every operation requires a key or a session, or is listed as open', () => {
    const open = calls.document.operations.filter(({ security = [] }) => security.length === 0).map(nameOf);
    expect(open.toSorted()).toEqual(Object.keys(OPEN).toSorted());
  });

  it.each(CALLERS)(
    '%s finds nothing by any id of the first tenant',
    async (_caller, scheme, isMember) => {
      const eve = await callerOf(isMember);
      const named = operations(scheme).filter(namesSomething);
      expect(named.length).toBeGreaterThanOrEqual(4);
      for (const operation of named) {
        const answers = new Set<string>();
        for (const id of ids) {
          const asked = callAs(eve, scheme, operation.method, pathOf(operation, id));
          const { status, body } = await calls.answer(isSafe(operation) ? asked : asked.send(smallBodyOf(calls.document, operation)));
          answers.add(`${status} ${body.error}`);
        }
        expect([nameOf(operation), ...answers]).toEqual([nameOf(operation), '404 not_found']);
      }
    },
    180_000,
  );

  it.each(CALLERS)('%s sees nothing of the first tenant in any list', async (_caller, scheme, isMember) => {
    const eve = await callerOf(isMember);
    const lists = operations(scheme).filter((operation) => isSafe(operation) && !namesSomething(operation));
    expect(lists.length).toBeGreaterThanOrEqual(4);
    for (const operation of lists) {
      const { text } = await calls.answer(callAs(eve, scheme, 'GET', pathOf(operation, '')));
      const seen = [...ids, ada.owner.tenantId, ada.owner.email, connected.domain].filter((theirs) => text.includes(theirs));
      // A member knows the tenant, and nothing in it.
      const known = isMember && nameOf(operation) === 'GET /auth/me' ? [ada.owner.tenantId] : [];
      expect([nameOf(operation), seen]).toEqual([nameOf(operation), known]);
    }
  });

  it.each(CALLERS)('%s changes nothing of the first tenant with any body', async (_caller, scheme, isMember) => {
    let eve = await callerOf(isMember);
    const changing = operations(scheme).filter((operation) => !isSafe(operation) && !namesSomething(operation));
    expect(changing.length).toBeGreaterThanOrEqual(4);
    let taken = 0;
    for (const operation of changing) {
      for (const { method, path, body } of fc.sample(requestsTo(calls.document, operation), { numRuns: TRIES, seed: SEED })) {
        const { status } = await calls.answer(withTheirSecrets(callAs(eve, scheme, method, path), body));
        expect([nameOf(operation), status < 500]).toEqual([nameOf(operation), true]);
        if (status < 300) taken += 1;
        // Some operations end the session that calls them.
        if (status === 401 || /^\/(auth|tenant)\//.test(path)) eve = await callerOf(isMember);
      }
    }
    // The same body is valid for their own data.
    expect(taken).toBeGreaterThan(2);
    expect(await rowsOf(ada.owner.tenantId)).toEqual(before);
  });

  it('the same event id is another event, and the same customer id another customer', async () => {
    const eve = await merchantOf(system);
    const same = batch(order({ customer_id: 'secret-customer', event_id: 'order-1' }));
    expect((await eve.shop.post('/events', same).expect(202)).body).toMatchObject({ accepted: 1, duplicates: 0 });
    expect((await eve.shop.delete('/customers/secret-customer')).status).toBe(202);
    expect(await rowsOf(ada.owner.tenantId)).toEqual(before);
  });

  const callerOf = async (isMember: boolean): Promise<Merchant> =>
    isMember ? { ...both, owner: await both.owner.again() } : merchantOf(system);

  /** Signed with what the other signs with, and in the name of their shop. */
  function withTheirSecrets(asked: Test, body: unknown): Test {
    if (body === null) return asked;
    const text = JSON.stringify(body);
    const signatures = {
      'X-Webhook-Signature': sha256Signature(secret, text),
      'X-Storefront-Hmac-SHA256': hmac(connected.secret, text),
      'X-Storefront-Shop-Domain': connected.domain,
    };
    return asked.set({ 'Content-Type': 'application/json', ...signatures }).send(text);
  }
});
