import { randomUUID } from 'node:crypto';
import request, { type Response } from 'supertest';
import { batch, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';
import type { Shop } from '../../support/shop/shop.js';

const inSeconds = (): number => Date.now() / 1000;
const headersOf = ({ headers }: Response): { limit: number; remaining: number; reset: number } => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
});

describe('the rate limit of a tenant', () => {
  let system: ChurnSystem;
  let second: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start();
    second = await system.startAnother('api');
  }, 60_000);
  afterAll(async () => {
    await second.stop();
    await system.stop();
  });

  /** Sends requests at once, in turn over both processes. */
  const burst = (shop: Shop, count: number): Promise<Response[]> =>
    Promise.all(Array.from({ length: count }, (_, i) => (i % 2 === 0 ? shop : shop.via(second.url)).get('/customers?limit=1')));
  const passed = (responses: Response[]): number => responses.filter(({ status }) => status === 200).length;

  it('allows exactly its limit in a burst over two api processes and answers 429 to the rest', async () => {
    const shop = await system.shop({ plan: 'pro', rateLimit: 60 });
    const responses = await burst(shop, 200);
    const refused = responses.filter(({ status }) => status === 429);
    // A request within the limit may still find a busy database.
    expect(responses.length - refused.length).toBe(60);
    for (const response of refused) {
      const { limit, remaining, reset } = headersOf(response);
      expect([limit, remaining]).toEqual([60, 0]);
      expect(reset).toBeGreaterThan(inSeconds());
      expect(reset).toBeLessThan(inSeconds() + 62);
      const retryAfter = Number(response.headers['retry-after']);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(Math.abs(inSeconds() + retryAfter - reset)).toBeLessThan(5);
      expect(response.body).toEqual({ error: 'rate_limited', message: expect.any(String), request_id: response.headers['x-request-id'] });
    }
    expect(new Set(responses.map((response) => headersOf(response).remaining)).size).toBe(60);
    expect(new Set(responses.map((response) => headersOf(response).reset)).size).toBeLessThanOrEqual(2);
  });

  it.each([
    ['Starter', { plan: 'starter' }, 60],
    ['Pro', { plan: 'pro' }, 300],
    ['Enterprise without an agreed limit', { plan: 'enterprise' }, 100],
    ['Starter with a limit of its own', { plan: 'starter', rateLimit: 7 }, 7],
    ['Enterprise with a limit of its own', { plan: 'enterprise', rateLimit: 5000 }, 5000],
  ])('on %s allows the agreed number of requests', async (_name, options, limit) => {
    const shop = await system.shop({ rateLimit: null, ...options });
    expect(headersOf(await shop.get('/customers'))).toMatchObject({ limit, remaining: limit - 1 });
  });

  it('every answer, also an error, reports the remaining requests', async () => {
    const shop = await system.shop({ rateLimit: 20 });
    const responses = [
      await shop.post('/events', batch(order())).expect(202),
      await shop.post('/events', batch(order(), order({ value: -1 }))).expect(207),
      await shop.post('/events', '{').expect(400),
      await shop.get('/customers/nobody/churn').expect(404),
      await shop.post('/events', 'x=1').set('Content-Type', 'application/x-www-form-urlencoded').expect(415),
      await shop.get('/customers?limit=0').expect(422),
    ];
    // Reads have a window of their own.
    expect(responses.map((response) => headersOf(response).remaining)).toEqual([19, 18, 17, 19, 16, 18]);
    for (const response of responses) expect(headersOf(response).limit).toBe(20);
  });

  it('all keys of a tenant share one limit; other tenants have their own', async () => {
    const [mine, theirs] = [await system.shop({ rateLimit: 3 }), await system.shop({ rateLimit: 3 })];
    const { api_key: key } = await system.admin('key', 'create', '--tenant', mine.tenantId);
    await burst(mine, 2);
    const other = request(system.api.url).get('/customers').set('X-API-Key', String(key));
    expect(headersOf(await other)).toMatchObject({ limit: 3, remaining: 0 });
    await mine.get('/customers').expect(429);
    await theirs.get('/customers').expect(200);
  });

  it('a refused request stores nothing, and requests succeed again when the window ends', async () => {
    const shop = await system.shop({ rateLimit: 1 });
    await shop.post('/events', '{').expect(400);
    const { headers } = await shop.post('/events', batch(order({ event_id: 'refused' }))).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await shop.rows('events')).toEqual([]);
    // The window is a key that expires. The test lets it expire now instead of after a minute.
    const key = `churn:rate:ingest ${shop.tenantId}`;
    expect(await system.redis.pttl(key)).toBeGreaterThan(50_000);
    await system.redis.pexpire(key, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await shop.post('/events', batch(order({ event_id: 'taken' }))).expect(202);
  });

  it('refused requests do not extend the window', async () => {
    const shop = await system.shop({ rateLimit: 2 });
    const responses = await burst(shop, 30);
    expect(passed(responses)).toBe(2);
    expect(await system.redis.get(`churn:rate:read ${shop.tenantId}`)).toBe('2');
  });

  it('the operator sets and changes the limit of a tenant', async () => {
    const made = await system.admin('tenant', 'create', '--name', 'Agreed', '--rate-limit', '11');
    const get = (): request.Test => request(system.api.url).get('/customers').set('X-API-Key', String(made['api_key']));
    expect(headersOf(await get()).limit).toBe(11);
    await expect(system.admin('tenant', 'create', '--name', 'Zero', '--rate-limit', '0')).rejects.toThrow('whole number');
  });
});

/** Paths where a caller could guess a secret, also without a valid token. */
const STRICT = new Set([
  '/auth/confirm',
  '/auth/login',
  '/auth/register',
  '/auth/refresh',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/auth/accept-invitation',
  '/auth/change-password',
  '/auth/send-verification',
  '/2fa/verify',
  '/2fa/disable',
  '/tenant/api-key/regenerate',
  '/auth/verify-email',
  '/auth/unlock-two-factor',
  '/auth/switch',
  '/auth/tenants',
  '/auth/tenants/join',
  '/auth/tenants/leave',
]);
/** Operations with this limit on paths that have other operations without it. */
const STRICT_ALONE = new Set(['delete /tenant', 'post /tenant/export']);

describe('the rate limit of a caller without a valid key', () => {
  let system: ChurnSystem;
  let behindProxy: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start({ RATE_LIMIT_PER_ADDRESS: '10', RATE_LIMIT_STRICT: '5' });
    behindProxy = await system.startAnother('api', { NODE_ENV: 'production', TRUST_PROXY: '1', PASSWORD_HASH_COST: '10' });
  }, 60_000);
  beforeEach(() => system.redis.flushdb());
  afterAll(async () => {
    await behindProxy.stop();
    await system.stop();
  });

  const get = (path: string, base = system.api.url): request.Test => request(base).get(path);
  const from = (address: string): request.Test =>
    get('/plans', behindProxy.url).set({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': address });
  const transactions = async (): Promise<number> => {
    const { rows } = await system.owner.query('SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()');
    return (rows as { count: number }[])[0]!.count;
  };
  const remainingOf = async (test: request.Test): Promise<number> => headersOf(await test).remaining;

  it('counts public pages and invalid keys per address', async () => {
    const responses = [
      await get('/plans').expect(200),
      await get('/openapi.json').expect(200),
      await get('/docs').expect(200),
      await get('/customers').expect(401),
      await get('/customers').set('X-API-Key', 'ck_live_wrong').expect(401),
    ];
    expect(responses.map((response) => headersOf(response))).toEqual(
      [9, 8, 7, 6, 5].map((remaining) => ({ limit: 10, remaining, reset: expect.any(Number) })),
    );
  });

  it('answers 429 with Retry-After to a caller that guesses keys', async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, (_, i) => get('/customers').set('X-API-Key', `ck_live_${i}`)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { headers, body } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(body).toMatchObject({ error: 'rate_limited' });
    }
  });

  it('does not use up the limit of a tenant at the same address', async () => {
    const shop = await system.shop();
    const responses = await Promise.all(Array.from({ length: 11 }, () => get('/plans')));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await shop.get('/customers')).status).toBe(200);
  });

  it('answers 429 to made-up keys of an address over its limit without a transaction for each', async () => {
    const guessed = await system.startAnother('api');
    const guess = (): request.Test => get('/customers', guessed.url).set('X-API-Key', `ck_live_${randomUUID()}`);
    await Promise.all(Array.from({ length: 15 }, guess));
    const before = await transactions();
    for (let round = 0; round < 20; round += 1) {
      const responses = await Promise.all(Array.from({ length: 50 }, guess));
      for (const { status, headers } of responses) {
        expect(status).toBe(429);
        expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'retry-after': expect.any(String) });
      }
    }
    // Connections report their transactions when they close. The worker and the other processes have some of their own.
    await guessed.stop();
    expect((await transactions()) - before).toBeLessThan(500);
  });

  it('refuses the token of a session that has ended without a transaction for each call', async () => {
    const [person, asked] = [await system.register(), await system.startAnother('api')];
    const ask = (): request.Test => get('/auth/me', asked.url).set('Authorization', `Bearer ${person.token}`);
    expect((await ask()).status).toBe(200);
    expect((await person.post('/auth/logout')).status).toBeLessThan(300);
    expect((await ask()).status).toBe(401);
    const before = await transactions();
    for (let round = 0; round < 10; round += 1)
      for (const { status } of await Promise.all(Array.from({ length: 50 }, ask))) expect([401, 429]).toContain(status);
    await asked.stop();
    // 500 calls; the other processes have more transactions of their own the longer they take.
    expect((await transactions()) - before).toBeLessThan(450);
  });

  it('accepts valid keys, also new ones, from an address that makes up keys above its limit', async () => {
    const guess = (i: number): request.Test => get('/customers').set('X-API-Key', `ck_live_made_up_${i}`);
    await Promise.all(Array.from({ length: 15 }, (_, i) => guess(i)));
    const shops = await Promise.all([system.shop(), system.shop()]);
    const guesses = Promise.all(Array.from({ length: 200 }, (_, i) => guess(100 + i)));
    const responses = await Promise.all(shops.flatMap((shop) => [shop.get('/customers'), shop.post('/events', batch(order()))]));
    expect(responses.map(({ status }) => status)).toEqual([200, 202, 200, 202]);
    for (const { status } of await guesses) expect(status).toBe(429);
  });

  it('gives people a window of their own of at least 300 requests, whatever limit is agreed for servers', async () => {
    const owner = await system.register();
    for (const agreed of [null, 2, 5000]) {
      await system.owner.query('UPDATE tenants SET rate_limit_per_minute = $2 WHERE id = $1', [owner.tenantId, agreed]);
      expect(headersOf(await owner.get('/auth/me')).limit).toBe(Math.max(agreed ?? 60, 300));
    }
  });

  it('does not limit the health checks', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, (_, i) => get(i % 2 === 0 ? '/health' : '/health/ready')));
    for (const { status, headers } of responses) expect([status, headers['x-ratelimit-limit']]).toEqual([200, undefined]);
  });

  it('counts every operation except the health checks', async () => {
    const { body: document } = await get('/openapi.json');
    const operations = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method, path: path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'x') })),
    );
    expect(operations.length).toBeGreaterThan(6);
    for (const { method, path } of operations) {
      // An answer shows the window with the fewest requests left, so each begins with full ones.
      await system.redis.flushdb();
      const { headers } = await request(system.api.url)[method as 'get' | 'post' | 'delete'](path);
      const limit = path.startsWith('/health') ? undefined : STRICT.has(path) || STRICT_ALONE.has(`${method} ${path}`) ? '5' : '10';
      expect([method, path, headers['x-ratelimit-limit']]).toEqual([method, path, limit]);
    }
  });

  it.each(['/2fa/verify', '/2fa/disable', '/tenant/api-key/regenerate', '/auth/change-password'])(
    'allows five calls of POST %s a minute without a valid token, before it looks for one',
    async (path) => {
      const call = (): request.Test => request(system.api.url).post(path).set('Authorization', 'Bearer invented').send({ code: '123456' });
      const statuses: number[] = [];
      for (let i = 0; i < 7; i += 1) statuses.push((await call()).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    },
  );

  it('ignores X-Forwarded-For unless a proxy is trusted', async () => {
    expect(await remainingOf(get('/plans').set('X-Forwarded-For', '192.0.2.1'))).toBe(9);
    expect(await remainingOf(get('/plans').set('X-Forwarded-For', '192.0.2.2'))).toBe(8);
    expect(await remainingOf(from('192.0.2.1'))).toBe(9);
    expect(await remainingOf(from('192.0.2.2'))).toBe(9);
    // Only the last address comes from the proxy. The caller can invent the others.
    expect(await remainingOf(from('203.0.113.9, 192.0.2.2'))).toBe(8);
  });

  it('counts a whole IPv6 /64, and both spellings of an IPv4 address, as one caller', async () => {
    expect(await remainingOf(from('2001:db8:1:2::1'))).toBe(9);
    expect(await remainingOf(from('2001:DB8:1:2:ffff:ffff:ffff:ffff'))).toBe(8);
    expect(await remainingOf(from('2001:db8:1:3::1'))).toBe(9);
    expect(await remainingOf(from('198.51.100.7'))).toBe(9);
    expect(await remainingOf(from('::ffff:198.51.100.7'))).toBe(8);
  });
});
