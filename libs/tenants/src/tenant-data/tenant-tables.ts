import type { TenantDb } from '#libs/database';

/** A table with rows of tenants, as the catalog of Postgres describes it. */
export interface TenantTable {
  readonly name: string;
  /** The column with the id of the tenant. */
  readonly tenantColumn: string;
  /** The columns of the primary key that tell the rows of one tenant apart, with their types. Never empty. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  readonly columns: readonly { readonly name: string; readonly type: string; readonly generated: boolean }[];
  /** The tables that its foreign keys refer to. */
  readonly references: readonly string[];
}

// Every table of tenants has row-level security (table-access.ts), and no other table has it. A table with the tenant as its whole key has
// one row of each tenant.
const READ = `
SELECT c.relname AS name, t.name AS "tenantColumn",
  coalesce((SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL)) ORDER BY k.place)
            FROM unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE a.attname <> t.name), json_build_array(json_build_object('name', t.name, 'type', 'uuid'))) AS key,
  (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL), 'generated', a.attgenerated <> '') ORDER BY a.attnum)
   FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
  (SELECT coalesce(json_agg(DISTINCT r.relname), '[]') FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS references
FROM pg_class c
JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id')
                                THEN 'tenant_id' ELSE 'id' END AS name) t
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relrowsecurity
  AND $1::uuid IS NOT NULL
ORDER BY c.relname COLLATE "C"`;

/** Lists every table with rows of tenants, by name. It asks the schema, so that no new table can be forgotten. */
export const readTenantTables = (db: TenantDb): Promise<TenantTable[]> => db.query<TenantTable>(READ);

/** Sorts tables so that each comes before those that it refers to: rows can then be deleted without cascades. */
export function childrenFirst(tables: readonly TenantTable[]): TenantTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const sorted = new Set<TenantTable>();
  const add = (table: TenantTable): void => {
    for (const name of table.references) {
      const parent = byName.get(name);
      if (parent !== undefined && !sorted.has(parent)) add(parent);
    }
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted].toReversed();
}

/** The values of the key of a row, as text. */
export type RowPlace = readonly string[];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const keyOf = ({ key }: TenantTable): string => key.map(({ name }) => quoted(name)).join(', ');

/** The key of a row as text, which `rowsAfter` takes. */
export const placeOf = ({ key }: TenantTable): string => `ARRAY[${key.map(({ name }) => `${quoted(name)}::text`).join(', ')}]`;

/** The condition for rows of the tenant behind a place. The place's values are the parameters from $2 on. */
export const rowsAfter = ({ tenantColumn, key }: TenantTable, place: RowPlace | null): string => {
  const after = key.map(({ type }, index) => `$${index + 2}::${type}`).join(', ');
  return `${quoted(tenantColumn)} = $1${place === null ? '' : ` AND (${key.map(({ name }) => quoted(name)).join(', ')}) > (${after})`}`;
};
