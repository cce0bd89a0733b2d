import request from 'supertest';
import { daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { endOf } from '../../support/shop/jobs.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;

beforeAll(async () => {
  system = await ChurnSystem.shared();
  calls = await DocumentedCalls.load(system.api.url);
  merchant = await merchantOf(system);
  const orders = Array.from({ length: 8 }, (_, i) => order({ customer_id: `c-${i}`, occurred_at: daysAgo(i * 30), value: 10 + i }));
  await merchant.shop.send(...orders, order({ customer_id: 'a/b c' }));
}, 60_000);
afterAll(() => system.stop());

/** Pairs of paths: the dashboard reads the first one, and a server with the API key reads the second one. */
const MIRRORS = [
  ['/dashboard/customers', '/customers'],
  [
    '/dashboard/customers?churn_label=high,critical&limit=2&sort=monetary_desc',
    '/customers?churn_label=high,critical&limit=2&sort=monetary_desc',
  ],
  ['/dashboard/customers/c-3', '/customers/c-3'],
  ['/dashboard/customers/a%2Fb%20c', '/customers/a%2Fb%20c'],
  ['/dashboard/customers/c-3/churn', '/customers/c-3/churn'],
  ['/dashboard/customers/nobody/churn', '/customers/nobody/churn'],
  ['/dashboard/customers/c-3/timeline?limit=2', '/customers/c-3/timeline?limit=2'],
  ['/dashboard/customers/nobody/timeline', '/customers/nobody/timeline'],
  ['/dashboard/customers?external_id_prefix=c-&limit=3', '/customers?external_id_prefix=c-&limit=3'],
  ['/dashboard/customers?limit=0', '/customers?limit=0'],
  ['/dashboard/customers?cursor=-1', '/customers?cursor=-1'],
  ['/dashboard/churn/model', '/churn/model'],
  ['/dashboard/churn/analytics', '/churn/analytics'],
  ['/dashboard/churn/analytics?period=7d', '/churn/analytics?period=7d'],
  ['/dashboard/churn/analytics?period=8d', '/churn/analytics?period=8d'],
  ['/dashboard/churn/jobs/nothing', '/churn/jobs/nothing'],
] as const;

const withoutRequestId = (body: object): object => ({ ...body, request_id: null });

describe('the dashboard', () => {
  it.each(MIRRORS)('gets the same answer from %s as an API key from %s', async (path, mirrored) => {
    const [actual, expected] = [await calls.answer(merchant.owner.get(path)), await calls.answer(merchant.shop.get(mirrored))];
    expect([actual.status, withoutRequestId(actual.body)]).toEqual([expected.status, withoutRequestId(expected.body)]);
  });

  it('recalculates as many customers as an API key may name, and shows the progress', async () => {
    const customer_ids = ['c-1', ...Array.from({ length: 999 }, (_, i) => `unknown-${i}-${'x'.repeat(200)}`)];
    const { body } = await calls.taken(merchant.owner.post('/dashboard/churn/recalculate', { customer_ids, force: true }), 202);
    expect(body).toMatchObject({ queued: 1 });
    expect(body.unknown).toHaveLength(999);
    await endOf(merchant.shop, body.job_id);
    const { body: job } = await calls.taken(merchant.owner.get(`/dashboard/churn/jobs/${body.job_id}`));
    expect(job).toMatchObject({ job_id: body.job_id, type: 'recalculate', status: 'completed', processed: 1 });
    await calls.refused(merchant.owner.post('/dashboard/churn/recalculate', { customers: ['c-1'] }), 400, 'validation_error');
  });

  it('erases a customer for an owner, but not for a member', async () => {
    await calls.refused((await memberOf(system)).call('DELETE', '/dashboard/customers/c-7'), 403, 'forbidden');
    const { body } = await calls.taken(merchant.owner.call('DELETE', '/dashboard/customers/c-7'), 202);
    await endOf(merchant.shop, body.job_id);
    await calls.refused(merchant.owner.get('/dashboard/customers/c-7'), 404, 'not_found');
  });

  it('counts the scores per hundredth', async () => {
    const { body } = await calls.taken(merchant.owner.get('/dashboard/churn/score-histogram'));
    const { body: list } = await merchant.owner.get('/dashboard/customers?limit=200');
    const expected = Array.from({ length: 101 }, () => 0);
    for (const { churn } of list.data as { churn: { score: string } }[])
      expected[Math.floor(Math.round(Number(churn.score) * 10_000) / 100)]! += 1;
    expect(expected.filter((count) => count > 0).length).toBeGreaterThan(2);
    expect(body).toEqual({ counts: expected });
    const { body: none } = await (await merchantOf(system)).owner.get('/dashboard/churn/score-histogram');
    expect(none).toEqual({ counts: Array.from({ length: 101 }, () => 0) });
  });

  it('accepts events from an owner as from an API key, and none from a member', async () => {
    const { owner, shop } = await merchantOf(system);
    const [good, bad] = [order({ customer_id: 'tried' }), order({ customer_id: 'tried', value: -1 })];
    const { body } = await calls.taken(owner.post('/dashboard/events', { events: [good] }), 202);
    expect(body).toMatchObject({ accepted: 1, results: [{ event_id: good.event_id, status: 'accepted' }] });
    await calls.taken(owner.post('/dashboard/events', { events: [good, bad] }), 207);
    await calls.refused(owner.post('/dashboard/events', { events: [bad] }), 400, 'validation_error');
    await shop.settled();
    expect((await shop.churnOf('tried')).churn).not.toBeNull();
    await calls.refused((await memberOf(system)).post('/dashboard/events', { events: [good] }), 403, 'forbidden');
  });

  it('notes in the audit log who sends events, once an hour, and nothing of a dry run', async () => {
    const { owner } = await merchantOf(system);
    const noted = async (): Promise<object[]> => (await owner.get('/audit-log?action=events.uploaded')).body.data as object[];
    await owner.post('/dashboard/events?dry_run=true', { events: [order()] });
    expect(await noted()).toEqual([]);
    await Promise.all(Array.from({ length: 3 }, () => owner.post('/dashboard/events', { events: [order()] })));
    await owner.post('/dashboard/events', { events: [order()] });
    expect(await noted()).toEqual([expect.objectContaining({ actor: expect.objectContaining({ kind: 'user' }), details: {} })]);
  });

  it('gives an upload what an import by key gets', async () => {
    const { owner, shop } = merchant;
    const { body: key } = await calls.taken(owner.get('/dashboard/events/pseudonym-key'));
    expect(key).toEqual((await shop.get('/events/pseudonym-key')).body);
    const known = order({ customer_id: 'uploader', data: { order_id: 'u-1' } });
    await shop.send(known);
    await shop.settled();
    const { body } = await calls.taken(owner.post('/dashboard/customers/by-orders', { order_ids: ['u-1', 'u-2'] }));
    expect(body).toEqual({ data: [{ order_id: 'u-1', external_id: 'uploader' }] });
    await calls.refused(owner.post('/dashboard/customers/by-orders', { order_ids: [] }), 400, 'validation_error');
    // A person of another shop, who may ask too, finds none of these orders.
    const member = await memberOf(system);
    expect((await calls.taken(member.post('/dashboard/customers/by-orders', { order_ids: ['u-1'] }))).body).toEqual({ data: [] });
  });

  it('lists the orders of a customer with their state, newest first', async () => {
    const of = (id: string, fields: object): object => order({ customer_id: 'buyer', data: { order_id: id }, ...fields });
    await merchant.shop.send(
      of('o-1', { occurred_at: daysAgo(90), value: 10, data: { order_id: 'o-1', order_number: 1001 } }),
      of('o-2', { occurred_at: daysAgo(60), value: 20.5 }),
      of('o-2', { event_type: 'order_refunded', occurred_at: daysAgo(50), value: 5 }),
      of('o-3', { occurred_at: daysAgo(40), value: 30 }),
      of('o-3', { event_type: 'order_cancelled', occurred_at: daysAgo(39), data: { order_id: 'o-3', order_number: '#1003' } }),
      of('o-4', { occurred_at: daysAgo(20), value: 40 }),
      of('o-4', { event_type: 'order_refunded', occurred_at: daysAgo(10), value: 40 }),
      // A source may report only the total refunded so far.
      of('o-5', { occurred_at: daysAgo(15), value: 45, data: { order_id: 'o-5', refunded_total: 19 } }),
      order({ customer_id: 'buyer', occurred_at: daysAgo(5), value: 50, data: { currency: 'USD' } }),
    );
    const { body } = await calls.taken(merchant.owner.get('/dashboard/customers/buyer/orders'));
    const common = { order_number: null, currency: 'EUR', refunded: '0.00', status: 'placed', test: false };
    expect(body).toEqual({
      data: [
        { ...common, order_id: null, placed_at: daysAgo(5), amount: '50.00', currency: 'USD' },
        { ...common, order_id: 'o-5', placed_at: daysAgo(15), amount: '45.00', refunded: '19.00' },
        { ...common, order_id: 'o-4', placed_at: daysAgo(20), amount: '40.00', refunded: '40.00', status: 'refunded' },
        { ...common, order_id: 'o-3', order_number: '#1003', placed_at: daysAgo(40), amount: '30.00', status: 'cancelled' },
        { ...common, order_id: 'o-2', placed_at: daysAgo(60), amount: '20.50', refunded: '5.00' },
        { ...common, order_id: 'o-1', order_number: '1001', placed_at: daysAgo(90), amount: '10.00' },
      ],
      pagination: { next_cursor: null, has_more: false },
      removed_before: null,
    });
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = await calls.taken(merchant.owner.get(`/dashboard/customers/buyer/orders?${query}`));
      seen.push(...page.body.data);
      cursor = page.body.pagination.next_cursor as string | null;
    }
    expect(seen).toEqual(body.data);
    const { body: first } = await merchant.owner.get('/dashboard/customers/buyer/orders?limit=2');
    const [seal, , key] = Buffer.from(first.pagination.next_cursor, 'base64url').toString().split(' ');
    const made = Buffer.from(`${seal} -271821-04-20T00:00:00.000Z ${key}`).toString('base64url');
    await calls.refused(merchant.owner.get(`/dashboard/customers/buyer/orders?cursor=${made}`), 422, 'validation_error');
    const elsewhere = `/dashboard/customers/c-3/orders?cursor=${first.pagination.next_cursor}`;
    await calls.refused(merchant.owner.get(elsewhere), 422, 'validation_error');
    await calls.refused(merchant.owner.get('/dashboard/customers/buyer/orders?limit=0'), 422, 'validation_error');
    await calls.refused(merchant.owner.get('/dashboard/customers/nobody/orders'), 404, 'not_found');
    await calls.refused((await merchantOf(system)).owner.get('/dashboard/customers/buyer/orders'), 404, 'not_found');
  });

  it('lists the jobs of the shop, newest first', async () => {
    const { body: started } = await merchant.owner.post('/dashboard/churn/recalculate', { customer_ids: ['c-2'], force: true });
    const { body } = await calls.taken(merchant.owner.get('/dashboard/churn/jobs'));
    expect(body.data[0].job_id).toBe(started.job_id);
    expect(body.data.length).toBeLessThanOrEqual(20);
    await endOf(merchant.shop, started.job_id);
    expect((await calls.taken((await merchantOf(system)).owner.get('/dashboard/churn/jobs'))).body.data).toEqual([]);
  });

  it('accepts no API key, and the API accepts no access token', async () => {
    await calls.refused(request(system.api.url).get('/dashboard/customers').set('X-API-Key', merchant.owner.apiKey), 403, 'forbidden');
    await calls.refused(
      request(system.api.url).get('/customers').set('Authorization', `Bearer ${merchant.owner.token}`),
      401,
      'unauthorized',
    );
  });
});

/** Every operation of those who have signed in that is about a tenant as a whole, with a body that is well made. */
const CALLS: readonly (readonly [string, string, object?])[] = [
  ['GET', '/tenant'],
  ['POST', '/tenant/api-key/regenerate', {}],
  ['GET', '/settings'],
  ['PATCH', '/settings', { name: 'Stolen' }],
  ['GET', '/settings/webhook'],
  ['PATCH', '/settings/webhook', { url: 'https://example.com/stolen' }],
  ['POST', '/settings/webhook/secret', {}],
  ['GET', '/billing'],
  ['POST', '/billing/plan', { plan: 'pro' }],
  ['GET', '/audit-log'],
  ['GET', '/dashboard/customers'],
  ['GET', '/dashboard/customers/c-1'],
  ['GET', '/dashboard/customers/c-1/churn'],
  ['GET', '/dashboard/customers/c-1/orders'],
  ['GET', '/dashboard/customers/c-1/timeline'],
  ['GET', '/dashboard/churn/jobs'],
  ['DELETE', '/dashboard/customers/c-1'],
  ['GET', '/dashboard/churn/model'],
  ['GET', '/dashboard/churn/analytics'],
  ['GET', '/dashboard/churn/jobs/0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b'],
  ['GET', '/dashboard/churn/score-histogram'],
  ['POST', '/dashboard/churn/recalculate', {}],
  ['GET', '/dashboard/events/pseudonym-key'],
  ['POST', '/dashboard/customers/by-orders', { order_ids: ['o-1'] }],
  ['POST', '/dashboard/events', { events: [order({ customer_id: 'c-1', value: 666 })] }],
];

describe('a person of another tenant', () => {
  it('changes and sees nothing of this tenant with any call', async () => {
    const eve = await merchantOf(system);
    const state = async (): Promise<unknown> => {
      const tables = ['tenants', 'api_keys', 'destinations', 'webhook_secrets', 'churn_jobs', 'audit_log', 'customers'];
      const rows: unknown[] = [];
      for (const table of tables) {
        const column = table === 'tenants' ? 'id' : 'tenant_id';
        // The merchant's own last use of a key is stored some time after it.
        const sql = `SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${table} t WHERE ${column} = $1 ORDER BY 1`;
        rows.push((await system.owner.query(sql, [merchant.owner.tenantId])).rows);
      }
      return rows;
    };
    const before = await state();
    for (const [method, path, body] of CALLS) {
      const answer = await calls.answer(eve.owner.call(method, path).send(body));
      expect([path, answer.status < 500, answer.text.includes(merchant.owner.tenantId)]).toEqual([path, true, false]);
      expect([path, answer.text.includes('"c-1"')]).toEqual([path, false]);
    }
    expect(await state()).toEqual(before);
  });

  it('gets 401 without a token', async () => {
    for (const [method, path, body] of CALLS) {
      const call = request(system.api.url)[method.toLowerCase() as 'get'](path).send(body);
      await calls.refused(call, 401, 'unauthorized');
    }
  });

  it('changes nothing through a page of another site that has the cookie', async () => {
    for (const [method, path, body] of CALLS.filter(([unsafe]) => unsafe !== 'GET')) {
      const call = request(system.api.url)[method.toLowerCase() as 'post'](path).set('Cookie', `auth_token=${merchant.owner.token}`);
      await calls.refused(call.set('Origin', 'https://evil.example').send(body), 403, 'forbidden');
    }
  });
});
