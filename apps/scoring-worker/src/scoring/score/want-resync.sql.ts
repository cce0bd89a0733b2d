import { PROFILE_KINDS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs the primary key: a tenant has at most ten destinations. An earlier request stays.
const WANT = `
UPDATE destinations SET resync_wanted_at = $2
WHERE tenant_id = $1 AND enabled AND kind = ANY ($3::text[]) AND resync_wanted_at IS NULL`;

/** Asks for a resync of all profiles after the import or the new model. */
export async function wantResync(db: TenantDb, now: Date): Promise<void> {
  await db.query(WANT, [now, PROFILE_KINDS]);
}
