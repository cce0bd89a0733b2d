import request from 'supertest';
import { DAY_MS, LIMITS } from '#libs/core';
import { type Merchant, merchantOf } from '../../support/people/merchant.js';
import { turnOnSecondFactor } from '../../support/people/second-factor.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { order } from '../../support/shop/builders.js';
import { countsOf as rowsOf, fillEmptyTables } from '../../support/shop/every-table.js';
import { readExportFile } from '../../support/shop/export-file.js';
import { ConnectedShop } from '../../support/storefront/connected-shop.js';
import { STOREFRONT_APPS } from '../../support/storefront/storefront-apps.js';
import { eventually } from '../../support/waiting/eventually.js';
import { campaignOf, fillWithScored, sent } from '../../support/webhooks/campaign-shop.js';
import { deliverySettings } from '../../support/webhooks/webhook-shop.js';

/** A worker deletes them in about a second and a half; the test kills it before that. */
const EVENTS = 300_000;
/** Longer than the pause before the tenant itself is deleted, with the work. */
const DELETION_MS = 180_000;
const OVER_MS = LIMITS.tenantDeletionGraceMs + DAY_MS;
describe('deleting a tenant', () => {
  let system: ChurnSystem;
  let ada: Merchant;
  let bob: Merchant;

  const countsOf = ({ shop }: Merchant): Promise<Record<string, number>> => rowsOf(system.owner, shop.tenantId);
  const withRows = (counts: Record<string, number>): string[] => Object.keys(counts).filter((table) => counts[table] !== 0);

  /** Rows that neither time nor workers change. */
  async function lastingOf({ shop }: Merchant): Promise<unknown> {
    const found: Record<string, unknown> = {};
    for (const table of [
      'api_keys',
      'users',
      'login_names',
      'events',
      'orders',
      'customer_names',
      'traits',
      'customer_traits',
      'campaigns',
      'audit_log',
    ])
      found[table] = (await shop.rows(table)).map((row) => JSON.stringify(row)).toSorted();
    return found;
  }

  async function filled(): Promise<Merchant> {
    const merchant = await merchantOf(system);
    const { owner, shop } = merchant;
    await system.webhookSecret(shop);
    await ConnectedShop.connect(system, 'generic', shop);
    await shop.send(order({ customer_id: 'buyer-1' }), order({ customer_id: 'buyer-2' }));
    await shop.call('PUT', '/customers/buyer-1/traits').send({ visits: 42 }).expect(200);
    await shop.settled();
    await fillWithScored(system, shop.tenantId, 8);
    await owner.post('/members/invitations', { email: `friend-${owner.tenantId}@example.com` }).expect(201);
    await sent(owner, await campaignOf(owner, 'http://127.0.0.1:9/nobody'));
    return merchant;
  }

  beforeAll(async () => {
    system = await ChurnSystem.start({ ...deliverySettings(), ...STOREFRONT_APPS });
    ada = await filled();
    bob = await filled();
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at)
       SELECT $1, 'many-' || n, gen_random_uuid(), 'page_viewed', now() FROM generate_series(1, ${EVENTS}) n`,
      [ada.shop.tenantId],
    );
  }, 120_000);
  afterAll(() => system.stop());

  it('an export goes on where a killed worker stopped, allows no second one meanwhile, and ends after seven days', async () => {
    const { owner } = ada;
    await system.worker.stop();
    await owner.post('/tenant/export', { password: owner.password }).expect(202);
    expect((await owner.post('/tenant/export', { password: owner.password })).body.error).toBe('conflict');
    const latest = async (): Promise<{ status: string; tables_done: number; rows: number; bytes: number }> =>
      (await owner.get('/tenant/export').expect(200)).body.export;
    await system.worker.start();
    await eventually('some tables', async () => ((await latest()).tables_done > 10 ? true : null));
    await system.worker.kill();
    expect((await latest()).status).toBe('running');
    await system.worker.start();
    await eventually('the file', async () => ((await latest()).status === 'completed' ? true : null));
    const { body } = await owner.get('/tenant/export/file').buffer(true).parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
    }); // prettier-ignore
    const file = readExportFile(body as Buffer);
    expect(file.counts?.['events']).toBeGreaterThanOrEqual(EVENTS);
    expect(Object.fromEntries(Object.entries(file.rows).map(([table, rows]) => [table, rows.length]))).toEqual(file.counts);
    expect(new Set(file.rows['events']?.map(({ event_id: id }) => id)).size).toBe(file.counts?.['events']);

    await system.owner.query(`UPDATE tenant_exports SET expires_at = now() - interval '1 second' WHERE tenant_id = $1`, [owner.tenantId]);
    expect(await latest()).toBeNull();
    expect((await owner.get('/tenant/export/file')).status).toBe(404);
  }, 120_000);

  it('keeps everything for seven days; then no row is left in any table, though a worker is killed, and other tenants lose nothing', async () => {
    const { owner, shop } = ada;
    const [code] = await turnOnSecondFactor(owner);
    const asked = await owner.call('DELETE', '/tenant').send({ password: owner.password, totp_code: code }).expect(202);
    await bob.owner.call('DELETE', '/tenant').send({ password: bob.owner.password }).expect(202);
    await bob.owner.call('DELETE', '/tenant/deletion').expect(200);
    const told = await eventually('the mail', async () =>
      (await system.mailbox.mailsTo(owner.email)).find(({ subject }) => subject === 'Your tenant will be deleted'),
    );
    expect(told.body).toContain(String(asked.body.deletion.deletes_at).slice(0, 10));

    await system.setClock(LIMITS.tenantDeletionGraceMs - DAY_MS);
    await shop.send(order({ customer_id: 'c-3' }));
    expect(await shop.rows('tenant_deletions')).toMatchObject([{ started_at: null }]);

    await system.api.stop();
    await system.worker.stop();
    await system.owner.query('DELETE FROM tenant_exports WHERE tenant_id = $1', [shop.tenantId]);
    await fillEmptyTables(system.owner, shop.tenantId);
    const before = await countsOf(ada);
    expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([]);
    const ofBob = await lastingOf(bob);

    const clock = { TEST_CLOCK_OFFSET_MS: String(OVER_MS) };
    await system.api.start(clock);
    await system.worker.start(clock);
    const deleted = async (): Promise<number | null> =>
      (await shop.rows<{ n: number }>('tenant_deletions', 'rows_deleted::int AS n'))[0]?.n ?? null;
    await eventually('the first rows', async () => (((await deleted()) ?? 0) > 3000 ? true : null));
    await system.worker.kill();
    const rest = await countsOf(ada);
    expect(rest['events']).toBeGreaterThan(0);
    expect(rest).toMatchObject({ sessions: 0, login_names: 0, api_keys: 0, destinations: 0, tenants: 1 });
    expect(system.worker.output).toContain('storefront.disconnected');
    await eventually('the key ends', async () => ((await shop.get('/customers')).status === 401 ? true : null));
    expect((await owner.login()).status).toBe(401);

    await system.worker.start(clock);
    // Stands for a request that began earlier and still writes.
    await eventually('the events', async () => ((await countsOf(ada))['events'] === 0 ? true : null), DELETION_MS);
    await system.owner.query(
      `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at) VALUES ($1, 'late', gen_random_uuid(), 'page_viewed', now())`,
      [shop.tenantId],
    );
    await eventually('the end', async () => (withRows(await countsOf(ada)).length === 0 ? true : null), DELETION_MS);
    const last = await system.mailbox.mailsTo(owner.email, 1);
    expect(last.map(({ subject }) => subject)).toContain('Your tenant is being deleted');
    expect(await lastingOf(bob)).toEqual(ofBob);
    expect((await bob.shop.get('/customers')).status).toBe(200);

    // The address is free again.
    const again = { email: owner.email, password: 'another long password', company_name: 'Ada again' };
    expect((await request(system.api.url).post('/auth/register').send(again)).status).toBe(201);
    // Counters in Redis end by themselves; nothing waits for the tenant.
    const keys = await system.redis.keys(`*${shop.tenantId}*`);
    for (const key of keys) expect([key, (await system.redis.pttl(key)) > 0]).toEqual([key, true]);
  }, 400_000);

  it('happens at once when an operator says so', async () => {
    const other = await merchantOf(system);
    const { tenantId } = other.shop;
    const { rows } = await system.owner.query<{ name: string }>('SELECT name FROM tenants WHERE id = $1', [tenantId]);
    await system.admin('tenant', 'delete', '--tenant', tenantId, '--confirm', rows[0]?.name ?? '', '--now');
    const rest = await eventually(
      'the end',
      async () => {
        const left = withRows(await countsOf(other));
        return left.length === 0 ? left : null;
      },
      DELETION_MS,
    );
    expect(rest).toEqual([]);
  }, 240_000);
});
