import type { TenantDb } from '#libs/database';
import { keyOf, placeOf, quoted, type RowPlace, rowsAfter, type TenantTable } from './tenant-tables.js';

/** Raise it when lines get another shape. */
const FORMAT = 1;
/** Bounds of one statement: rows, and their bytes as Postgres stores them. A larger row is read alone. Stored rows are compressed, to a hundredth at best. */
const ROWS_AT_ONCE = 500;
const STORED_BYTES_AT_ONCE = 64 * 1024;
/** The characters after which a part ends. The last statement can add some million. */
const PART_LENGTH = 2 * 1024 * 1024;

/** Tables that no file has: exports themselves. A file that held its own parts would never end. */
export const NOT_EXPORTED: readonly string[] = ['tenant_export_parts', 'tenant_exports'];

/**
 * Tells whether a column is left out. Secrets that only need comparing are in columns named …_hash, sealed ones are binary (sealed-columns.ts).
 * All other binary columns are keyed hashes, or packed copies of other rows.
 */
const isLeftOut = ({ name, type }: TenantTable['columns'][number]): boolean => type === 'bytea' || name.endsWith('_hash');

/** Returns the columns that the file lacks, by table. Generated columns follow from others, so nothing names them. */
export const leftOutOf = (tables: readonly TenantTable[]): Record<string, string[]> =>
  Object.fromEntries(
    tables
      .map((table) => [table.name, table.columns.filter(isLeftOut).map(({ name }) => name)] as const)
      .filter(([name, columns]) => columns.length > 0 && !NOT_EXPORTED.includes(name)),
  );

// Needs the primary key. pg_column_size reads no value that is stored apart from its row, so rows beyond the bound cost little.
function pageSql(table: TenantTable, after: RowPlace | null): string {
  const columns = table.columns.filter((column) => !column.generated && !isLeftOut(column)).map(({ name }) => quoted(name));
  const size = columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
  return `
SELECT (SELECT row_to_json(line)::text FROM (SELECT ${columns.map((column) => `page.${column}`).join(', ')}) line) AS line, ${placeOf(table)} AS place
FROM (
  SELECT *, sum(bytes_of_row) OVER (ORDER BY ${keyOf(table)} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
  FROM (SELECT *, ${size} AS bytes_of_row FROM ${quoted(table.name)} WHERE ${rowsAfter(table, after)}
        ORDER BY ${keyOf(table)} LIMIT ${ROWS_AT_ONCE}) bounded) page
WHERE coalesce(bytes_before, 0) < ${STORED_BYTES_AT_ONCE} ORDER BY ${keyOf(table)}`;
}

/** The progress of an export. It can stop after each part and go on in another process. */
export interface ExportPosition {
  /** The table that is under way; '' before the first. */
  readonly table: string;
  /** The last row of this table that was read; null: none. */
  readonly after: RowPlace | null;
  /** Rows read so far, by table. */
  readonly rows: Readonly<Record<string, number>>;
}

export const EXPORT_BEGINNING: ExportPosition = { table: '', after: null, rows: {} };

export interface ExportPart {
  /** Whole lines of JSON. */
  readonly text: string;
  /** The beginning of the next part; null after the last one. */
  readonly next: ExportPosition | null;
}

/**
 * Reads the next part of everything that is stored about a tenant, as lines of JSON: a line `{"export":…}` with what is left out, a line
 * `{"table":…,"row":…}` for each row, and a line `{"end":…}` with the number of rows of each table. Rows may change between two parts: a
 * row that is written in the meantime may be in the file or not.
 *
 * @param tables of `readTenantTables`
 */
export async function readExportPart(db: TenantDb, tables: readonly TenantTable[], at: ExportPosition, now: Date): Promise<ExportPart> {
  if (at.table === '') {
    const about = {
      format: FORMAT,
      tenant_id: db.tenantId,
      begun_at: now.toISOString(),
      left_out: leftOutOf(tables),
      without: NOT_EXPORTED,
    };
    return { text: `${JSON.stringify({ export: about })}\n`, next: nextTable(tables, at) };
  }
  const table = tables.find(({ name }) => name === at.table);
  const { text, count, after } = table === undefined ? { text: '', count: 0, after: null } : await readLines(db, table, at.after);
  if (count > 0) return { text, next: { ...at, after, rows: { ...at.rows, [at.table]: (at.rows[at.table] ?? 0) + count } } };
  const next = nextTable(tables, at);
  return next === null ? { text: `${JSON.stringify({ end: { rows: at.rows } })}\n`, next } : { text: '', next };
}

/** Reads rows behind a place until there is enough text for a part. */
async function readLines(
  db: TenantDb,
  table: TenantTable,
  from: RowPlace | null,
): Promise<{ text: string; count: number; after: RowPlace | null }> {
  const read = { text: '', count: 0, after: from };
  const name = JSON.stringify(table.name);
  while (read.text.length < PART_LENGTH) {
    const lines = await db.query<{ line: string; place: RowPlace }>(pageSql(table, read.after), read.after ?? []);
    if (lines.length === 0) break;
    read.text += lines.map(({ line }) => `{"table":${name},"row":${line}}\n`).join('');
    read.count += lines.length;
    read.after = lines.at(-1)!.place;
  }
  return read;
}

function nextTable(tables: readonly TenantTable[], { table, rows }: ExportPosition): ExportPosition | null {
  const next = exportedTables(tables).find((name) => name > table);
  return next === undefined ? null : { table: next, after: null, rows };
}

/** The names of the tables of the file, in their order. */
export const exportedTables = (tables: readonly TenantTable[]): string[] =>
  tables
    .map(({ name }) => name)
    .filter((name) => !NOT_EXPORTED.includes(name))
    .toSorted();
