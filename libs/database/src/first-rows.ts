/** A statement across tenants, as plain Postgres and as Citus runs it best. */
export interface SweepStatement {
  readonly plain: string;
  readonly distributed: string;
}

/** Describes the rows in which a sweep looks for the first one of each key. */
export interface FirstRows {
  readonly table: string;
  /** `tenant_id, backfill`: the beginning of an index. */
  readonly keys: string;
  /** The rest of the index, which says which row of a key is the first, and the column of this row that is asked for; absent: the keys alone. */
  readonly first?: { readonly by: string; readonly column: string };
  readonly where?: string;
}

/**
 * Makes a statement over `found`, which has each key once, and for each the column `first.column` of its first row.
 * Plain Postgres jumps from key to key in the index, so that a large backlog costs no more than a small one. Citus runs no recursion
 * over all tenants: there each node groups what it has.
 */
export function overFirstRows({ table, keys, first, where = 'true' }: FirstRows, question: string): SweepStatement {
  const columns = first === undefined ? keys : `${keys}, ${first.column}`;
  const order = first === undefined ? keys : `${keys}, ${first.by}`;
  const [own, found] = ['r', 'found'].map((name) =>
    keys
      .split(', ')
      .map((key) => `${name}.${key}`)
      .join(', '),
  );
  return {
    plain: `
WITH RECURSIVE found AS (
  (SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT 1)
  UNION ALL
  SELECT next.* FROM found, LATERAL (
    SELECT ${columns} FROM ${table} r WHERE (${own}) > (${found}) AND ${where} ORDER BY ${order} LIMIT 1) next
)
${question}`,
    distributed: `
WITH found AS (SELECT ${keys}${first === undefined ? '' : `, min(${first.column}) AS ${first.column}`} FROM ${table} WHERE ${where} GROUP BY ${keys})
${question}`,
  };
}
