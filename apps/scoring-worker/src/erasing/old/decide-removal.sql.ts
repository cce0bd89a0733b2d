import { FIRST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** SQL: what the setting of the tenant `t` keeps at $2 begins here, at the start of a local month. NULL without the setting. */
export const RETAINED_FROM = `
(date_trunc('month', $2::timestamptz AT TIME ZONE t.timezone) - t.retention_months * interval '1 month') AT TIME ZONE t.timezone`;

// Needs the primary key.
const DECIDE = `
INSERT INTO removals AS r (tenant_id, retained_from, decided_at, after_id)
SELECT t.id, ${RETAINED_FROM}, $2, '${FIRST_ID}' FROM tenants t WHERE t.id = $1 AND t.retention_months IS NOT NULL
ON CONFLICT (tenant_id) DO UPDATE SET retained_from = excluded.retained_from, decided_at = excluded.decided_at, after_id = excluded.after_id
WHERE r.retained_from < excluded.retained_from
RETURNING retained_from`;

/**
 * Moves the instant before which ingest refuses events, once a month. It never moves back: the ids of removed events are forgotten.
 * @returns null when it stays
 */
export async function decideRemoval(db: TenantDb, now: Date): Promise<Date | null> {
  const [row] = await db.query<{ retained_from: Date }>(DECIDE, [now]);
  return row?.retained_from ?? null;
}
