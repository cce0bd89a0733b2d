import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

/** The facts that an entity and its table must agree on. Each is one line of text, so that a difference is easy to read. */
export interface TableFacts {
  readonly columns: Record<string, string>;
  readonly primaryKey: string;
  /** Indexes and unique constraints together, by name. */
  readonly indexes: Record<string, string>;
  readonly foreignKeys: readonly string[];
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

// TypeORM cannot express an index with its own collation, order or expression; its name is compared.
const INDEXES = `
SELECT c.relname AS table, i.relname AS name, x.indisprimary AS is_primary, concat_ws(' ',
         CASE WHEN x.indexprs IS NOT NULL OR x.indoption::text ~ '[1-9]' OR EXISTS (
                SELECT FROM pg_attribute a JOIN generate_series(0, x.indnkeyatts - 1) n ON a.attnum = x.indkey[n]
                WHERE a.attrelid = c.oid AND a.attcollation <> x.indcollation[n]) THEN 'by name'
              ELSE (SELECT string_agg(pg_get_indexdef(x.indexrelid, n, false), ', ' ORDER BY n) FROM generate_series(1, x.indnkeyatts::int) n) END,
         CASE WHEN x.indisunique THEN 'unique' END, CASE WHEN x.indpred IS NOT NULL THEN 'partial' END) AS definition
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
WHERE c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'`;

const FOREIGN_KEYS = `
SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND contype = 'f' ORDER BY 1, 2`;

interface IndexRow {
  readonly table: string;
  readonly name: string;
  readonly is_primary: boolean;
  readonly definition: string;
}

/** Reads the facts of a migrated database from the catalog of Postgres. */
export async function factsOfSchema(ask: Ask): Promise<SchemaFacts> {
  const columns = (await ask(COLUMNS)) as { table: string; columns: Record<string, string> }[];
  const indexes = (await ask(INDEXES)) as IndexRow[];
  const foreignKeys = (await ask(FOREIGN_KEYS)) as { table: string; definition: string }[];
  return Object.fromEntries(
    columns.map((row) => {
      const own = indexes.filter((index) => index.table === row.table);
      return [
        row.table,
        {
          columns: row.columns,
          primaryKey: own.find((index) => index.is_primary)?.definition.replace(/ unique$/, '') ?? '',
          indexes: Object.fromEntries(own.filter((index) => !index.is_primary).map(({ name, definition }) => [name, definition])),
          foreignKeys: foreignKeys.filter(({ table }) => table === row.table).map(({ definition }) => definition),
        },
      ];
    }),
  );
}

/** Reads the same facts from the entities that a data source knows. */
export function factsOfEntities(source: DataSource): SchemaFacts {
  return Object.fromEntries(source.entityMetadatas.map((entity) => [entity.tableName, factsOfEntity(source, entity)]));
}

function factsOfEntity(source: DataSource, entity: EntityMetadata): TableFacts {
  const uniques = entity.uniques.map(({ name, columns }) => [name, `${namesOf(columns)} unique`] as const);
  const indexes = entity.indices.map(
    ({ name, columns, isUnique, where, synchronize }) =>
      [name, [synchronize ? namesOf(columns) : 'by name', isUnique && 'unique', where !== undefined && 'partial'].filter(Boolean).join(' ')] as const,
  ); // prettier-ignore
  return {
    columns: Object.fromEntries(entity.columns.map((column) => [column.databaseName, describeColumn(source, column)])),
    primaryKey: namesOf(entity.primaryColumns),
    indexes: Object.fromEntries([...uniques, ...indexes]),
    foreignKeys: entity.foreignKeys
      .map(
        ({ columns, referencedColumns, referencedEntityMetadata: target, onDelete }) =>
          `FOREIGN KEY (${namesOf(columns)}) REFERENCES ${target.tableName}(${namesOf(referencedColumns)}) ON DELETE ${onDelete}`,
      )
      .toSorted(),
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
