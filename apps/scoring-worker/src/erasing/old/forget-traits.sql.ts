import { type CustomerId, FIRST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';

const FIND_FREED = 'SELECT id FROM traits WHERE tenant_id = $1 AND freed_at IS NOT NULL';

/** Returns the ids of traits with a freed name. */
export const freedTraits = async (db: TenantDb): Promise<string[]> => (await db.query<{ id: string }>(FIND_FREED)).map(({ id }) => id);

/** The position of the last value that was read. */
interface TraitPlace {
  readonly customerId: CustomerId;
  readonly traitId: string;
}

export const BEFORE_ALL_TRAITS: TraitPlace = { customerId: FIRST_ID as CustomerId, traitId: FIRST_ID };

/** Values per transaction. */
const VALUES_AT_ONCE = 10_000;

// Needs the primary key, and reads it once from its beginning to its end.
const FORGET = `
WITH page AS MATERIALIZED (
  SELECT customer_id, trait_id FROM customer_traits WHERE tenant_id = $1 AND (customer_id, trait_id) > ($2, $3::uuid)
  ORDER BY customer_id, trait_id LIMIT ${VALUES_AT_ONCE}),
gone AS (
  DELETE FROM customer_traits v USING page p
  WHERE v.tenant_id = $1 AND v.customer_id = p.customer_id AND v.trait_id = p.trait_id AND p.trait_id = ANY ($4::uuid[]))
SELECT customer_id AS "customerId", trait_id AS "traitId" FROM page ORDER BY customer_id DESC, trait_id DESC LIMIT 1`;

/** Deletes values of freed traits. @returns the place to go on from; null at the end */
export async function forgetTraitValues(db: TenantDb, traitIds: readonly string[], after: TraitPlace): Promise<TraitPlace | null> {
  const [last] = await db.query<TraitPlace>(FORGET, [after.customerId, after.traitId, traitIds]);
  return last ?? null;
}

const FORGET_NAMES = 'DELETE FROM traits WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Deletes traits that have no values any more. */
export async function forgetTraits(db: TenantDb, traitIds: readonly string[]): Promise<void> {
  await db.query(FORGET_NAMES, [traitIds]);
}
