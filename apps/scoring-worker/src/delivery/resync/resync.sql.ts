import { keepsProfiles, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { endpointOf, readDestinations, type DestinationEndpoint } from '#libs/delivery';

// Needs index destinations_to_resync.
const FIND_WANTED = `SELECT DISTINCT tenant_id FROM destinations WHERE resync_wanted_at IS NOT NULL AND ${isWorking()} LIMIT 1000`;

/** Finds the tenants with destinations that want a resync. */
export async function tenantsToResync(database: Database): Promise<TenantId[]> {
  const rows = await database.findWork('find destinations to resync', FIND_WANTED);
  return rows.map((row) => toTenantId(String(row['tenant_id'])));
}

// Needs index churn_jobs_open and the primary key of score_requests. Scores that still change would be pushed twice.
const IS_BUSY = `
SELECT EXISTS (SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND status IN ('queued', 'running') AND type IN ('nightly', 'refit', 'settings', 'recalculate'))
    OR EXISTS (SELECT 1 FROM models WHERE tenant_id = $1 AND status = 'active' AND NOT rescored)
    OR EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside) AS is_busy`;

export async function isRescoring(db: TenantDb): Promise<boolean> {
  return (await db.query<{ is_busy: boolean }>(IS_BUSY))[0]?.is_busy === true;
}

// Needs index churn_jobs_open.
const WANTED = `
SELECT id FROM destinations d WHERE tenant_id = $1 AND resync_wanted_at IS NOT NULL AND enabled
  AND NOT EXISTS (SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND type IN ('resync', 'snapshot') AND destination_id = d.id AND status IN ('queued', 'running'))
ORDER BY id`;
const FORGET_OFF = 'UPDATE destinations SET resync_wanted_at = NULL WHERE tenant_id = $1 AND NOT enabled AND resync_wanted_at IS NOT NULL';

/** Returns the destinations that want a resync and have no open one. For one that is off the wish is deleted; switching it on asks again. */
export async function destinationsToResync(db: TenantDb): Promise<string[]> {
  await db.query(FORGET_OFF);
  return (await db.query<{ id: string }>(WANTED)).map(({ id }) => id);
}

// Needs the primary key.
const TARGET_OF = 'SELECT destination_id FROM churn_jobs WHERE tenant_id = $1 AND id = $2';

export interface ResyncTarget {
  readonly destinationId: string;
  readonly endpoint: DestinationEndpoint;
}

/** @returns null when the destination of the job was deleted or switched off. */
export async function targetOf(db: TenantDb, jobId: string): Promise<ResyncTarget | null> {
  const [job] = await db.query<{ destination_id: string }>(TARGET_OF, [jobId]);
  const destination = (await readDestinations(db)).find(
    ({ id, kind, enabled }) => id === job?.destination_id && enabled && keepsProfiles(kind),
  );
  const endpoint = destination === undefined ? null : endpointOf(db.tenantId, destination);
  return destination === undefined || endpoint === null ? null : { destinationId: destination.id, endpoint };
}

// Needs index deliveries_due.
const COUNT_OPEN = `
SELECT count(*)::int AS open FROM (
  SELECT 1 FROM deliveries WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed') LIMIT $3) waiting`;

/** Counts the open deliveries of an endpoint up to `most`. */
export async function countOpen(db: TenantDb, endpointId: string, most: number): Promise<number> {
  return (await db.query<{ open: number }>(COUNT_OPEN, [endpointId, most]))[0]?.open ?? 0;
}

// Needs the primary key of customers.
const NEXT = 'SELECT id FROM customers WHERE tenant_id = $1 AND id > $2 AND score IS NOT NULL ORDER BY id LIMIT $3';

/** Returns the next customers with a score in the order of ids. */
export async function nextScored(db: TenantDb, afterId: string, limit: number): Promise<string[]> {
  return (await db.query<{ id: string }>(NEXT, [afterId, limit])).map(({ id }) => id);
}

const FAIL = `
UPDATE churn_jobs SET status = 'failed', finished_at = $3, error = 'the destination was deleted or switched off'
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running')`;

export async function failResync(db: TenantDb, jobId: string, now: Date): Promise<void> {
  await db.query(FAIL, [jobId, now]);
}
