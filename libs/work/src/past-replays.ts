import type { TenantDb } from '#libs/database';

const REQUEST = `
INSERT INTO past_replays (tenant_id, due_at) VALUES ($1, $2)
ON CONFLICT (tenant_id) DO UPDATE SET due_at = excluded.due_at`;

/** Lets a worker check the past weeks of the tenant against its orders and settings, and calculate those that are missing or outdated. */
export async function requestPastReplay(db: TenantDb, now: Date): Promise<void> {
  await db.query(REQUEST, [now]);
}
