import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { newId, toTenantId } from '#libs/core';
import { migrate, TenantDb } from '#libs/database';
import { childrenFirst, exportedTables, leftOutOf, NOT_EXPORTED, readTenantTables, SEALED_COLUMNS, type TenantTable } from '#libs/tenants';
import { OwnPostgres } from '../support/servers/own-postgres.js';

const ERASURE = 'apps/scoring-worker/src/erasing/customer';
/** Score requests name customers in JSON. Their own module rewrites them, and the erasure calls it. */
const REQUESTS = 'libs/ingestion/src/score-requests/waiting-requests.sql.ts';
/** Columns that name a customer: by id, by the merchant's own id, or as the previous owner of an order. */
const NAMES_A_CUSTOMER = `('customer_id', 'customer_ids', 'moved_from', 'external_id')`;
/** Tables with rows that are deleted with the row in `customers`, by a foreign key. */
const GONE_WITH_THE_CUSTOMER = [
  'customer_categories',
  'customer_notes',
  'customer_traits',
  'past_named',
  'segment_customers',
  'shop_customers',
];

function tablesThatErasureChanges(): string[] {
  const files = readdirSync(ERASURE)
    .filter((name) => name.endsWith('.sql.ts'))
    .map((name) => path.join(ERASURE, name));
  const sql = [...files, REQUESTS].map((file) => readFileSync(file, 'utf8')).join('\n');
  return Array.from(sql.matchAll(/\b(?:DELETE FROM|UPDATE) (\w+)\b/g), ([, table]) => table ?? '');
}

/** The deletion and the export of a tenant go by the schema, so a new table is in both. */
describe('the tables of tenants', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'churn-tenant-tables-'));
  let postgres: OwnPostgres;
  let source: DataSource;
  let tables: TenantTable[];

  const read = (): Promise<TenantTable[]> =>
    readTenantTables(
      new TenantDb(
        toTenantId(newId()),
        (sql, values) => source.query(sql, [...values]),
        () => source.manager,
      ),
    );

  beforeAll(async () => {
    // Under root, Postgres runs as another account and must be able to reach its folder.
    chmodSync(folder, 0o755);
    postgres = await OwnPostgres.start(folder);
    await migrate(postgres.url);
    source = new DataSource({ type: 'postgres', url: postgres.url });
    await source.initialize();
    tables = await read();
  }, 120_000);

  afterAll(async () => {
    await source?.destroy();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are all tables of the schema, but for the list of migrations', async () => {
    const all = await source.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY tablename COLLATE "C"`,
    );
    expect(all.length).toBeGreaterThan(50);
    expect(tables.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    expect(tables.filter(({ tenantColumn }) => tenantColumn !== 'tenant_id').map(({ name }) => name)).toEqual(['tenants']);
  });

  it('are deleted after the tables that refer to them', () => {
    const sorted = childrenFirst(tables);
    expect(sorted).toHaveLength(tables.length);
    const places = new Map(sorted.map(({ name }, place) => [name, place]));
    for (const { name, references } of sorted)
      for (const parent of references) expect([name, parent, places.get(name)! < places.get(parent)!]).toEqual([name, parent, true]);
    expect(sorted.at(-1)?.name).toBe('tenants');
  });

  it('are all exported, without sealed and hashed secrets', () => {
    const names = tables.map(({ name }) => name);
    expect(exportedTables(tables)).toEqual(names.filter((name) => !NOT_EXPORTED.includes(name)));
    const leftOut = leftOutOf(tables);
    for (const { table, ciphertext } of SEALED_COLUMNS) expect(leftOut[table]).toContain(ciphertext);
    // A new column here is a secret, or it must be exported.
    expect(leftOut).toEqual({
      api_keys: ['key_hash'],
      compliance_calls: ['digest'],
      destinations: ['ciphertext'],
      invitations: ['token_hash'],
      login_names: ['email_hash'],
      mailed_links: ['token_hash'],
      mails: ['ciphertext'],
      memberships: ['email_hash'],
      pseudonym_keys: ['ciphertext'],
      recovery_codes: ['code_hash'],
      storefront_connections: ['shop_hash'],
      storefront_secrets: ['ciphertext'],
      storefront_shops: ['shop_hash'],
      storefront_states: ['state_hash', 'ciphertext'],
      tenants: ['control_key'],
      totp_secrets: ['ciphertext'],
      users: ['password_hash'],
      webhook_secrets: ['ciphertext'],
    });
  });

  it('are all changed by the erasure of a customer where a column names one', async () => {
    const naming = await source.query<{ name: string }[]>(
      `SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name IN ${NAMES_A_CUSTOMER}`,
    );
    expect(naming.length).toBeGreaterThan(10);
    const covered = new Set([...tablesThatErasureChanges(), ...GONE_WITH_THE_CUSTOMER]);
    expect(naming.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it('include one that a later migration adds', async () => {
    await source.query(`CREATE TABLE later (tenant_id uuid NOT NULL, id uuid, PRIMARY KEY (tenant_id, id))`);
    await source.query('ALTER TABLE later ENABLE ROW LEVEL SECURITY');
    expect(exportedTables(await read())).toContain('later');
    await source.query('DROP TABLE later');
  });
});
