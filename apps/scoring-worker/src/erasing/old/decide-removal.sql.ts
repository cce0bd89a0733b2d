import { FIRST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { retainedFrom, type RetentionSetting } from './retained-from.js';

// Needs the primary key.
const READ = 'SELECT timezone, retention_months FROM tenants WHERE id = $1';

// Needs the primary key.
const DECIDE = `
UPDATE tenants SET retained_from = $2, removal_decided_at = $3, removal_after_id = '${FIRST_ID}'
WHERE id = $1 AND (retained_from IS NULL OR retained_from < $2) RETURNING retained_from`;

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
