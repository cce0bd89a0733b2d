import type { TenantDb } from '#libs/database';

/** While it lasts no other worker takes the erasure: a slice of 5 s, and its last step. */
const FIRST_REST = `interval '15 seconds'`;
/** The pause doubles with each worker that dies, up to the cap. A try lasts less. */
const REST = { base: `interval '30 seconds'`, cap: `interval '1 hour'`, mostDoublings: 7 };

// All need the primary key. More than one statement, because Citus knows no time within ON CONFLICT, and none beside a column.
const FIND = `
SELECT extract(epoch FROM least(${REST.cap}, ${REST.base} * power(2, least(tries, ${REST.mostDoublings}))))::float8 AS rest
FROM erasure_tries WHERE tenant_id = $1 AND erasure_id = $2 AND resting_until <= now() FOR UPDATE`;
const AGAIN = `
UPDATE erasure_tries SET tries = least(tries + 1, 100), resting_until = now() + $3::float8 * interval '1 second'
WHERE tenant_id = $1 AND erasure_id = $2 RETURNING tries`;
const FIRST = `
INSERT INTO erasure_tries (tenant_id, erasure_id, tries, resting_until) VALUES ($1, $2, 1, now() + ${FIRST_REST})
ON CONFLICT DO NOTHING RETURNING tries`;
const END = 'DELETE FROM erasure_tries WHERE tenant_id = $1 AND erasure_id = $2';

/** Counts a try before it begins. @returns how many have begun without an end, this one included; null while the erasure rests */
export async function beginTry(db: TenantDb, erasureId: string): Promise<number | null> {
  const [found] = await db.query<{ rest: number }>(FIND, [erasureId]);
  const [row] = await (found === undefined
    ? db.query<{ tries: number }>(FIRST, [erasureId])
    : db.query<{ tries: number }>(AGAIN, [erasureId, found.rest]));
  return row?.tries ?? null;
}

export async function endTry(db: TenantDb, erasureId: string): Promise<void> {
  await db.query(END, [erasureId]);
}
