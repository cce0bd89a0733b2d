import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { newId, SystemClock, toTenantId } from '#libs/core';
import { Database } from '#libs/database';
import { UsageMeter } from '#libs/tenants';
import { BackfillNotes } from '#libs/work';
import { ApiKeyEntity, TenantEntity } from '#libs/entities';
import { Ingestion } from '#libs/ingestion';
import { JobPublisher } from '#libs/queues';
import { order } from '../../support/shop/builders.js';
import { ChurnSystem } from '../../support/servers/churn-system.js';
import type { Shop } from '../../support/shop/shop.js';
import { CITUS_NODES } from '../../support/servers/citus-database.js';

const isDistributed = CITUS_NODES.length > 0;

/** Tables that do not belong to a tenant. */
const GLOBAL_TABLES = new Set(['tenants', 'migrations']);

/** An e-mail address is one account over all tenants, and a shop is connected to one of them, so their hashes are unique over all. */
const UNIQUE_OVER_ALL_TENANTS = ['login_names_pkey', 'storefront_shops_pkey'];

describe('tenant isolation in the database', () => {
  let system: ChurnSystem;
  let mine: Shop;
  let theirs: Shop;
  let app: Client;
  let tables: string[];

  beforeAll(async () => {
    system = await ChurnSystem.start();
    [mine, theirs] = [await system.shop(), await system.shop()];
    await mine.send(order({ customer_id: 'c-1' }), order({ customer_id: 'c-1', event_type: 'order_refunded', value: 5 }));
    app = new Client({ connectionString: system.databaseUrl });
    await app.connect();
    const { rows } = await system.owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    );
    tables = rows.map(({ name }) => name).filter((name) => !GLOBAL_TABLES.has(name));
  }, 60_000);
  afterAll(async () => {
    await app.end();
    await system.stop();
  });

  it('has a tenant_id in every table except the named ones', async () => {
    expect(tables.length).toBeGreaterThan(7);
    for (const table of tables) {
      const { rows } = await system.owner.query(
        `SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'tenant_id' AND attnotnull`,
        [table],
      );
      expect([table, rows.length]).toEqual([table, 1]);
    }
  });

  // On Citus the owner is not bound by it: that would end online moves of shards.
  it('forces row-level security with a policy for the app role on every table', async () => {
    const { rows } = await system.owner.query<{ name: string; secure: boolean; policies: number }>(`
      SELECT relname AS name, relrowsecurity AND relforcerowsecurity = $2 AS secure,
             (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid AND polpermissive AND polqual IS NOT NULL AND polwithcheck IS NOT NULL) AS policies
      FROM pg_class c WHERE relname = ANY ($1)`, [[...tables, 'tenants'], !isDistributed]); // prettier-ignore
    expect(rows).toHaveLength(tables.length + 1);
    for (const row of rows) expect(row).toEqual({ name: row.name, secure: true, policies: 1 });
  });

  it('has tenant_id first in every primary key, unique index and foreign key', async () => {
    const { rows } = await system.owner.query<{ table: string; index: string; first: string }>(`
      SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS index, a.attname AS first
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indisunique AND i.indrelid::regclass::text = ANY ($1) AND i.indexrelid::regclass::text <> ALL ($2)`, [tables, UNIQUE_OVER_ALL_TENANTS]); // prettier-ignore
    expect(rows.length).toBeGreaterThanOrEqual(tables.length - 1);
    for (const row of rows) expect(row).toEqual({ ...row, first: 'tenant_id' });
    const { rows: keys } = await system.owner.query<{ name: string; first: string }>(`
      SELECT conname AS name, a.attname AS first FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE contype = 'f' AND conrelid::regclass::text = ANY ($1)`, [tables]); // prettier-ignore
    for (const key of keys) expect(key).toEqual({ ...key, first: 'tenant_id' });
  });

  it('adds the tenant to every statement of a repository, whatever the caller asks for', async () => {
    const [me, other] = [toTenantId(mine.tenantId), toTenantId(theirs.tenantId)];
    // The test bypasses the types, which do not let a caller name a tenant at all.
    const ofTheirs = { tenantId: other } as object;
    await system.transaction(me, async (db) => {
      const keys = db.repository(ApiKeyEntity);
      expect((await keys.find(ofTheirs)).map(({ tenantId }) => tenantId)).toEqual([me]);
      expect(await keys.count(ofTheirs)).toBe(1);
      await keys.insert({
        ...ofTheirs,
        id: newId(),
        keyHash: randomBytes(32),
        prefix: 'second',
        name: 'A',
        scope: 'all',
        isMain: false,
        number: 2,
      });
      expect(await keys.update({ ...ofTheirs, prefix: 'second' }, { prefix: 'third' })).toBe(1);
      expect(await keys.delete({ ...ofTheirs, prefix: 'third' })).toBe(1);
      expect(await db.repository(TenantEntity).findOne({ ...({ id: other } as object) })).toMatchObject({ id: me });
      await expect(async () => keys.delete({ prefix: undefined })).rejects.toThrow('the condition on prefix has no value');
    });
    const left = await system.transaction(other, (db) => db.repository(ApiKeyEntity).find({}));
    expect(left.map(({ tenantId }) => tenantId)).toEqual([other]);
  });

  it('uses a role that owns nothing and bypasses nothing', async () => {
    const { rows } = await app.query(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit,
             (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
      FROM pg_roles r WHERE rolname = current_user`);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolinherit: false, owned: 0 }]);
    const asOwner = Database.open({ url: system.ownerUrl, poolSize: 1, deadlineMs: 5000 });
    await expect(asOwner).rejects.toThrow('sees past row-level security');
  });

  it('shows no row of any table to a statement without a tenant, and refuses the statement', async () => {
    for (const table of [...tables, 'tenants']) {
      // The policy of a table without rows is never evaluated.
      const seen = app.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`).then(
        ({ rows }) => rows[0]?.n,
        () => 0,
      );
      expect([table, await seen]).toEqual([table, 0]);
    }
    await expect(app.query('SELECT FROM tenants')).rejects.toThrow('app.tenant_id');
    await expect(app.query(`UPDATE customers SET external_id = 'x'`)).rejects.toThrow('app.tenant_id');
    await expect(
      app.query(`INSERT INTO customers (tenant_id, id, external_id) VALUES ('${mine.tenantId}', gen_random_uuid(), 'x')`),
    ).rejects.toThrow('app.tenant_id');
  });

  it('lets any statement read and write only rows of the current tenant', async () => {
    await app.query('BEGIN');
    await app.query(`SET LOCAL app.tenant_id = '${theirs.tenantId}'`);
    for (const table of tables) {
      const { rows } = await app.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = '${mine.tenantId}'`);
      expect([table, rows[0]?.n]).toEqual([table, 0]);
    }
    // A deletion has policies of its own. A statement that reads no column does not need to see the rows that it changes.
    await system.owner.query(`INSERT INTO tenant_deletions (tenant_id, requested_at, due_at) VALUES ($1, now(), now() + interval '7 days')`, [mine.tenantId]); // prettier-ignore
    for (const statement of [
      `UPDATE customers SET external_id = 'stolen' WHERE tenant_id = '${mine.tenantId}'`,
      'UPDATE tenant_deletions SET started_at = now()',
      'DELETE FROM tenant_deletions',
    ])
      expect([statement, (await app.query(statement)).rowCount]).toEqual([statement, 0]);
    await system.owner.query('DELETE FROM tenant_deletions WHERE tenant_id = $1', [mine.tenantId]);
    await expect(
      app.query(`INSERT INTO customers (tenant_id, id, external_id) VALUES ('${mine.tenantId}', gen_random_uuid(), 'x')`),
    ).rejects.toThrow('row-level security');
    await app.query('ROLLBACK');
    // The setting ends with its transaction: the next one on this connection is refused.
    await expect(app.query('SELECT FROM customers')).rejects.toThrow('uuid: ""');
  });

  it('lets work across tenants see that there is work, but not for whom or what', async () => {
    await app.query('BEGIN');
    await app.query('SET LOCAL ROLE churn_system');
    expect((await app.query('SELECT id FROM tenants')).rowCount).toBe(2);
    for (const statement of [
      'SELECT * FROM customers',
      'SELECT * FROM events',
      'SELECT * FROM orders',
      'SELECT customer_ids, content FROM score_requests',
      'SELECT * FROM outbox',
      'DELETE FROM tenants',
      'UPDATE api_keys SET expires_at = now()',
    ]) {
      await app.query('SAVEPOINT before');
      await expect(app.query(statement)).rejects.toThrow('permission denied');
      await app.query('ROLLBACK TO before');
    }
    await app.query('ROLLBACK');
  });

  it('stores no API key', async () => {
    const { rows } = await system.owner.query<{ row: string }>('SELECT api_keys::text AS row FROM api_keys');
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { row } of rows) for (const shop of [mine, theirs]) expect(row).not.toContain(shop.apiKey.slice('ck_live_'.length + 8));
  });

  it('ingests a batch of any size with the same few statements, each for one tenant', async () => {
    const statements: string[] = [];
    const database = await Database.open({
      // Not through a pooler: it may be too old for prepared statements.
      url: Object.assign(new URL(system.databaseUrl), { port: new URL(system.ownerUrl).port }).toString(),
      poolSize: 1,
      deadlineMs: 5000,
      onStatement: (sql) => statements.push(sql),
    });
    const clock = new SystemClock();
    // Without queues no worker is woken, which does not affect the batch.
    const ingestion = new Ingestion(
      database,
      new JobPublisher(new Map(), clock),
      clock,
      new UsageMeter(database, clock),
      new BackfillNotes(clock, 1000),
    );
    const withoutTransaction = (all: string[], part: string): string[] => {
      const at = all.findIndex((sql) => sql.includes(part));
      return at === -1 ? all : all.toSpliced(at - (isDistributed ? 3 : 1), isDistributed ? 5 : 3);
    };
    const sentFor = async (count: number): Promise<string[]> => {
      statements.length = 0;
      const events = Array.from({ length: count }, (_, i) =>
        order({ event_id: `n${count}-${i}`, customer_id: `spy-${i}`, data: { order_id: `n${count}-${i}` } }),
      );
      const outcomes = await ingestion.batch(toTenantId(mine.tenantId), events, {
        backfill: false,
        dryRun: false,
        source: { via: 'api', sender: null },
      });
      expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
      // A process asks every few seconds how much a tenant has stored, however many batches it gets.
      const ofBatch = withoutTransaction([...statements], 'AS is_verified');
      // The remaining deadline depends on how long the request waited for the pool.
      return ofBatch.map((sql) => sql.replace(/(statement_timeout = )\d+/, '$1N'));
    };
    try {
      // On Citus the first transaction of a tenant asks where its rows are.
      if (isDistributed) await sentFor(2);
      const one = await sentFor(1);
      // On Citus each statement goes by itself.
      const begin = isDistributed ? 3 : 1;
      const rest = one.slice(begin);
      const last = rest.pop();
      expect(await sentFor(100)).toEqual(one);
      expect(await sentFor(1000)).toEqual(one);
      const plan = isDistributed ? '' : '; SET LOCAL plan_cache_mode = force_generic_plan';
      expect(one.slice(0, begin).join('; ')).toBe(
        `START TRANSACTION; SET LOCAL app.tenant_id = '${mine.tenantId}'; SET LOCAL statement_timeout = N${plan}`,
      );
      expect(last).toBe('COMMIT');
      // On Citus the score request goes by itself too.
      expect(rest).toHaveLength(isDistributed ? 2 : 1);
      for (const sql of rest) expect(sql).toMatch(/\(tenant_id, [\s\S]*(\bid = |VALUES \()\$1|^SELECT [^;]* WHERE tenant_id = \$1/);
    } finally {
      await database.close();
    }
  });
});
