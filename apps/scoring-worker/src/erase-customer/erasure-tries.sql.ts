import type { TenantDb } from '#libs/database';

/** While it lasts no other worker takes the erasure: a slice of 5 s, and its last step. */
const FIRST_REST = `interval '15 seconds'`;
/** The pause doubles with each worker that dies, up to the cap. A try lasts less. */
const REST = { base: `interval '30 seconds'`, cap: `interval '1 hour'`, mostDoublings: 7 };

// Needs the primary key.
const BEGIN = `
INSERT INTO erasure_tries AS t (tenant_id, erasure_id, tries, resting_until) VALUES ($1, $2, 1, now() + ${FIRST_REST})
ON CONFLICT (tenant_id, erasure_id) DO UPDATE SET tries = least(t.tries + 1, 100),
  resting_until = now() + least(${REST.cap}, ${REST.base} * power(2, least(t.tries, ${REST.mostDoublings})))
WHERE t.resting_until <= now()
RETURNING tries`;
const END = 'DELETE FROM erasure_tries WHERE tenant_id = $1 AND erasure_id = $2';

/** Counts a try before it begins. @returns how many have begun without an end, this one included; null while the erasure rests */
export async function beginTry(db: TenantDb, erasureId: string): Promise<number | null> {
  const [row] = await db.query<{ tries: number }>(BEGIN, [erasureId]);
  return row?.tries ?? null;
}

export async function endTry(db: TenantDb, erasureId: string): Promise<void> {
  await db.query(END, [erasureId]);
}
