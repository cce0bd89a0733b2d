import { DocumentedCalls } from '../../support/http/documented-calls.js';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
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

  /** As if another process had stored these bytes. */
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
    expect(bytes).toBeGreaterThan(1300);
    expect(bytes).toBeLessThan(1500);
    expect(total).toBe(bytes);
    expect(await storage()).toMatchObject({ day_limit: 1024 * MIB, total_limit: 10 * 1024 * MIB, nearly_full: false });
  });

  it('refuses events beyond that of a day with 429 quota_exceeded, which says when there is room again', async () => {
    await hasStored(1024 * MIB);
    const answer = await merchant.shop.post('/events', batch(order()));
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({
      error: 'quota_exceeded',
      message: expect.stringMatching(/^the events of today take 1024 MiB, the quota of stored bytes per day/),
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    expect((await merchant.owner.post('/dashboard/events', batch(order()))).body).toMatchObject({ error: 'quota_exceeded' });
    await merchant.shop.post('/events?dry_run=true', batch(order())).expect(202);
    expect(await merchant.shop.rows('events')).toEqual([]);
  });

  it('refuses events beyond that of all days, whatever today has', async () => {
    await hasStored(10 * 1024 * MIB, 0);
    const { body } = await merchant.shop.post('/events', batch(order()));
    expect(body).toMatchObject({ error: 'quota_exceeded', message: expect.stringMatching(/^all your events take 10240 MiB/) });
  });

  it('is small until an owner has verified the address', async () => {
    const stranger = await system.registerUnverified();
    const { body } = await calls.taken(stranger.get('/billing'));
    expect(body.storage).toMatchObject({ day_limit: 64 * MIB, total_limit: 128 * MIB });
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
  });
});
