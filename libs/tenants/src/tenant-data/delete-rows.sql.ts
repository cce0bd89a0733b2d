import { REFERENCE_TABLES, type TenantDb } from '#libs/database';
import { keyOf, placeOf, quoted, type RowPlace, rowsAfter, type TenantTable } from './tenant-tables.js';

/** Rows per transaction. */
const ROWS_AT_ONCE = 1000;

// Needs the primary key. The place lets the next statement pass by the index entries of deleted rows. The rows are deleted by their physical
// place: a join with the page would read the whole table where statistics are missing (measured with 500,000 events, 2026-11: 9,000 rows a second instead of 200,000).
function deleteSql(table: TenantTable, after: RowPlace | null): string {
  const name = quoted(table.name);
  return `
WITH page AS MATERIALIZED (
  SELECT ctid AS row_at, ${keyOf(table)} FROM ${name} WHERE ${rowsAfter(table, after)} ORDER BY ${keyOf(table)} LIMIT ${ROWS_AT_ONCE}),
gone AS (DELETE FROM ${name} WHERE ${quoted(table.tenantColumn)} = $1 AND ctid = ANY (ARRAY(SELECT row_at FROM page)))
SELECT ${placeOf(table)} AS place, (count(*) OVER ())::int AS rows FROM page
ORDER BY ${table.key.map((column) => `${quoted(column.name)} DESC`).join(', ')} LIMIT 1`;
}

// Citus cannot plan the other statement for a reference table, which has a copy on every node. A reference table has a few rows of each
// tenant.
const deleteAllSql = (table: TenantTable): string => `
DELETE FROM ${quoted(table.name)} WHERE ${quoted(table.tenantColumn)} = $1 RETURNING ${placeOf(table)} AS place`;

/** The rows that one call has deleted. */
export interface DeletedRows {
  readonly rows: number;
  /** The last row; the next call goes on after it. */
  readonly place: RowPlace;
}

/**
 * Deletes some rows of a table after a place. Tables that refer to it come first, see `childrenFirst`.
 *
 * @param after null: from the beginning
 * @returns null when no rows are left
 */
export async function deleteRows(db: TenantDb, table: TenantTable, after: RowPlace | null): Promise<DeletedRows | null> {
  if (db.isDistributed && REFERENCE_TABLES.has(table.name)) {
    const rows = await db.query<Pick<DeletedRows, 'place'>>(deleteAllSql(table));
    return rows[0] === undefined ? null : { rows: rows.length, place: rows[0].place };
  }
  const [deleted] = await db.query<DeletedRows>(deleteSql(table, after), after ?? []);
  return deleted ?? null;
}
