import { PROFILE_KINDS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs the primary key: a tenant has at most ten destinations. A mark that stands already stays.
const WANT = `
UPDATE destinations SET resync_wanted_at = $2
WHERE tenant_id = $1 AND enabled AND kind = ANY ($3::text[]) AND resync_wanted_at IS NULL`;

/** Lets all profiles be pushed once the import or the new model is through. */
export async function wantResync(db: TenantDb, now: Date): Promise<void> {
  await db.query(WANT, [now, PROFILE_KINDS]);
}
