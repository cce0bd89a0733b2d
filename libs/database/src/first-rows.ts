/** A statement across tenants, as plain Postgres and as Citus runs it best. */
export interface SweepStatement {
  readonly plain: string;
  readonly distributed: string;
}

/** The rows of which a sweep needs the first one of each key. */
export interface FirstRows {
  readonly table: string;
  /** `tenant_id, backfill`: the beginning of an index. */
  readonly keys: string;
  /** The rest of the index, which says which row of a key is the first; '' when the keys are all that is asked for. */
  readonly order?: string;
  readonly where?: string;
}

/**
 * Makes a statement over `found`, which has the keys of all rows once each, and the `created_at` of the first row when there is an `order`.
 * Plain Postgres jumps from key to key in the index, so that a large backlog costs no more than a small one. Citus runs no recursion
 * over all tenants: there each node groups what it has.
 */
export function overFirstRows({ table, keys, order: rest, where = 'true' }: FirstRows, question: string): SweepStatement {
  const columns = rest === undefined ? keys : `${keys}, created_at`;
  const order = rest === undefined ? keys : `${keys}, ${rest}`;
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
WITH found AS (SELECT ${keys}${rest === undefined ? '' : ', min(created_at) AS created_at'} FROM ${table} WHERE ${where} GROUP BY ${keys})
${question}`,
  };
}
