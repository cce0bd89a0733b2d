import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { endOf } from '../../support/shop/jobs.js';
import { memberOf, type Merchant, merchantOf } from '../../support/people/merchant.js';

let system: ChurnSystem;
let calls: DocumentedCalls;
let merchant: Merchant;

beforeAll(async () => {
  // Without a worker that delivers, outbox events stay where the test can read them.
  system = await ChurnSystem.start({ SWEEP_INTERVAL_MS: '100', WORKER_QUEUES: 'scoring' });
  calls = await DocumentedCalls.load(system.api.url);
}, 60_000);
afterAll(() => system.stop());
beforeEach(async () => {
  merchant = await merchantOf(system);
});

const patch = (body: object) => merchant.owner.call('PATCH', '/settings').send(body);

describe('the API key of a tenant', () => {
  const works = async (key: string, baseUrl = system.api.url): Promise<boolean> =>
    (await request(baseUrl).get('/customers').set('X-API-Key', key)).status === 200;
  const regenerate = (body?: object) => merchant.owner.post('/tenant/api-key/regenerate', body);

  it('shows its first characters, and a replaced key is refused at once', async () => {
    const { body: before } = await calls.taken(merchant.owner.get('/tenant'));
    expect(before).toMatchObject({ id: merchant.owner.tenantId, name: 'Ada & Co', plan: 'starter', currency: 'EUR', timezone: 'UTC' });
    expect(before.api_keys).toEqual([{ prefix: merchant.owner.apiKey.slice(8, 16), created_at: expect.any(String), expires_at: null }]);
    expect(await works(merchant.owner.apiKey)).toBe(true);
    const { body, headers } = await calls.taken(regenerate());
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      api_key: expect.stringMatching(/^ck_live_[0-9A-Za-z]{43}$/),
      prefix: body.api_key.slice(8, 16),
      created_at: expect.any(String),
      previous_key_expires_at: body.created_at,
    });
    expect([await works(merchant.owner.apiKey), await works(body.api_key)]).toEqual([false, true]);
    const { body: after } = await calls.taken(merchant.owner.get('/tenant'));
    expect(after.api_keys).toEqual([{ prefix: body.prefix, created_at: body.created_at, expires_at: null }]);
  });

  it('is refused by every other process at once after its replacement', async () => {
    const other = await system.startAnother('api');
    expect(await works(merchant.owner.apiKey, other.url)).toBe(true);
    await calls.taken(regenerate());
    // The notice is on its way for some milliseconds. Without it, the key would work for most of five seconds.
    await sleep(500);
    expect(await works(merchant.owner.apiKey, other.url)).toBe(false);
    await other.stop();
  });

  it('stays valid next to the new key for a grace period, which another replacement does not extend', async () => {
    const first = (await calls.taken(regenerate({ grace_period_hours: 1 }))).body;
    const second = (await calls.taken(regenerate({ grace_period_hours: 72 }))).body;
    const hour = 3_600_000;
    expect(Date.parse(first.previous_key_expires_at) - Date.parse(first.created_at)).toBe(hour);
    expect(Date.parse(second.previous_key_expires_at) - Date.parse(second.created_at)).toBe(72 * hour);
    for (const key of [merchant.owner.apiKey, first.api_key, second.api_key]) expect(await works(key)).toBe(true);
    const { body } = await calls.taken(merchant.owner.get('/tenant'));
    expect(body.api_keys.map(({ expires_at: at }: { expires_at: string }) => at)).toEqual([
      null,
      second.previous_key_expires_at,
      first.previous_key_expires_at,
    ]);
  });

  it.each([[73], [-1], [1.5], ['1'], [true]])('cannot be replaced with a grace period of %j', async (grace_period_hours) => {
    await calls.refused(regenerate({ grace_period_hours }), 400, 'validation_error');
    expect(await works(merchant.owner.apiKey)).toBe(true);
  });

  it('has one successor without an end when it is replaced twice at the same moment', async () => {
    await Promise.all([regenerate(), regenerate(), regenerate()]);
    const { body } = await merchant.owner.get('/tenant');
    expect(body.api_keys).toHaveLength(1);
  });

  it('can be replaced by owners only, five times a minute from one address', async () => {
    await calls.refused((await memberOf(system)).post('/tenant/api-key/regenerate'), 403, 'forbidden');
    // The calls of the earlier tests count too.
    await system.redis.flushdb();
    const strict = await system.startAnother('api', { RATE_LIMIT_STRICT: '5' });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const answer = await request(strict.url).post('/tenant/api-key/regenerate').set('Authorization', `Bearer ${merchant.owner.token}`);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await strict.stop();
  });
});

describe('the settings', () => {
  const BEGINNING = {
    name: 'Ada & Co',
    currency: 'EUR',
    timezone: 'UTC',
    label_thresholds: { medium: 0.4, high: 0.7, critical: 0.9 },
    horizon_days: null,
    retention_months: null,
    control_percent: 0,
    contact_cost: 0,
    customer_url: null,
    allowed_data_fields: [],
    retained_from: null,
    rate_limit_per_minute: 1_000_000,
  };

  it('can be read, changed in part and reset', async () => {
    expect((await calls.taken(merchant.owner.get('/settings'))).body).toEqual(BEGINNING);
    const input = { name: ' Bücher ', timezone: 'europe/berlin', currency: 'USD', horizon_days: 30 };
    const { body } = await calls.taken(patch({ ...input, label_thresholds: { medium: 0.1, high: 0.5, critical: 0.95 } }));
    const changed = {
      ...BEGINNING,
      ...input,
      name: 'Bücher',
      timezone: 'Europe/Berlin',
      label_thresholds: { medium: 0.1, high: 0.5, critical: 0.95 },
    };
    expect(body).toEqual({ ...changed, job_id: expect.any(String) });
    expect((await calls.taken(merchant.owner.get('/settings'))).body).toEqual(changed);
    const { body: back } = await calls.taken(patch({ label_thresholds: null, horizon_days: null }));
    expect(back).toMatchObject({ label_thresholds: BEGINNING.label_thresholds, horizon_days: null, name: 'Bücher' });
    expect((await calls.taken(patch({}))).body).toMatchObject({ name: 'Bücher', job_id: null });
  });

  it.each([
    ['name', ['', '   ', '\u200b', '\u202eevil', 'a\nb', 'x'.repeat(101), 5]],
    ['currency', ['eur', 'EURO', 'XYZ', '', 5]],
    ['timezone', ['Europe/Atlantis', '+02:00', '', 5, 'AET', 'CAT', 'VST', 'CET', 'US/Pacific-New', 'US/Pacific', 'Asia/Chongqing']],
    ['horizon_days', [6, 366, 7.5, '30', '']],
    ['contact_cost', [-1, 1_000_001, 0.001, '5']],
    ['control_percent', [-1, 51, 2.5, '5']],
    ['customer_url', ['http://crm.example.com/{id}', 'https://crm.example.com/', 'https://{id}.example.com/', 'javascript:{id}', '', 5]],
    ['allowed_data_fields', ['channel', [5], [''], ['__proto__'], ['channel', 'email'], ['clientIp'], Array.from({ length: 51 }, (_, i) => `n${i}`)]],
    ['retention_months', [12, 121, 13.5, '24', '', 0]],
    ['label_thresholds', [
      {}, [], 5, { medium: 0.4, high: 0.7 }, { medium: 0.4, high: 0.7, critical: 0.7 }, { medium: 0.8, high: 0.7, critical: 0.9 },
      { medium: 0, high: 0.7, critical: 0.9 }, { medium: 0.4, high: 0.7, critical: 1 }, { medium: 0.40001, high: 0.7, critical: 0.9 },
      { medium: '0.4', high: 0.7, critical: 0.9 }, { medium: 0.4, high: 0.7, critical: 0.9, low: 0 },
    ]],
    ['rate_limit_per_minute', [5]],
    ['plan', ['enterprise']],
    ['id', ['0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b']],
    ['tenant_id', ['0190a6c2-1d3e-7c4f-8a5b-6c7d8e9f0a1b']],
  ] as [string, unknown[]][])('are not changed by a wrong %s, and the answer names it', async (field, values) => {
    for (const value of values) {
      const { body } = await calls.refused(patch({ [field]: value, horizon_days: 20, ...(field === 'horizon_days' && { [field]: value }) }), 400, 'validation_error');
      expect(body.details).toEqual([expect.objectContaining({ field })]);
    }
    expect((await merchant.owner.get('/settings')).body).toEqual(BEGINNING);
  }); // prettier-ignore

  it('give each customer a link to your own system', async () => {
    await merchant.shop.send(order({ customer_id: 'c/42' }));
    const linkOf = async (): Promise<unknown> => (await calls.taken(merchant.owner.get('/dashboard/customers/c%2F42'))).body.link;
    expect(await linkOf()).toBeNull();
    const { body } = await calls.taken(patch({ customer_url: 'https://crm.example.com/customers/{id}?tab=orders' }));
    expect(body).toMatchObject({ customer_url: 'https://crm.example.com/customers/{id}?tab=orders', job_id: null });
    expect(await linkOf()).toEqual({ place: 'own', url: 'https://crm.example.com/customers/c%2F42?tab=orders' });
    await calls.taken(patch({ customer_url: null }));
    expect(await linkOf()).toBeNull();
  });

  it('are refused with the error and the allowed values', async () => {
    const { body } = await patch({ horizon_days: 5 });
    expect(body.message).toBe('horizon_days is 5: it must be null, or a whole number from 7 to 365');
  });
});

describe('a change of the settings', () => {
  const outbox = async (): Promise<unknown[]> => merchant.shop.rows('outbox');
  const regular = (id: string, orders: number, every: number, lastDaysAgo: number): object[] =>
    Array.from({ length: orders }, (_, i) => order({ customer_id: id, occurred_at: daysAgo(lastDaysAgo + i * every) }));

  it('changes labels at once without an outbox event, whichever request scores a customer first', async () => {
    await merchant.shop.post('/events', { ...batch(...(regular('c-1', 6, 20, 15) as [])), backfill: true }).expect(202);
    await merchant.shop.send(order({ customer_id: 'c-2' }));
    const before = await merchant.shop.churnOf('c-1');
    const score = Number(before.churn?.score);
    const eventsBefore = (await outbox()).length;
    await system.worker.stop();
    const { body } = await patch({ label_thresholds: { medium: 0.0001, high: 0.0002, critical: 0.0003 } });
    expect(body.job_id).not.toBeNull();
    // The customer gets an event before the job reaches it.
    await merchant.shop.post('/events', batch(order({ customer_id: 'c-1', event_type: 'page_viewed', value: undefined }))).expect(202);
    await system.worker.start();
    await merchant.shop.settled();
    expect(await endOf(merchant.shop, body.job_id)).toMatchObject({ type: 'settings', status: 'completed', queued: 2, processed: 2 });
    const after = await merchant.shop.churnOf('c-1');
    expect(score).toBeGreaterThan(0.0003);
    expect(after.churn).toMatchObject({ label: 'critical' });
    expect(after.history).toHaveLength(2);
    expect((await merchant.shop.churnOf('c-2')).churn?.label).toBe('critical');
    expect(await outbox()).toHaveLength(eventsBefore);
  });

  it('rescores with another horizon and currency', async () => {
    await merchant.shop.send(
      ...regular('c-1', 4, 20, 15),
      order({ customer_id: 'c-1', occurred_at: daysAgo(3), value: 7, data: { order_id: 'usd', currency: 'USD' } }),
    );
    const before = await merchant.shop.churnOf('c-1');
    expect(before).toMatchObject({ features: { monetary_total: '200.00' }, warnings: [expect.stringContaining('EUR')] });
    const { body } = await patch({ horizon_days: 14, currency: 'USD' });
    await endOf(merchant.shop, body.job_id);
    const after = await merchant.shop.churnOf('c-1');
    // Orders without a currency are in the currency of the shop.
    expect(after).toMatchObject({ horizon_days: 14, features: { monetary_total: '207.00' }, warnings: [] });
    expect(Number(after.churn?.score)).toBeGreaterThan(Number(before.churn?.score));
    expect((await merchant.shop.get('/customers')).body.data[0]).toMatchObject({ currency: 'USD' });
    expect((await outbox()).filter((row) => (row as { event: string }).event === 'customer.churn_score.changed')).toEqual([]);
  });

  it('adds to a waiting job, and starts a new one when the job already runs', async () => {
    await merchant.shop.send(order({ customer_id: 'c-1' }));
    await system.worker.stop();
    const answers = await Promise.all([10, 20, 30, 40].map((horizon_days) => patch({ horizon_days })));
    const jobs = new Set(answers.map(({ body }) => body.job_id));
    expect(jobs.size).toBe(1);
    const [first = ''] = jobs;
    await system.owner.query(`UPDATE churn_jobs SET status = 'running', started_at = now() WHERE id = $1`, [first]);
    const { body: later } = await patch({ horizon_days: 50 });
    expect(later.job_id).not.toBe(first);
    await system.worker.start();
    for (const id of [first, later.job_id]) expect(await endOf(merchant.shop, id)).toMatchObject({ status: 'completed' });
    expect((await merchant.shop.churnOf('c-1')).horizon_days).toBe(50);
  });

  it('starts no job when scores do not depend on it', async () => {
    const { body } = await calls.taken(patch({ name: 'Other', timezone: 'Asia/Tokyo', retention_months: 24 }));
    expect(body).toMatchObject({ job_id: null, retention_months: 24, retained_from: null });
    expect((await patch({ retention_months: null })).body).toMatchObject({ job_id: null, retention_months: null });
    expect(await merchant.shop.rows('churn_jobs')).toEqual([]);
  });

  it('sends webhooks for score changes above the threshold of the shop', async () => {
    await merchant.owner.call('PATCH', '/settings/webhook').send({ score_delta_threshold: 0.001 }).expect(200);
    await merchant.shop.send(
      order({ customer_id: 'c-1', occurred_at: daysAgo(40) }),
      order({ customer_id: 'c-1', occurred_at: daysAgo(80) }),
    );
    const before = await merchant.shop.churnOf('c-1');
    await merchant.shop.send(order({ customer_id: 'c-1', occurred_at: daysAgo(60) }));
    const after = await merchant.shop.churnOf('c-1');
    const changed = (await merchant.shop.rows<{ payload: Record<string, unknown> }>('outbox')).map(({ payload }) => payload);
    expect(changed.at(-1)).toMatchObject({
      event: 'customer.churn_score.changed',
      previous_score: Number(before.churn?.score),
      new_score: Number(after.churn?.score),
      previous_label: before.churn?.label,
      new_label: after.churn?.label,
    });
  });
});
