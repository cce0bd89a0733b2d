import { setTimeout as sleep } from 'node:timers/promises';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';

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

describe('billing', () => {
  it('shows the plan, its limits and the usage', async () => {
    await merchant.shop
      .post('/events', batch(order({ customer_id: 'a' }), order({ customer_id: 'b' }), order({ customer_id: 'b' })))
      .expect(202);
    const read = async () => (await calls.taken(merchant.owner.get('/billing'))).body;
    const deadline = Date.now() + 10_000;
    while ((await read()).usage.events < 3 && Date.now() < deadline) await sleep(50);
    const month = new Date();
    expect(await read()).toEqual({
      plan: 'starter',
      requested_plan: null,
      usage: {
        period_start: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth())).toISOString(),
        period_end: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)).toISOString(),
        events: 3,
        customers: 2,
        requests: 1,
      },
      limits: { requests_per_minute: 1_000_000, max_batch: 100, max_body_bytes: 8_388_608 },
      storage: {
        day_bytes: expect.any(Number),
        day_limit: 2 ** 30,
        total_bytes: expect.any(Number),
        total_limit: 10 * 2 ** 30,
        nearly_full: false,
      },
    });
  });

  /** Changes the plan as an operator does. */
  const confirm = (plan: string) => system.admin('tenant', 'update', '--tenant', merchant.owner.tenantId, '--plan', plan);

  it('takes a larger plan as a request that an operator confirms, and the limits come with the plan', async () => {
    const hundredAndOne = batch(...Array.from({ length: 101 }, () => order()));
    const { body } = await calls.taken(merchant.owner.post('/billing/plan', { plan: 'enterprise' }));
    expect(body).toMatchObject({ plan: 'starter', requested_plan: 'enterprise', limits: { max_batch: 100 } });
    await merchant.shop.post('/events?dry_run=true', hundredAndOne).expect(400);
    const { data } = (await system.admin('tenant', 'list')) as { data: { id: string; requested_plan: string | null }[] };
    expect(data.find(({ id }) => id === merchant.owner.tenantId)?.requested_plan).toBe('enterprise');
    await confirm('enterprise');
    expect((await calls.taken(merchant.owner.get('/billing'))).body).toMatchObject({
      plan: 'enterprise',
      requested_plan: null,
      limits: { max_batch: 1000 },
    });
  });

  it('takes a smaller plan at once, and the present one withdraws a request', async () => {
    await confirm('enterprise');
    expect((await calls.taken(merchant.owner.post('/billing/plan', { plan: 'pro' }))).body).toMatchObject({
      plan: 'pro',
      requested_plan: null,
    });
    expect((await calls.taken(merchant.owner.post('/billing/plan', { plan: 'enterprise' }))).body.requested_plan).toBe('enterprise');
    expect((await calls.taken(merchant.owner.post('/billing/plan', { plan: 'pro' }))).body).toMatchObject({
      plan: 'pro',
      requested_plan: null,
    });
  });

  it('uses the limit of the plan unless another one was agreed', async () => {
    await system.owner.query('UPDATE tenants SET rate_limit_per_minute = NULL WHERE id = $1', [merchant.owner.tenantId]);
    const perMinute = async (plan: string) => {
      await confirm(plan);
      return (await calls.taken(merchant.owner.get('/billing'))).body.limits.requests_per_minute;
    };
    expect([await perMinute('pro'), await perMinute('starter'), await perMinute('enterprise')]).toEqual([300, 60, 100]);
  });

  it.each([[{ plan: 'gold' }], [{ plan: null }], [{}], [{ plan: 'pro', price: 0 }], [{ plan: ['pro'] }]])(
    'knows no plan %j',
    async (body) => {
      await calls.refused(merchant.owner.post('/billing/plan', body), 400, 'validation_error');
    },
  );

  it('can be changed by owners only, and read by all members', async () => {
    const member = await memberOf(system);
    await calls.refused(member.post('/billing/plan', { plan: 'pro' }), 403, 'forbidden');
    expect((await calls.taken(member.get('/billing'))).body.plan).toBe('starter');
  });
});

describe('the audit log for owners', () => {
  interface Entry {
    readonly id: string;
    readonly action: string;
    readonly actor: { readonly kind: string; readonly user_id: string | null };
    readonly network: string | null;
    readonly details: Record<string, unknown>;
  }
  const log = async (query = ''): Promise<{ data: Entry[]; pagination: { next_cursor: string | null; has_more: boolean } }> =>
    (await calls.taken(merchant.owner.get(`/audit-log${query}`))).body;
  const actions = async (query: string): Promise<string[]> => (await log(query)).data.map(({ action }) => action);

  it('shows who changed what, newest first, and no secret', async () => {
    const { owner, shop } = merchant;
    await owner.call('PATCH', '/settings').send({ name: 'Bücher', currency: 'USD' });
    await owner.call('PATCH', '/settings').send({ name: 'Bücher' });
    await owner.call('PATCH', '/settings/webhook').send({ url: 'https://example.com/secret-path' });
    const { secret } = (await owner.post('/settings/webhook/secret')).body;
    await owner.post('/billing/plan', { plan: 'pro' });
    await shop.send(order({ customer_id: 'leaver' }));
    await shop.delete('/customers/leaver').expect(202);
    const { api_key: key } = (await owner.post('/tenant/api-key/regenerate')).body;
    const filter =
      'action=settings.changed,webhook.changed,webhook_secret.created,plan.requested,customer.erasure_requested,api_key.regenerated';
    const { data } = await log(`?${filter}`);
    const user = { kind: 'user', user_id: owner.signedIn.user.id };
    expect(data).toMatchObject([
      { action: 'api_key.regenerated', actor: user, details: { prefix: key.slice(8, 16), grace_period_hours: 0, replaced: 1 } },
      { action: 'customer.erasure_requested', actor: { kind: 'api_key', user_id: null }, details: { job_id: expect.any(String) } },
      { action: 'plan.requested', actor: user, details: { from: 'starter', to: 'pro' } },
      { action: 'webhook_secret.created', actor: user, details: { grace_period_hours: 24 } },
      { action: 'webhook.changed', actor: user, details: { fields: ['url'] } },
      { action: 'settings.changed', actor: user, details: { fields: ['name', 'currency'] } },
    ]);
    for (const { network } of data) expect(network).toMatch(/^127\.0\.0\.0\/24$|^::\/48$/);
    const text = JSON.stringify(await log());
    for (const secretText of [secret, key, owner.apiKey, owner.token, owner.email, owner.password, 'secret-path', 'leaver', 'ck_live_']) {
      expect(text).not.toContain(secretText);
    }
  });

  it('has filters and pages, and shows each entry once', async () => {
    for (const plan of ['pro', 'starter', 'pro', 'starter', 'pro', 'starter', 'pro', 'starter', 'enterprise'])
      await merchant.owner.post('/billing/plan', { plan });
    expect(await actions('?action=plan.requested&limit=3')).toHaveLength(3);
    expect(new Set(await actions('?action=plan.requested&action=settings.changed'))).toEqual(new Set(['plan.requested']));
    const seen: string[] = [];
    for (let query = '?action=plan.requested&limit=2', pages = 0; query !== '' && pages < 9; pages += 1) {
      const { data, pagination } = await log(query);
      seen.push(...data.map(({ id }) => id));
      query = pagination.next_cursor === null ? '' : `?action=plan.requested&limit=2&cursor=${pagination.next_cursor}`;
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  it.each(['action=nothing', 'limit=0', 'limit=201', 'cursor=-1', 'cursor=abc', 'user=me'])('cannot be read with %s', async (query) => {
    await calls.refused(merchant.owner.get(`/audit-log?${query}`), 422, 'validation_error');
  });

  it('is hidden from members, from API keys, and from the cursors of other tenants', async () => {
    await calls.refused((await memberOf(system)).get('/audit-log'), 403, 'forbidden');
    await calls.refused(merchant.shop.get('/audit-log'), 403, 'forbidden');
    for (const plan of ['pro', 'starter', 'pro']) await merchant.owner.post('/billing/plan', { plan });
    const { pagination } = await log('?limit=1');
    const other = await merchantOf(system);
    await calls.refused(other.owner.get(`/audit-log?cursor=${pagination.next_cursor}`), 422, 'validation_error');
    const ids = new Set((await log()).data.map(({ id }) => id));
    const theirs = (await calls.taken(other.owner.get('/audit-log'))).body.data as Entry[];
    expect(theirs.filter(({ id }) => ids.has(id))).toEqual([]);
  });
});
