import type { OwnerConnection } from '../servers/lasting-owner.js';

/** Values for columns that take only some. */
const ALLOWED: Readonly<Record<string, string>> = {
  'models.status': 'retired',
  'mailed_links.purpose': 'reset_password',
  'storefront_secrets.kind': 'access_token',
  'users.role': 'member',
  'invitations.role': 'member',
};
const ZEROS: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  bytea: `'\\x00'`,
  jsonb: `'{}'`,
  boolean: 'false',
  'timestamp with time zone': 'now()',
  date: `'2026-01-04'`,
  ARRAY: `'{}'`,
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Counts the rows of a tenant in every table. */
export async function countsOf(owner: OwnerConnection, tenantId: string): Promise<Record<string, number>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[name] = await count(owner, `${name} WHERE tenant_id = $1`, tenantId);
  return { ...counts, tenants: await count(owner, 'tenants WHERE id = $1', tenantId) };
}

async function count(owner: OwnerConnection, where: string, tenantId: string): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${where}`, [tenantId]);
  return rows[0]?.n ?? 0;
}

/**
 * Puts a row into each table that has none of the tenant. Foreign keys do not hold it up.
 * @param given SQL of the values of single columns, by `table.column`
 */
export async function fillEmptyTables(
  owner: OwnerConnection,
  tenantId: string,
  given: Readonly<Record<string, string>> = {},
): Promise<void> {
  const counts = await countsOf(owner, tenantId);
  const { rows } = await owner.query<Column>(
    `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  await owner.query('BEGIN');
  // Citus passes the second setting on to its nodes because of the first. Plain Postgres ignores the first.
  await owner.query(`SET LOCAL citus.propagate_set_commands = 'local'`);
  await owner.query('SET LOCAL session_replication_role = replica');
  for (const table of Object.keys(counts).filter((name) => counts[name] === 0)) {
    const columns = rows.filter((column) => column.table === table);
    const values = columns.map(({ name, type }) => {
      if (name === 'tenant_id') return `'${tenantId}'`;
      const allowed = ALLOWED[`${table}.${name}`];
      return given[`${table}.${name}`] ?? (allowed === undefined ? (ZEROS[type] ?? '1') : `'${allowed}'`);
    });
    await owner.query(`INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) VALUES (${values.join(', ')})`);
  }
  await owner.query('COMMIT');
}
