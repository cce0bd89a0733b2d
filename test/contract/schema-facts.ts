import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** The facts that an entity and its table must agree on. Each is one line of text, so that a difference is easy to read. */
export interface TableFacts {
  readonly columns: Record<string, string>;
  readonly primaryKey: string;
}
export type SchemaFacts = Record<string, TableFacts>;
type Ask = (sql: string) => Promise<unknown[]>;

const COLUMNS = `
SELECT c.relname AS table, json_object_agg(a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
         CASE WHEN a.attcollation <> t.typcollation THEN 'collate ' || o.collname END,
         CASE WHEN a.attnotnull THEN 'not null' ELSE 'null' END,
         CASE WHEN a.attgenerated = 's' THEN 'generated' ELSE 'default ' || regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+(\\[\\])?$', '') END)) AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_collation o ON o.oid = a.attcollation LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations' GROUP BY c.relname`;

const PRIMARY_KEYS = `
SELECT x.indrelid::regclass::text AS table, string_agg(pg_get_indexdef(x.indexrelid, n, false), ', ' ORDER BY n) AS columns
FROM pg_index x, generate_series(1, x.indnkeyatts::int) n WHERE x.indisprimary AND x.indrelid::regclass::text <> 'migrations' GROUP BY x.indrelid`;

/** Reads the facts of tables of a migrated database from the catalog of Postgres. */
export async function factsOfSchema(ask: Ask, tables: readonly string[]): Promise<SchemaFacts> {
  const columns = (await ask(COLUMNS)) as { table: string; columns: Record<string, string> }[];
  const keys = (await ask(PRIMARY_KEYS)) as { table: string; columns: string }[];
  const keyOf = new Map(keys.map((row) => [row.table, row.columns]));
  const read = columns.filter(({ table }) => tables.includes(table));
  return Object.fromEntries(read.map((row) => [row.table, { columns: row.columns, primaryKey: keyOf.get(row.table) ?? '' }]));
}

/** Reads the same facts from the entities that a data source knows. */
export function factsOfEntities(source: DataSource): SchemaFacts {
  return Object.fromEntries(source.entityMetadatas.map((entity) => [entity.tableName, factsOfEntity(source, entity)]));
}

function factsOfEntity(source: DataSource, entity: EntityMetadata): TableFacts {
  return {
    columns: Object.fromEntries(entity.columns.map((column) => [column.databaseName, describeColumn(source, column)])),
    primaryKey: namesOf(entity.primaryColumns),
  };
}

const namesOf = (columns: readonly ColumnMetadata[]): string => columns.map(({ databaseName }) => databaseName).join(', ');

function describeColumn(source: DataSource, column: ColumnMetadata): string {
  const type = source.driver.normalizeType(column);
  const precise = column.precision !== undefined && column.precision !== null ? `${type}(${column.precision},${column.scale})` : type;
  return [
    column.isArray ? `${precise}[]` : precise,
    column.collation !== undefined && `collate ${column.collation}`,
    column.isNullable ? 'null' : 'not null',
    !column.isInsert && !column.isUpdate && 'generated',
    column.default !== undefined && `default ${describeDefault(column.default)}`,
  ].filter(Boolean).join(' '); // prettier-ignore
}

const describeDefault = (value: unknown): string => {
  if (typeof value === 'function') return (value as () => string)();
  return typeof value === 'string' ? `'${value}'` : String(value);
};
