import { FIRST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { retainedFrom, type RetentionSetting } from './retained-from.js';

// Needs the primary key.
const READ = 'SELECT timezone, retention_months FROM tenants WHERE id = $1';

// Needs the primary key.
const DECIDE = `
INSERT INTO removals AS r (tenant_id, retained_from, decided_at, after_id) VALUES ($1, $2, $3, '${FIRST_ID}')
ON CONFLICT (tenant_id) DO UPDATE SET retained_from = excluded.retained_from, decided_at = excluded.decided_at, after_id = excluded.after_id
WHERE r.retained_from < excluded.retained_from
RETURNING retained_from`;

/**
 * Moves the instant before which ingest refuses events, once a month. It never moves back: the ids of removed events are forgotten.
 * @returns null when it stays
 */
export async function decideRemoval(db: TenantDb, now: Date): Promise<Date | null> {
  const [setting] = await db.query<RetentionSetting>(READ);
  const from = setting === undefined ? null : retainedFrom(setting, now);
  if (from === null) return null;
  const [row] = await db.query<{ retained_from: Date }>(DECIDE, [from, now]);
  return row?.retained_from ?? null;
}
