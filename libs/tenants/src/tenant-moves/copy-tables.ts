import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TenantDb } from '#libs/database';
import { childrenFirst, quoted, type TenantTable } from '../tenant-data/tenant-tables.js';
import type { MoveSession } from './move-session.js';

/** Each installation has its own row of a move. */
const NOT_MOVED: ReadonlySet<string> = new Set(['tenant_moves']);

/** Returns the tables to copy: all of the schema, each after those that it refers to. */
export const movedTables = (tables: readonly TenantTable[]): TenantTable[] =>
  childrenFirst(tables)
    .toReversed()
    .filter(({ name }) => !NOT_MOVED.has(name));

const columnsOf = (table: TenantTable): string =>
  table.columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => quoted(name))
    .join(', ');

// Policies forbid COPY into a table, so the rows go through one without.
const STAGE = 'churn_moving';
const stageSql = (table: TenantTable): string =>
  `CREATE TEMPORARY TABLE ${STAGE} ON COMMIT DROP AS SELECT ${columnsOf(table)} FROM ${quoted(table.name)} WITH NO DATA`;
const readSql = (table: TenantTable, tenantId: string): string =>
  `COPY (SELECT ${columnsOf(table)} FROM ${quoted(table.name)} WHERE ${quoted(table.tenantColumn)} = '${tenantId}') TO STDOUT`;
const storeSql = (table: TenantTable): string =>
  `INSERT INTO ${quoted(table.name)} (${columnsOf(table)}) SELECT ${columnsOf(table)} FROM ${STAGE}`;

// A sum does not depend on the order of the rows. 56 bits of each hash fit a bigint.
const checksumSql = (table: TenantTable): string => `
SELECT count(*)::float8 AS rows,
       coalesce(sum(('x' || encode(substring(sha256(convert_to(ROW(${columnsOf(table)})::text, 'UTF8')) FROM 1 FOR 7), 'hex'))::bit(56)::bigint), 0)::text AS checksum
FROM ${quoted(table.name)} WHERE ${quoted(table.tenantColumn)} = $1`;

/** The rows of a table, counted and summed up. */
interface Checksum {
  readonly rows: number;
  readonly checksum: string;
}

const checksumOf = async (db: TenantDb, table: TenantTable): Promise<Checksum> => (await db.query<Checksum>(checksumSql(table)))[0]!;

/**
 * Copies the tenant's rows of one table from the transaction of one session into that of another, and compares them.
 * @returns the number of rows
 * @throws Error when the copy differs
 */
export async function copyTable(table: TenantTable, from: MoveSession, to: MoveSession): Promise<number> {
  await to.client.query(stageSql(table));
  await pipeline(
    from.client.query(copyTo(readSql(table, from.db.tenantId))),
    to.client.query(copyFrom(`COPY ${STAGE} (${columnsOf(table)}) FROM STDIN`)),
  );
  await to.client.query(storeSql(table));
  await to.client.query(`DROP TABLE ${STAGE}`);
  const [there, here] = await Promise.all([checksumOf(to.db, table), checksumOf(from.db, table)]);
  if (there.rows !== here.rows || there.checksum !== here.checksum)
    throw new Error(`the copy of ${table.name} differs: ${there.rows} rows (${there.checksum}) instead of ${here.rows} (${here.checksum})`);
  return here.rows;
}
