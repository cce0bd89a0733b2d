import { randomUUID } from 'node:crypto';
import request, { type Test } from 'supertest';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { ServiceProcess } from '../../support/servers/service-process.js';

describe('The registrations of a network', () => {
  let system: ChurnSystem;
  let api: ServiceProcess;
  let other: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start();
    const settings = { TRUST_PROXY: '1', RATE_LIMIT_REGISTRATIONS: '3' };
    [api, other] = [await system.startAnother('api', settings), await system.startAnother('api', settings)];
  }, 60_000);
  beforeEach(() => system.redis.flushdb());
  afterAll(async () => {
    await api.stop();
    await other.stop();
    await system.stop();
  });

  const registerFrom = (address: string, more: object = {}, by = api): Test => {
    const [email, password] = [`ada-${randomUUID()}@example.com`, `pass ${randomUUID()}`];
    remember(email, password);
    return request(by.url)
      .post('/auth/register')
      .set('X-Forwarded-For', address)
      .send({ email, password, company_name: 'Ada', ...more });
  };
  const tenants = async (): Promise<number | null> => (await system.owner.query('SELECT FROM tenants')).rowCount;

  it.each([
    ['IPv4', (n: number) => `198.51.100.${n * 50}`, '198.51.100.0/24', '198.51.101.1'],
    ['IPv6', (n: number) => `2001:db8:1:${n}::${n}`, '2001:db8:1::/48', '2001:db8:2:1::1'],
    ['IPv4 in both spellings', (n: number) => (n % 2 === 0 ? `203.0.113.${n}` : `::ffff:203.0.113.${n}`), '203.0.113.0/24', '203.0.112.1'],
  ])('are limited within a day, by all its addresses and processes together: %s', async (_, addressOf, network, neighbour) => {
    const calls = await DocumentedCalls.load(api.url);
    for (const n of [1, 2, 3]) await registerFrom(addressOf(n), {}, n === 2 ? other : api).expect(201);
    const before = await tenants();

    const { headers, body } = await calls.refused(registerFrom(addressOf(4)), 429, 'quota_exceeded');
    expect(body.message).toContain(`3 accounts were registered from your network (${network}) within a day`);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
    const [wait, dayS] = [Number(headers['retry-after']), 86_400];
    expect(wait).toBeGreaterThan(dayS - 600);
    expect(wait).toBeLessThanOrEqual(dayS);
    expect(await tenants()).toBe(before);

    await registerFrom(neighbour).expect(201);
  });

  it('count only when they succeed, however many are tried at once', async () => {
    const taken = { email: `taken-${randomUUID()}@example.com` };
    await registerFrom('192.0.2.1', taken).expect(201);
    for (let n = 0; n < 4; n += 1) await registerFrom('192.0.2.2', taken).expect(409);
    await registerFrom('192.0.2.3', { password: 'password12' }).expect(400);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => registerFrom(`192.0.2.${n}`, {}, n % 2 === 0 ? api : other)));
    const statuses = answers.map(({ status }) => status).filter((status) => status !== 503);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
  });

  it('do not keep members from joining a tenant', async () => {
    for (const n of [1, 2, 3]) await registerFrom(`192.0.2.${n}`).expect(201);
    const owner = await system.register();
    const email = `bob-${randomUUID()}@example.com`;
    await owner.post('/members/invitations', { email }).expect(201);
    const [token, password] = [await system.mailbox.tokenTo(email), `pass ${randomUUID()}`];
    remember(email, password);
    const joined = await request(api.url).post('/auth/accept-invitation').set('X-Forwarded-For', '192.0.2.9').send({ token, password });
    expect([joined.status, joined.body]).toMatchObject([201, { user: { email, tenant_id: owner.tenantId } }]);
  });
});
