import { gzipSync } from 'node:zlib';
import type { Response, Test } from 'supertest';
import { addDays, LIMITS } from '#libs/core';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { endOf } from '../../support/shop/jobs.js';
import type { Shop } from '../../support/shop/shop.js';

// The decisions where the interface is silent, clause by clause, unless another test is about the clause.

const MIB = 1024 * 1024;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MONEY = /^-?\d+\.\d\d$/;

let system: ChurnSystem;
let calls: DocumentedCalls;
let shop: Shop;

beforeAll(async () => {
  system = await ChurnSystem.shared();
  shop = await system.shop();
  calls = await DocumentedCalls.load(system.api.url);
  const regular = [200, 170, 140, 110].map((days) => order({ customer_id: 'regular', occurred_at: daysAgo(days), value: 19.9 }));
  await shop.send(...regular, order({ customer_id: 'visitor', event_type: 'page_viewed', value: undefined }));
}, 60_000);
afterAll(() => system.stop());

const expectTaken = (call: Test, status?: number): Promise<Response> => calls.taken(call, status);
const expectRefused = (call: Test, status: number, error: string): Promise<Response> => calls.refused(call, status, error);

/** Returns every field of an answer with a name that ends like that of an instant, at any depth. */
function instantsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name.endsWith('_at') && inner !== null ? [inner] : instantsIn(inner)));
}

describe('Events in:', () => {
  it.each([
    ['starter', 8],
    ['pro', 8],
    ['enterprise', 16],
  ])('a request on the plan %s may have %i MiB and not a byte more, compressed or not', async (plan, mebibytes) => {
    const theirs = await system.shop({ plan });
    const bodyOf = (bytes: number): string => {
      const text = JSON.stringify(batch(order()));
      return text.slice(0, -1) + ' '.repeat(bytes - text.length) + text.slice(-1);
    };
    await expectTaken(theirs.post('/events?dry_run=true', bodyOf(mebibytes * MIB)), 202);
    await expectRefused(theirs.post('/events?dry_run=true', bodyOf(mebibytes * MIB + 1)), 413, 'payload_too_large');
    const inflated = (bytes: number): Test =>
      theirs
        .call('POST', '/events?dry_run=true')
        .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .serialize((sent: unknown) => sent as string)
        .send(gzipSync(bodyOf(bytes)));
    await expectTaken(inflated(mebibytes * MIB), 202);
    await expectRefused(inflated(mebibytes * MIB + 1), 413, 'payload_too_large');
  });

  it('accepted, rejected and duplicates add up to the events, each with its index in the batch', async () => {
    const known = order({ event_id: 'known' });
    await expectTaken(shop.post('/events', batch(known)), 202);
    const { body } = await expectTaken(
      shop.post('/events', batch(known, order(), order({ value: -1 }), { ...known, value: 51 }, 5 as never, order({ event_id: '' }))),
      207,
    );
    expect([body.accepted, body.rejected, body.duplicates]).toEqual([1, 3, 2]);
    expect(body.results).toMatchObject([
      { event_id: 'known', status: 'duplicate', index: 0 },
      { status: 'accepted', index: 1 },
      { status: 'rejected', index: 2, code: expect.any(String), error: expect.stringContaining('value is -1') },
      { event_id: 'known', status: 'duplicate', index: 3, conflict: true },
      { event_id: null, status: 'rejected', index: 4 },
      { event_id: '', status: 'rejected', index: 5 },
    ]);
  });

  it('a batch with only rejected events is 400 with a result for each, and a batch over the limit names both numbers', async () => {
    const { body } = await expectRefused(shop.post('/events', batch(order({ value: -1 }), order({ value: 'x' }))), 400, 'validation_error');
    expect(body).toMatchObject({ accepted: 0, rejected: 2, duplicates: 0, results: [{ index: 0 }, { index: 1 }] });
    const many = batch(...Array.from({ length: 101 }, () => order()));
    expect((await expectRefused(shop.post('/events', many), 400, 'validation_error')).body.message).toMatch(/101 .* 100/);
  });
});

describe('Customers and scores:', () => {
  it('a customer has exactly the documented fields, and neither name nor e-mail', async () => {
    const { body } = await expectTaken(shop.get('/customers/regular'));
    expect(Object.keys(body as object).toSorted()).toEqual(
      ['id', 'external_id', 'churn', 'last_activity_at', 'last_order_at', 'first_seen_at', 'orders_count', 'monetary_total']
        .concat([
          'traits',
          'bought',
          'aliases',
          'lifecycle',
          'late_since',
          'overdue_days',
          'high_risk_since',
          'expected_revenue',
          'revenue_if_ordered',
          'revenue_at_risk',
          'currency',
          'contact_value',
          'contact_value_note',
          'contacted_score',
          'control_group',
          'marketing_consent',
          'created_at',
          'deleted_at',
          'link',
          'unsubscribed_at',
          'updated_at',
        ])
        .toSorted(),
    );
    expect(body).toMatchObject({
      orders_count: 4,
      monetary_total: '79.60',
      revenue_at_risk: expect.stringMatching(MONEY),
      currency: 'EUR',
    });
  });

  it('an unscored customer has churn null, is last in every order, and matches no filter on scores', async () => {
    for (const sort of ['churn_score_desc', 'churn_score_asc', 'revenue_at_risk_desc']) {
      const { body } = await expectTaken(shop.get(`/customers?sort=${sort}`));
      expect(body.data.at(-1)).toMatchObject({ external_id: 'visitor', churn: null });
    }
    const { body } = await expectTaken(shop.get('/customers?min_score=0&max_score=1'));
    expect(body.data.map(({ external_id: id }: { external_id: string }) => id)).not.toContain('visitor');
    expect((await expectTaken(shop.get('/customers/visitor/churn'))).body).toMatchObject({ churn: null, history: [], explanation: [] });
  });

  it('the detail has the extended features, at most three reasons and the confidence', async () => {
    const { body } = await expectTaken(shop.get('/customers/regular/churn'));
    expect(body.features_extended).toEqual({
      avg_gap_days: 30,
      overdue_ratio: expect.closeTo(110 / 30, 1),
      average_order_value: '19.90',
      orders_total: 4,
      days_since_order: 110,
      // The customer is late: the time of the next order has passed.
      expected_next_order_at: null,
    });
    expect(body.explanation.length).toBeLessThanOrEqual(3);
    expect(body.explanation[0]).toEqual({
      factor: 'silence',
      value: 110,
      typical: 30,
      effect: expect.any(Number),
      text: 'No order for 110 days. This customer usually orders every 30 days; four in five such customers would have ordered within 57 days.',
    });
    expect(body).toMatchObject({ confidence: expect.stringMatching(/^(low|medium|high)$/), horizon_days: 90 });
    expect(body).toMatchObject({
      confidence_text: 'Medium confidence: 4 orders over 3 months, and no model of your own yet.',
      lifecycle: expect.stringMatching(/^(slipping|lost|active)$/),
      late_since: expect.stringMatching(INSTANT),
      expected_revenue: expect.stringMatching(MONEY),
      revenue_if_ordered: expect.stringMatching(MONEY),
      revenue_at_risk: expect.stringMatching(MONEY),
      next_order_window: null,
      usual_gap_days: 30,
    });
  });

  it('a score is stale when it was due before today and was not calculated again', async () => {
    const dueOn = (day: string): Promise<unknown> =>
      system.owner.query(`UPDATE customers SET due_on = $2 WHERE tenant_id = $1 AND external_id = 'regular'`, [shop.tenantId, day]);
    const today = new Date().toISOString().slice(0, 10);
    await dueOn(today);
    expect((await expectTaken(shop.get('/customers/regular/churn'))).body.stale).toBe(false);
    await dueOn(addDays(today, -1));
    expect((await expectTaken(shop.get('/customers/regular/churn'))).body.stale).toBe(true);
  });

  it('the history has one entry a day while the label stays the same, newest first, and at most 30', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { body } = await expectTaken(shop.post('/churn/recalculate', { customer_ids: ['regular'], force: true }), 202);
      await endOf(shop, body.job_id as string);
    }
    const before = (await expectTaken(shop.get('/customers/regular/churn'))).body;
    expect(before.history).toHaveLength(1);
    await system.owner.query(
      `INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version)
       SELECT $1, $2, now() - days * interval '1 day', 0.5, 'medium', 'old-1.0' FROM generate_series(1, 40) AS days`,
      [shop.tenantId, before.customer_id],
    );
    const { body } = await expectTaken(shop.get('/customers/regular/churn'));
    expect(body.history).toHaveLength(LIMITS.historyRows);
    const times = (body.history as { calculated_at: string }[]).map(({ calculated_at: at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(body.history[0]).toEqual(before.history[0]);
  });

  it('a list refuses contradictory filters and accepts labels in all three spellings', async () => {
    await expectRefused(shop.get('/customers?min_score=0.6&max_score=0.5'), 422, 'validation_error');
    for (const query of ['churn_label=low&churn_label=high', 'churn_label[]=low&churn_label[]=high', 'churn_label=low,high']) {
      await expectTaken(shop.get(`/customers?${query}`));
    }
  });

  it('a cursor is valid only for its sort and its tenant', async () => {
    const { next_cursor: cursor } = (await expectTaken(shop.get('/customers?limit=1'))).body.pagination;
    const other = await system.shop();
    await expectRefused(other.get(`/customers?cursor=${cursor}`), 422, 'validation_error');
    await expectRefused(shop.get(`/customers?sort=created_asc&cursor=${cursor}`), 422, 'validation_error');
    await expectTaken(shop.get(`/customers?limit=2&cursor=${cursor}`));
  });
});

describe('Everywhere:', () => {
  it('times are ISO 8601 in UTC with milliseconds', async () => {
    const { body: job } = await expectTaken(shop.post('/churn/recalculate', {}), 202);
    await endOf(shop, job.job_id as string);
    const paths = ['/customers', '/customers/regular', '/customers/regular/churn', `/churn/jobs/${job.job_id}`, '/churn/analytics'];
    for (const path of paths) {
      const instants = instantsIn((await expectTaken(shop.get(path))).body);
      expect(instants.length).toBeGreaterThan(0);
      for (const instant of instants) expect(instant).toMatch(INSTANT);
    }
  });

  it('an invalid body is 400 and an invalid query 422, both validation_error with the field', async () => {
    const refused = [
      [shop.post('/churn/recalculate', { force: 1 }), 400, 'force'],
      [shop.get('/customers?limit=0'), 422, 'limit'],
      [shop.post('/events?dry_run=yes', batch(order())), 422, 'dry_run'],
      [shop.get('/churn/analytics?period=1d'), 422, 'period'],
    ] as const;
    for (const [call, status, field] of refused) {
      const { body } = await expectRefused(call, status, 'validation_error');
      expect(body.details).toEqual([{ field, code: expect.any(String), message: expect.stringContaining(field) }]);
    }
  });

  it.each([
    ['min_score=.5', 'min_score must be a number from 0 to 1, not ".5"'],
    ['max_score=2', 'max_score must be a number from 0 to 1, not "2"'],
    ['limit=x', 'limit must be a whole number from 1 to 200, not "x"'],
    ['limit=201', 'limit must be a whole number from 1 to 200, not "201"'],
    ['churn_label=severe', 'churn_label must be one of low, medium, high, critical, not "severe"'],
  ])('an error in ?%s names the field, the value and what is allowed', async (query, message) => {
    expect((await expectRefused(shop.get(`/customers?${query}`), 422, 'validation_error')).body.message).toBe(message);
  });

  it('a recalculation needs no body, because all its fields are optional, but an event batch does', async () => {
    expect((await expectTaken(shop.call('POST', '/churn/recalculate'), 202)).body.queued).toBeGreaterThanOrEqual(2);
    expect((await expectRefused(shop.call('POST', '/events'), 400, 'validation_error')).body.message).toBe(
      'the body is empty: it must be JSON',
    );
  });

  it('an impossible id in a path is an unknown id, and a path that is not UTF-8 is 422', async () => {
    for (const id of ['x'.repeat(256), '%00', 'none']) {
      await expectRefused(shop.get(`/customers/${id}`), 404, 'not_found');
      await expectRefused(shop.get(`/customers/${id}/churn`), 404, 'not_found');
      await expectRefused(shop.delete(`/customers/${id}`), 404, 'not_found');
      await expectRefused(shop.get(`/churn/jobs/${id}`), 404, 'not_found');
    }
    await expectRefused(shop.get('/customers/%ff/churn'), 422, 'validation_error');
  });

  it('every rate-limited answer names the remaining requests and the reset time in unix seconds', async () => {
    const answers = await Promise.all([
      expectTaken(shop.get('/customers')),
      expectRefused(shop.get('/customers?limit=0'), 422, 'validation_error'),
      expectRefused(shop.get('/customers/nobody'), 404, 'not_found'),
    ]);
    for (const { headers } of answers) {
      expect(headers['x-ratelimit-limit']).toBe('1000000');
      expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      expect(Math.abs(Number(headers['x-ratelimit-reset']) * 1000 - Date.now())).toBeLessThanOrEqual(90_000);
    }
  });

  it('a job is visible only to its tenant, with every documented field', async () => {
    const { body: opened } = await expectTaken(shop.post('/churn/recalculate', { customer_ids: ['regular'] }), 202);
    await endOf(shop, opened.job_id as string);
    const { body } = await expectTaken(shop.get(`/churn/jobs/${opened.job_id}`));
    expect(Object.keys(body as object)).toEqual(
      expect.arrayContaining(['job_id', 'type', 'status', 'queued', 'processed', 'failed', 'started_at', 'finished_at', 'error']),
    );
    await expectRefused((await system.shop()).get(`/churn/jobs/${opened.job_id}`), 404, 'not_found');
  });
});
