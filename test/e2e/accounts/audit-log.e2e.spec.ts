import { recordAudit } from '#libs/tenants';
import { toTenantId, toUserId } from '#libs/core';
import { Client } from 'pg';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';
import type { Shop } from '../../support/shop/shop.js';

const DAY_MS = 86_400_000;

interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly actor_kind: string;
  readonly actor_user_id: string | null;
  readonly network: string | null;
  readonly details: Record<string, unknown>;
}

describe('the audit log', () => {
  let system: ChurnSystem;
  let shop: Shop;

  beforeAll(async () => {
    system = await ChurnSystem.shared();
    shop = await system.shop();
  }, 60_000);
  afterAll(() => system.stop());

  /** Their ids ascend with time; without an order Postgres returns them in that of any index. */
  const entries = async (): Promise<AuditRow[]> =>
    (await shop.rows<AuditRow>('audit_log', 'id, action, actor_kind, actor_user_id, network, details')).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );

  it('records what an operator did, without any secret', async () => {
    const secret = await system.webhookSecret(shop);
    const made = await system.admin('key', 'create', '--tenant', shop.tenantId);
    await system.admin('key', 'revoke', '--tenant', shop.tenantId, '--prefix', String(made['prefix']));
    const written = await entries();
    expect(written.map(({ action }) => action)).toEqual([
      'tenant.created',
      'api_key.created',
      'webhook_secret.created',
      'api_key.created',
      'api_key.revoked',
    ]);
    for (const entry of written) expect(entry).toMatchObject({ actor_kind: 'admin', actor_user_id: null, network: null });
    const text = JSON.stringify(written);
    expect(text).toContain(made['prefix']);
    for (const secretText of [secret, shop.apiKey, String(made['api_key'])]) expect(text).not.toContain(secretText);
    expect(text).not.toMatch(/ck_live_|whsec_/);
  });

  it('rolls an entry back together with the change that it records', async () => {
    const before = (await entries()).length;
    const broken = system.transaction(toTenantId(shop.tenantId), async (db) => {
      await recordAudit(db, { action: 'settings.changed', actor: { kind: 'system' } }, new Date());
      throw new Error('the change fails');
    });
    await expect(broken).rejects.toThrow('the change fails');
    expect(await entries()).toHaveLength(before);
  });

  it('keeps the network of a caller but not the address', async () => {
    await system.transaction(toTenantId(shop.tenantId), (db) =>
      recordAudit(
        db,
        { action: 'user.logged_in', actor: { kind: 'user', userId: toUserId(shop.tenantId) }, address: '203.0.113.77' },
        new Date(),
      ),
    );
    expect((await entries()).at(-1)).toMatchObject({ actor_kind: 'user', actor_user_id: shop.tenantId, network: '203.0.113.0/24' });
  });

  it('lets the processes add entries, but neither change nor delete them', async () => {
    const app = new Client({ connectionString: system.databaseUrl });
    await app.connect();
    for (const statement of [`UPDATE audit_log SET action = 'nothing.happened'`, 'TRUNCATE audit_log', 'DROP TABLE audit_log']) {
      await app.query('BEGIN');
      await app.query(`SET LOCAL app.tenant_id = '${shop.tenantId}'`);
      await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
      await app.query('ROLLBACK');
    }
    // A policy hides the entries from a deletion until the deletion of the tenant has begun. Distribution over Citus drops it.
    await app.query('BEGIN');
    await app.query(`SET LOCAL app.tenant_id = '${shop.tenantId}'`);
    const { length } = await entries();
    expect(length).toBeGreaterThan(0);
    expect((await app.query('DELETE FROM audit_log')).rowCount).toBe(CITUS_NODES.length > 0 ? length : 0);
    await app.query('ROLLBACK');
    await app.end();
  });

  it('outlives the tenant that it is about', async () => {
    const gone = await system.shop();
    await system.owner.query('DELETE FROM tenants WHERE id = $1', [gone.tenantId]);
    expect(await gone.rows('audit_log')).toHaveLength(2);
  });

  it('can be shortened only by the owner of the database, and only by old entries', async () => {
    const before = await entries();
    const long = new Date(Date.now() - 500 * DAY_MS);
    await system.transaction(toTenantId(shop.tenantId), (db) =>
      recordAudit(db, { action: 'user.logged_in', actor: { kind: 'system' } }, long),
    );
    expect(await system.adminAsOwner('audit', 'prune')).toMatchObject({ removed: 1 });
    expect(await entries()).toEqual(before);
    await expect(system.adminAsOwner('audit', 'prune', '--keep-days', '0')).rejects.toThrow(
      '--keep-days is "0": it must be a whole number from 90 to 3650',
    );
  });
});
