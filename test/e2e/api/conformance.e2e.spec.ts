import request, { type Response, type Test } from 'supertest';
import { EVENT_TYPES, LABELS } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import type { Shop } from '../../support/shop/shop.js';
import { sha256Signature, standardHeaders } from '../../support/webhooks/webhook-signer.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DECIMAL = /^\d+\.\d+$/;

const SUMMARY = {
  score: expect.stringMatching(/^(0\.\d{4}|1\.0000)$/),
  label: expect.stringMatching(/^(low|medium|high|critical)$/),
  calculated_at: expect.stringMatching(INSTANT),
  model_version: expect.any(String),
};

let system: ChurnSystem;
let calls: DocumentedCalls;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  system = await ChurnSystem.shared();
  [shop, other] = [await system.shop(), await system.shop()];
  calls = await DocumentedCalls.load(system.api.url);
  const orders = Array.from({ length: 12 }, (_, i) => order({ customer_id: `c-${i}`, occurred_at: daysAgo(i * 40), value: 10 + i }));
  await shop.send(...orders, order({ customer_id: 'unscored', event_type: 'page_viewed', value: undefined }));
}, 60_000);
afterAll(() => system.stop());

const expectTaken = (call: Test, status?: number): Promise<Response> => calls.taken(call, status);
const expectRefused = (call: Test, status: number, error: string): Promise<Response> => calls.refused(call, status, error);

describe('Resources and their fields:', () => {
  it('Customer has id, external_id and churn with its four fields', async () => {
    const { body } = await expectTaken(shop.get('/customers?max_score=1&limit=200'));
    for (const customer of (body as { data: object[] }).data.slice(0, -1)) {
      expect(customer).toMatchObject({ id: expect.stringMatching(UUID), external_id: expect.stringMatching(/^c-/), churn: SUMMARY });
    }
  });

  it('Churn detail has customer_id, external_id, churn and features', async () => {
    const { body } = await expectTaken(shop.get('/customers/c-3/churn'));
    expect(body).toMatchObject({ customer_id: expect.stringMatching(UUID), external_id: 'c-3', churn: SUMMARY });
    expect(body.features).toEqual({ recency_days: 120, frequency_orders_30d: 0, monetary_total: expect.stringMatching(DECIMAL) });
    // v1 may add fields; these two are ours.
    expect(body.history).toEqual([{ ...SUMMARY, lifecycle: 'second_order_due', cause: 'events' }]);
  });

  it.each(['event_id', 'customer_id', 'event_type', 'occurred_at'])('Event requires %s', async (field) => {
    const { body } = await expectTaken(shop.post('/events?dry_run=true', batch(order(), order({ [field]: undefined }))), 207);
    expect(body.results[1]).toMatchObject({ status: 'rejected', code: 'required', error: expect.stringContaining(field) });
  });

  it.each([
    ['value', 'is a number of at least 0', { value: 0 }, { value: -0.01 }],
    ['occurred_at', 'is ISO 8601', { occurred_at: '2026-01-31T10:00:00Z' }, { occurred_at: '31.01.2026' }],
    ['data', 'is at most 64 KB', { data: { x: 'x'.repeat(65_528) } }, { data: { x: 'x'.repeat(65_529) } }],
  ])('Event: %s %s', async (_field, _rule, good, bad) => {
    const { body } = await expectTaken(shop.post('/events?dry_run=true', batch(order(good), order(bad))), 207);
    expect(body.results).toMatchObject([{ status: 'accepted' }, { status: 'rejected' }]);
  });

  it.each(EVENT_TYPES)('Event allows the event_type %s', async (event_type) => {
    await expectTaken(shop.post('/events?dry_run=true', batch(order({ event_type, value: undefined }))), 202);
  });
});

describe('POST /events', () => {
  it('ignores a duplicate event_id without an error (rule 1)', async () => {
    const twice = order({ event_id: 'twice', customer_id: 'twice' });
    await expectTaken(shop.post('/events', batch(twice)), 202);
    const { body } = await expectTaken(shop.post('/events', batch(twice)), 202);
    expect(body).toEqual({ accepted: 0, rejected: 0, duplicates: 1, results: [{ event_id: 'twice', status: 'duplicate', index: 0 }] });
    await shop.settled();
    expect((await shop.churnOf('twice')).features_extended.orders_total).toBe(1);
  });

  it('scores asynchronously and without a further call (rule 2)', async () => {
    await expectTaken(shop.post('/events', batch(order({ customer_id: 'later' }))), 202);
    await shop.settled();
    expect((await expectTaken(shop.get('/customers/later/churn'))).body.churn).toEqual(SUMMARY);
  });

  it('answers 202 with the counts and a result for each event when all are accepted', async () => {
    const { body } = await expectTaken(shop.post('/events', batch(order({ event_id: 'a-1' }), order({ event_id: 'a-2' }))), 202);
    expect(body).toMatchObject({ accepted: 2, rejected: 0, duplicates: 0 });
    expect(body.results).toMatchObject(['a-1', 'a-2'].map((event_id) => ({ event_id, status: 'accepted' })));
  });

  it('answers 207 with a sentence for each rejected event when some are rejected', async () => {
    const { body } = await expectTaken(shop.post('/events', batch(order(), order({ event_type: 'order_paid' }))), 207);
    expect(body).toMatchObject({ accepted: 1, rejected: 1, duplicates: 0 });
    expect(body.results[1]).toMatchObject({ status: 'rejected', error: expect.stringContaining('event_type is "order_paid"') });
  });

  it('answers 400 validation_error for an invalid event_type or an empty batch', async () => {
    await expectRefused(shop.post('/events', batch(order({ event_type: 'order_paid' }))), 400, 'validation_error');
    await expectRefused(shop.post('/events', { events: [] }), 400, 'validation_error');
  });

  it('accepts only JSON', async () => {
    await expectRefused(
      shop.post('/events', 'a=1').set('Content-Type', 'application/x-www-form-urlencoded'),
      415,
      'unsupported_media_type',
    );
  });
});

describe('GET /customers', () => {
  it.each([...LABELS.map((label) => `churn_label=${label}`), 'min_score=0', 'min_score=1', 'max_score=0.5', 'min_score=0.2&max_score=0.9'])(
    'filters by %s',
    async (query) => {
      await expectTaken(shop.get(`/customers?${query}`));
    },
  );

  it.each(['churn_score_desc', 'last_activity_desc'])('sorts by %s', async (sort) => {
    await expectTaken(shop.get(`/customers?sort=${sort}`));
  });

  it('returns pages with next_cursor and has_more', async () => {
    const first = (await expectTaken(shop.get('/customers?limit=5'))).body;
    expect(first.data).toHaveLength(5);
    expect(first.pagination).toEqual({ next_cursor: expect.any(String), has_more: true });
    const rest = (await expectTaken(shop.get(`/customers?limit=200&cursor=${first.pagination.next_cursor}`))).body;
    expect(rest.pagination).toEqual({ next_cursor: null, has_more: false });
  });

  it.each(['cursor=-1', 'limit=0', 'limit=201', 'limit=1.5', 'min_score=1.1', 'max_score=-0.1', 'churn_label=none', 'sort=name'])(
    'answers 422 validation_error: %s',
    async (query) => {
      await expectRefused(shop.get(`/customers?${query}`), 422, 'validation_error');
    },
  );
});

describe('GET /customers/{customer_id}/churn', () => {
  it('answers 404 not_found for an unknown customer, also if another tenant has one with this id', async () => {
    await expectRefused(shop.get('/customers/nobody/churn'), 404, 'not_found');
    await expectRefused(other.get('/customers/c-1/churn'), 404, 'not_found');
  });
});

describe('POST /churn/recalculate', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, i) => `c-${i}`);

  it('answers 202 with job_id, queued and message, for some customers or the whole tenant', async () => {
    const some = await expectTaken(shop.post('/churn/recalculate', { customer_ids: ['c-1', 'c-2', 'nobody'], force: true }), 202);
    expect(some.body).toEqual({ job_id: expect.any(String), queued: 2, message: expect.any(String), unknown: ['nobody'] });
    const all = await expectTaken(shop.post('/churn/recalculate', {}), 202);
    expect(all.body.queued).toBeGreaterThanOrEqual(12);
    await expectTaken(shop.get(`/churn/jobs/${all.body.job_id}`));
    await expectRefused(other.get(`/churn/jobs/${all.body.job_id}`), 404, 'not_found');
  });

  it('accepts at most 1000 customer_ids', async () => {
    await expectTaken(shop.post('/churn/recalculate', { customer_ids: ids(1000) }), 202);
    await expectRefused(shop.post('/churn/recalculate', { customer_ids: ids(1001) }), 400, 'validation_error');
  });

  it('answers 400 validation_error when customer_ids or force has a wrong type', async () => {
    await expectRefused(shop.post('/churn/recalculate', { customer_ids: 'c-1' }), 400, 'validation_error');
    await expectRefused(shop.post('/churn/recalculate', { force: 'yes' }), 400, 'validation_error');
  });
});

describe('GET /churn/analytics', () => {
  it('returns period, distribution, avg_score and at_risk_count', async () => {
    const { body } = await expectTaken(shop.get('/churn/analytics?period=7d'));
    const count = expect.any(Number);
    const distribution = { critical: count, high: count, medium: count, low: count };
    expect(body).toMatchObject({ period: '7d', distribution, avg_score: SUMMARY.score, at_risk_count: count });
    expect(body.at_risk_count).toBe(body.distribution.high + body.distribution.critical);
  });

  it.each(['7d', '30d', '90d'])('accepts the period %s', async (period) => {
    expect((await expectTaken(shop.get(`/churn/analytics?period=${period}`))).body.period).toBe(period);
  });

  it('uses the period 30d by default', async () => {
    expect((await expectTaken(shop.get('/churn/analytics'))).body.period).toBe('30d');
  });

  it.each(['period=1d', 'period=', 'period=30D', 'period=30', 'period=7d&period=30d', 'period[]=7d', 'period[a]=7d', 'periods=7d'])(
    'answers 422 validation_error: %s',
    async (query) => {
      await expectRefused(shop.get(`/churn/analytics?${query}`), 422, 'validation_error');
    },
  );
});

describe('POST /webhooks/custom', () => {
  it('answers 202 with accepted for events with either kind of signature', async () => {
    const secret = await system.webhookSecret(other);
    const send = (headers: Record<string, string>, body: string) => other.post('/webhooks/custom', body).set(headers);
    const [first, second] = [order(), order()].map((event) => JSON.stringify(event)) as [string, string];
    const ours = await expectTaken(send({ 'X-Webhook-Signature': sha256Signature(secret, first) }, first), 202);
    const standard = await expectTaken(send(standardHeaders(secret, second), second), 202);
    expect([ours.body.accepted, standard.body.accepted]).toEqual([1, 1]);
    await expectRefused(send({ 'X-Webhook-Signature': sha256Signature('another', first) }, first), 401, 'unauthorized');
    await expectRefused(send({}, first), 401, 'unauthorized');
  });
});

describe('Authentication', () => {
  it('answers 401 without a key and with a wrong one on each path that needs a key (rules 1 and 8)', async () => {
    const keyed = calls.document.operations.filter(({ path }) => /^\/api\/v1\/(events|customers|churn|webhooks\/custom)/.test(path));
    expect(keyed.length).toBeGreaterThanOrEqual(5);
    for (const { method, path, security } of keyed) {
      expect(security).toEqual([{ key: [] }]);
      const call = (): Test =>
        request(system.api.url)[method.toLowerCase() as 'get'](path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'c-1'));
      await expectRefused(call(), 401, 'unauthorized');
      await expectRefused(call().set('X-API-Key', `ck_live_${'0'.repeat(43)}`), 401, 'unauthorized');
    }
  });

  it('shows a key only the customers of its own tenant (rule 2)', async () => {
    const fresh = await system.shop();
    expect((await expectTaken(fresh.get('/customers'))).body.data).toEqual([]);
    await expectRefused(fresh.get('/customers/c-1/churn'), 404, 'not_found');
  });

  it.each(['/health', '/health/ready', '/plans'])('leaves %s public', async (path) => {
    await expectTaken(request(system.api.url).get(path));
  });
});

describe('Limits', () => {
  it('allow 1 to 100 events per batch, and 1000 for Enterprise', async () => {
    const events = (count: number): object => batch(...Array.from({ length: count }, () => order()));
    await expectTaken(shop.post('/events?dry_run=true', events(100)), 202);
    await expectRefused(shop.post('/events?dry_run=true', events(101)), 400, 'validation_error');
    const enterprise = await system.shop({ plan: 'enterprise' });
    await expectTaken(enterprise.post('/events?dry_run=true', events(1000)), 202);
    await expectRefused(enterprise.post('/events?dry_run=true', events(1001)), 400, 'validation_error');
  });

  it('answer 429 rate_limited with the four headers', async () => {
    const small = await system.shop({ rateLimit: 1 });
    await expectTaken(small.get('/events/types'));
    const { headers } = await expectRefused(small.get('/customers'), 429, 'rate_limited');
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']) {
      expect(headers[name]).toMatch(/^\d+$/);
    }
  });

  it('follow the plan: Starter 60 and 100, Pro 300 and 100, Enterprise as agreed and 1000', async () => {
    const { body } = await expectTaken(request(system.api.url).get('/plans'));
    const rows = (body as { data: { name: string; requests_per_minute: number | null; max_batch: number }[] }).data;
    expect(rows.map(({ name, requests_per_minute, max_batch }) => [name, requests_per_minute, max_batch])).toEqual([
      ['Starter', 60, 100],
      ['Pro', 300, 100],
      ['Enterprise', null, 1000],
    ]);
  });
});

describe('Versioning', () => {
  it('puts the version into the base path', async () => {
    const root = new URL(system.api.url).origin;
    expect((await request(root).get('/plans')).status).toBe(404);
    expect((await request(root).get('/api/v2/plans')).status).toBe(404);
  });
});
