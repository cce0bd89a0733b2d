import { createHash } from 'node:crypto';

/** Numbers of runs after which a statement is planned again. */
const REPLANNED_AT = [8, 64, 512, 4096];

interface Named {
  readonly hash: string;
  runs: number;
}

const statements = new Map<string, Named>();

/**
 * Returns the name under which a connection keeps the plan of a statement. The statements of the service are constants, so there are few.
 * The name changes some times while the statement is young: a plan for empty tables reads all rows of a tenant, and it would stay until
 * Postgres analyses the tables.
 */
export function nameOf(sql: string): string {
  let named = statements.get(sql);
  if (named === undefined) {
    named = { hash: createHash('sha1').update(sql).digest('hex'), runs: 0 };
    statements.set(sql, named);
  }
  named.runs += 1;
  const { hash, runs } = named;
  return `${hash}_${REPLANNED_AT.filter((times) => runs > times).length}`;
}
