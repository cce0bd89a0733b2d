import { remember } from '../../support/people/mailed-secrets.js';
import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { shopifyOrder } from '../../../libs/storefront/src/mapping/test-data/platform-payloads.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { batch, order } from '../../support/shop/builders.js';
import { eventually } from '../../support/waiting/eventually.js';

const MIB = 2 ** 20;

describe('the quota of stored bytes', () => {
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

  /** Notes bytes that another process has stored. */
  const hasStored = (bytes: number, today = bytes): Promise<unknown> =>
    system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes, day, day_bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, $2, (now() AT TIME ZONE 'UTC')::date, $3)`,
      [merchant.owner.tenantId, bytes, today],
    );
  const storage = async () => (await calls.taken(merchant.owner.get('/billing'))).body.storage;

  it('counts the bytes of events, and no event twice', async () => {
    const event = order({ event_id: 'e-1', data: { order_id: 'o-1', sku: 'x'.repeat(1000) } });
    await merchant.shop.post('/events', batch(event)).expect(202);
    await merchant.shop.post('/events', batch(event)).expect(202);
    const { day_bytes: bytes, total_bytes: total } = await eventually('counted bytes', async () => {
      const seen = await storage();
      return seen.day_bytes > 0 ? seen : null;
    });
    expect(bytes).toBeGreaterThan(2000);
    expect(bytes).toBeLessThan(2200);
    expect(total).toBe(bytes);
    expect(await storage()).toMatchObject({ day_limit: 1024 * MIB, total_limit: 10 * 1024 * MIB, nearly_full: false });
  });

  it('refuses events beyond that of a day with 429 quota_exceeded, which says when there is room again', async () => {
    await hasStored(1024 * MIB);
    const answer = await merchant.shop.post('/events', batch(order()));
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({
      error: 'quota_exceeded',
      message: expect.stringMatching(
        /^nothing was stored: storage.day_limit is 1024 MiB .* Send it again after 00:00 UTC, or ask for a larger plan$/,
      ),
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect((await merchant.owner.post('/dashboard/events', batch(order()))).body).toMatchObject({ error: 'quota_exceeded' });
    await merchant.shop.post('/events?dry_run=true', batch(order())).expect(202);
    expect(await merchant.shop.rows('events')).toEqual([]);
  });

  it('holds exactly when requests come at the same time', async () => {
    await hasStored(1024 * MIB - 5000);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => merchant.shop.post('/events', batch(order({ event_id: `e-${i}`, customer_id: `c-${i}` })))),
    );
    const stored = answers.filter(({ status }) => status === 202).length;
    expect(stored).toBe(4);
    expect(await merchant.shop.rows('events')).toHaveLength(4);
  });

  it('refuses notes and customers that only have traits too', async () => {
    await merchant.shop.post('/events', batch(order({ customer_id: 'c-1' }))).expect(202);
    await hasStored(1024 * MIB);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const note = await merchant.owner.post('/dashboard/customers/c-1/notes', { text: 'Called on Monday.' });
    expect([note.status, note.body]).toMatchObject([429, { error: 'quota_exceeded' }]);
    const key = await merchant.owner.post('/tenant/api-keys', { name: 'Till', scope: 'ingest' });
    const { api_key: apiKey } = key.body as { api_key: string };
    remember(apiKey);
    const traits = await merchant.shop.call('PUT', '/customers/c-2/traits').set('X-API-Key', apiKey).send({ points: 1 });
    expect([traits.status, traits.body]).toMatchObject([429, { error: 'quota_exceeded' }]);
  });

  it('counts customers that only have aliases or traits, each once', async () => {
    const key = await merchant.owner.post('/tenant/api-keys', { name: 'Till', scope: 'ingest' });
    const { api_key: apiKey } = key.body as { api_key: string };
    remember(apiKey);
    const asTill = (method: 'POST' | 'PUT', path: string, body: object) =>
      merchant.shop.call(method, path).set('X-API-Key', apiKey).send(body).expect(200);
    const bytes = async (atLeast: number): Promise<number> =>
      eventually('counted bytes', async () => {
        const { day_bytes: seen } = await storage();
        return seen >= atLeast ? seen : null;
      });
    await asTill('POST', '/customers/c-1/aliases', { alias: 'guest-1' });
    expect(await bytes(1)).toBe(3300);
    await asTill('POST', '/customers/c-1/aliases', { alias: 'guest-1' });
    await asTill('POST', '/customers/c-1/aliases', { alias: 'guest-2' });
    expect(await bytes(3301)).toBe(3300 + 1800);
    await asTill('PUT', '/customers/c-1/traits', { points: 1, visits: 2 });
    await asTill('PUT', '/customers/c-1/traits', { points: 1, visits: 2 });
    await merchant.shop.call('PUT', '/customers/c-1/traits').send({ points: 3 }).expect(200);
    expect(await bytes(5101 + 100)).toBe(5100 + 3 * 50);
  });

  it('refuses aliases and traits, but none that are taken away', async () => {
    await merchant.shop.post('/events', batch(order({ customer_id: 'c-1' }), order({ customer_id: 'c-2' }))).expect(202);
    await merchant.shop.call('PUT', '/customers/c-1/traits').send({ points: 1 }).expect(200);
    await merchant.shop.post('/customers/c-1/aliases', { alias: 'guest-1' }).expect(200);
    await hasStored(2 * 1024 * MIB);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const full = { error: 'quota_exceeded' };
    expect((await merchant.shop.post('/customers/c-2/aliases', { alias: 'guest-2' })).body).toMatchObject(full);
    expect((await merchant.shop.call('PUT', '/customers/c-1/traits').send({ points: 2 })).body).toMatchObject(full);
    await merchant.shop.call('PUT', '/customers/c-1/traits').send({ points: null }).expect(200);
    await merchant.shop.delete('/customers/c-1/aliases/guest-1').expect(200);
    expect(await merchant.shop.rows('customer_aliases')).toEqual([]);
  });

  it('counts the id of each delivery of a platform, also when its content is known', async () => {
    const shop = await ConnectedShop.connect(system);
    const counted = async (): Promise<number> => {
      const rows = await shop.merchant.rows<{ bytes: string }>('usage_counts', 'coalesce(sum(bytes), 0) AS bytes');
      return Number(rows[0]?.bytes ?? 0);
    };
    const deliver = (id: string, answer: object) =>
      shop.webhook('orders/create', shopifyOrder({ id: 1001, customer: { id: 7 } }), { 'X-Storefront-Event-Id': id }).expect(202, answer);
    await deliver('d-1', { accepted: 1, rejected: 0 });
    const first = await eventually('counted bytes', async () => (await counted()) || null);
    for (const id of ['d-2', 'd-3', 'd-4']) await deliver(id, { accepted: 0, rejected: 0 });
    await eventually('three more ids', async () => ((await counted()) === first + 3 * 200 ? true : null), 15_000);
    expect(await shop.merchant.rows('storefront_deliveries')).toHaveLength(4);
  });

  it('asks a platform to send a webhook again, and takes it when there is room', async () => {
    const shop = await ConnectedShop.connect(system);
    const full = [shop.merchant.tenantId, 10 * 1024 * MIB];
    await system.owner.query(
      `INSERT INTO usage_counts (tenant_id, month, writer, requests, events, bytes)
       VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), gen_random_uuid(), 0, 1, $2)`,
      full,
    );
    const send = () => shop.webhook('orders/create', shopifyOrder({ id: 1001, customer: { id: 7 } }));
    const refused = await send();
    expect([refused.status, refused.body]).toMatchObject([429, { error: 'quota_exceeded' }]);
    await system.owner.query('UPDATE usage_counts SET bytes = 0 WHERE tenant_id = $1', [shop.merchant.tenantId]);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect((await send()).body).toEqual({ accepted: 1, rejected: 0 });
  });

  it('refuses events beyond the limit of all days, also when today has room', async () => {
    await hasStored(10 * 1024 * MIB, 0);
    const { body } = await merchant.shop.post('/events', batch(order()));
    expect(body).toMatchObject({
      error: 'quota_exceeded',
      message: expect.stringMatching(/^nothing was stored: storage.total_limit is 10240 MiB .* choose a shorter retention/),
    });
  });

  it('is small until an owner has verified the address', async () => {
    const stranger = await system.registerUnverified();
    const { body } = await calls.taken(stranger.get('/billing'));
    expect(body.storage).toMatchObject({ day_limit: 256 * MIB, total_limit: 256 * MIB });
  });

  it('tells the owners once a day when 80 % are used up', async () => {
    await hasStored(900 * MIB);
    await merchant.shop.post('/events', batch(order())).expect(202);
    expect(await storage()).toMatchObject({ nearly_full: true });
    const mailsAbout = () =>
      system.mailbox.mails.filter(({ to, subject }) => to.includes(merchant.owner.email) && subject === 'Your storage is nearly full');
    await system.mailbox.mailsTo(merchant.owner.email);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await merchant.shop.post('/events', batch(order())).expect(202);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(mailsAbout()).toHaveLength(1);
  }, 30_000);

  it('of one tenant is none of another', async () => {
    await hasStored(1024 * MIB);
    const other = await merchantOf(system);
    await other.shop.post('/events', batch(order())).expect(202);
    expect(await other.shop.rows('events')).toHaveLength(1);
  });
});
