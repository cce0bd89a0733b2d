import { newId, PROFILES_PER_DELIVERY, PROFILES_UPDATED, SECOND_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { MAX_ATTEMPTS } from '#libs/delivery';

/** Changes of profiles wait this long for further ones, so that a vendor gets a few large requests instead of many small ones. */
export const PROFILE_WINDOW_MS = 60 * SECOND_MS;
/** A delivery that is due later than this has not been read by any worker yet. */
const SAFELY_UNREAD_MS = 200;

/** Customers with changed profiles, and the time of the first change. */
export interface ChangedProfiles {
  readonly destinationId: string;
  readonly endpointId: string;
  readonly ids: readonly string[];
  readonly decidedAt: string;
}

// Needs index deliveries_due. The row lock keeps an erasure from rewriting the body at the same time.
const FIND_OPEN = `
SELECT id, body::jsonb -> 'customer_ids' AS customer_ids FROM deliveries
WHERE tenant_id = $1 AND endpoint_id = $2 AND status = 'pending' AND attempts = 0 AND NOT is_replay AND body IS NOT NULL
  AND next_attempt_at > clock_timestamp() + ${SAFELY_UNREAD_MS} * interval '1 millisecond'
ORDER BY next_attempt_at DESC LIMIT 1 FOR UPDATE`;

const APPEND = 'UPDATE deliveries SET body = $3 WHERE tenant_id = $1 AND id = $2';

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, body, max_attempts, next_attempt_at, decided_at, created_at)
VALUES ($1, $2, $3, $4, '${PROFILES_UPDATED}', 'pending', $5, ${MAX_ATTEMPTS}, now() + $6 * interval '1 millisecond', $7, now())`;

/** Inserts a delivery for at most `PROFILES_PER_DELIVERY` customers. @param waitMs until its first attempt */
export async function insertProfiles(
  db: TenantDb,
  { destinationId, endpointId, ids, decidedAt }: ChangedProfiles,
  waitMs: number,
): Promise<void> {
  await db.query(INSERT, [newId(), endpointId, destinationId, bodyOf(ids), waitMs, decidedAt]);
}

/** Adds the customers to the delivery that waits for more, or to a new one. @param waitMs until the first attempt of a new one */
export async function addProfiles(db: TenantDb, changed: ChangedProfiles, waitMs: number): Promise<void> {
  const [open] = await db.query<{ id: string; customer_ids: string[] }>(FIND_OPEN, [changed.endpointId]);
  const known = new Set(open?.customer_ids ?? []);
  const rest = changed.ids.filter((id) => !known.has(id));
  const fitting = open === undefined ? [] : rest.splice(0, Math.max(0, PROFILES_PER_DELIVERY - known.size));
  if (open !== undefined && fitting.length > 0) await db.query(APPEND, [open.id, bodyOf([...known, ...fitting])]);
  while (rest.length > 0) await insertProfiles(db, { ...changed, ids: rest.splice(0, PROFILES_PER_DELIVERY) }, waitMs);
}

const bodyOf = (ids: readonly string[]): string => JSON.stringify({ customer_ids: ids, event: PROFILES_UPDATED });
