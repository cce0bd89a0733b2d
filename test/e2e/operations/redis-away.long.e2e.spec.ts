import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { shopifyOrder, wooCommerceCustomer } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { remember } from '../../support/people/mailed-secrets.js';
import { merchantOf } from '../../support/people/merchant.js';
import { batch, daysAgo, order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { RedisProxy } from '../../support/servers/redis-proxy.js';
import { freePort, type ServiceProcess } from '../../support/servers/service-process.js';
import { ConnectedShop, hmac } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';
import { patient } from '../../support/waiting/limits.js';

describe('without Redis,', () => {
  let system: ChurnSystem;
  let open: ServiceProcess;

  beforeAll(async () => {
    system = await ChurnSystem.start({ RATE_LIMIT_REDIS_TIMEOUT_MS: '100' }, { redisUrl: `redis://127.0.0.1:${await freePort()}` });
    open = await system.startAnother('api', { RATE_LIMIT_ON_REDIS_LOSS: 'local', RATE_LIMIT_LOCAL_SHARE: '40' });
  }, 60_000);
  afterAll(async () => {
    await open.stop();
    await system.stop();
  });

  it('the api cannot count requests, so it refuses each at once with 503 and stores nothing', async () => {
    const shop = await system.shop();
    const attempts = [shop.post('/events', batch(order())), shop.get('/customers'), request(system.api.url).get('/plans')];
    for (const attempt of attempts) {
      const startedAt = Date.now();
      const response = await attempt;
      expect(Date.now() - startedAt).toBeLessThan(patient(1000));
      expect(response.status).toBe(503);
      expect(response.headers['retry-after']).toBe('5');
      expect(response.body).toEqual({ error: 'service_unavailable', message: expect.any(String), request_id: expect.any(String) });
    }
    expect(await shop.rows('events')).toEqual([]);
  });

  it('an api with local rate limits accepts events at once, and the sweep scores them', async () => {
    const shop = (await system.shop()).via(open.url);
    for (let i = 0; i < 5; i += 1) {
      const startedAt = Date.now();
      await shop.post('/events', batch(order({ customer_id: `c-${i}`, occurred_at: daysAgo(i) }))).expect(202);
      expect(Date.now() - startedAt).toBeLessThan(patient(1000));
    }
    await shop.settled(5000);
    expect((await shop.churnOf('c-4')).churn?.score).toMatch(/^0\.\d{4}$/);
  });

  it('an api with local rate limits gives a tenant its share of the limit and no more', async () => {
    const shop = (await system.shop({ rateLimit: 20 })).via(open.url);
    const responses = await Promise.all(Array.from({ length: 15 }, () => shop.get('/customers')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    for (const { headers } of refused) expect(headers).toMatchObject({ 'x-ratelimit-limit': '8', 'x-ratelimit-remaining': '0' });
  });

  it('both processes report that they are not ready, and which part fails', async () => {
    for (const url of [system.api.url, system.worker.url]) {
      const response = await request(url).get('/health/ready');
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ status: 'unavailable', failing: ['redis'], checks: { database: 'ok' } });
      expect((await request(url).get('/health')).status).toBe(200);
    }
  });

  it('both processes still end cleanly', async () => {
    const codes = await Promise.all([system.api.stop(), system.worker.stop()]);
    const printed = system.api.output + system.worker.output;
    // The output tells why one of them failed.
    expect({ codes, ...(codes.join() !== '0,0' && { printed }) }).toEqual({ codes: [0, 0] });
    expect(printed).not.toMatch(/unhandled|UnhandledPromise/i);
  });
});

it('both processes end cleanly whose Redis takes connections and never answers', async () => {
  const silent = createServer((socket) => void socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const system = await ChurnSystem.start({}, { redisUrl: `redis://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  try {
    expect([await system.api.stop(), await system.worker.stop()]).toEqual([0, 0]);
  } finally {
    await system.stop();
    silent.close();
  }
}, 60_000);

describe('while Redis is frozen,', () => {
  let proxy: RedisProxy;
  let system: ChurnSystem;

  beforeAll(async () => {
    proxy = await RedisProxy.start(`${process.env['CHURN_TEST_REDIS_URL']}`);
    const settings = { ...STOREFRONT_APPS, RATE_LIMIT_REDIS_TIMEOUT_MS: '100', SWEEP_INTERVAL_MS: '60000' };
    system = await ChurnSystem.start(settings, { redisUrl: proxy.url });
  }, 60_000);
  afterAll(async () => {
    await system.stop();
    await proxy.stop();
  });

  it('the api refuses requests within a fraction of a second, and serves them again soon after', async () => {
    const shop = await system.shop();
    await shop.get('/customers').expect(200);
    proxy.freeze();
    for (let i = 0; i < 3; i += 1) {
      const startedAt = Date.now();
      await shop.post('/events', batch(order())).expect(503);
      expect(Date.now() - startedAt).toBeLessThan(patient(1000));
    }
    expect(await shop.rows('events')).toEqual([]);
    proxy.thaw();
    await shop.get('/customers').expect(200);
  });

  it('the api takes calls of storefronts that are signed correctly, and only those', async () => {
    const shop = await ConnectedShop.connect(system);
    const { owner } = await merchantOf(system);
    const { body: made } = await owner.post('/integrations/storefront/woocommerce', { shop: 'https://woo.example.com' }).expect(201);
    remember(made.secret);
    const anOrder = JSON.stringify(shopifyOrder({ customer: { id: 7 } }));
    const aCustomer = JSON.stringify(wooCommerceCustomer());
    const signature = (secret: string) => ({ 'X-Storefront-Hmac-SHA256': hmac(secret, anOrder) });
    const byKey = { ...shop.headers('orders/updated'), 'X-API-Key': shop.merchant.apiKey, ...signature(shop.secret) };
    const ofWoo = { 'X-WC-Webhook-Topic': 'customer.created', 'X-WC-Webhook-Signature': hmac(made.secret, aCustomer) };
    proxy.freeze();
    const answers = [
      await shop.webhook('orders/create', anOrder),
      await shop.send('/webhooks/storefront/orders', anOrder, byKey),
      await shop.send(shop.path('customers', owner.tenantId), aCustomer, ofWoo),
      await shop.webhook('orders/create', anOrder, signature('another secret')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 503]);
    proxy.thaw();
  });

  it('connections that are never answered again are replaced: requests succeed, and events are scored by wake-ups', async () => {
    const shop = await system.shop();
    await shop.get('/customers').expect(200);
    await sleep(1000);
    proxy.silence();
    const silentAt = Date.now();
    await eventually('a request succeeds', async () => ((await shop.get('/customers')).status === 200 ? true : null), 10_000);
    expect(Date.now() - silentAt).toBeLessThan(patient(6000));
    // The blocking connections of the worker follow. The sweep of this system is too rare to score the event.
    await sleep(Math.max(0, silentAt + 22_000 - Date.now()));
    await shop.post('/events', batch(order({ customer_id: 'afterwards' }))).expect(202);
    await shop.settled(5000);
    expect((await shop.churnOf('afterwards')).churn).not.toBeNull();
  }, 60_000);
});
