import type { Client } from 'pg';

/** A value for a column that must have one, by its type. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  ARRAY: `'{}'`,
  boolean: 'false',
  date: 'now()',
  'timestamp with time zone': 'now()',
};

interface ColumnRow {
  readonly name: string;
  readonly type: string;
}

const REQUIRED = `
SELECT column_name AS name, data_type AS type FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND column_name <> 'tenant_id'`;

/**
 * Adds a row to a table for each of the tenants. It sets every column that must have a value, and does not look at foreign keys.
 * @param row SQL of the columns that matter
 */
export async function addDueRows(
  owner: Client,
  table: string,
  row: Readonly<Record<string, string>>,
  tenants: readonly string[],
): Promise<void> {
  const { rows } = await owner.query<ColumnRow>(REQUIRED, [table]);
  const values = { ...Object.fromEntries(rows.map(({ name, type }) => [name, VALUES[type] ?? '0'])), ...row };
  await owner.query('SET session_replication_role = replica');
  try {
    const [names, sql] = [Object.keys(values).join(', '), Object.values(values).join(', ')];
    await owner.query(`INSERT INTO ${table} (tenant_id, ${names}) SELECT tenant_id, ${sql} FROM unnest($1::uuid[]) AS tenant_id`, [
      tenants,
    ]);
  } finally {
    await owner.query('RESET session_replication_role');
  }
}
