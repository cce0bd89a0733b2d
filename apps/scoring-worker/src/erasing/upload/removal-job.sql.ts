import type { CustomerId } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';

// The row lock keeps a second worker away for the length of a transaction.
const TAKE = `
WITH taken AS (UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3)
WHERE tenant_id = $1 AND id = (SELECT id FROM churn_jobs WHERE tenant_id = $1 AND id = $2 AND type = 'remove_upload'
                               AND status IN ('queued', 'running') FOR UPDATE SKIP LOCKED)
RETURNING upload_id, requested_at)
SELECT taken.upload_id, taken.requested_at, u.removed_to FROM taken JOIN uploads u ON u.tenant_id = $1 AND u.id = taken.upload_id`;

export interface UploadRemoval {
  readonly upload_id: string;
  readonly requested_at: Date;
  /** The last event that was looked at. */
  readonly removed_to: string;
}

/** @returns the removal; null when the job has ended or another worker is at it */
export async function takeRemoval(db: TenantDb, jobId: string, now: Date): Promise<UploadRemoval | null> {
  const [removal] = await db.query<UploadRemoval>(TAKE, [jobId, now]);
  return removal ?? null;
}

// Needs the primary key. Few requests of a tenant wait.
const OLDER_REQUESTS = `
SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND due_at < $2 AND NOT set_aside LIMIT 1`;

/** Returns whether the worker still has to fold imported history that was stored before this time. */
export const hasOlderRequests = async (db: TenantDb, time: Date): Promise<boolean> => (await db.query(OLDER_REQUESTS, [time])).length > 0;

/** Events with which a transaction begins. It takes further ones of the same customers, so that most customers change once. */
const FIRST_EVENTS = 200;
/** The most further events, and those of one customer among them. The tenant's events wait for the transaction, about half a second. */
const FURTHER = { most: 2000, ofCustomer: 1000 };
/** Events that one transaction looks at for the first ones. */
const WINDOW = 5000;

/** SQL: the upload $3 has brought or changed the event. */
const OF_UPLOAD = `(e.uploads @> ARRAY[$3::uuid]
  OR EXISTS (SELECT 1 FROM replaced_events r WHERE r.tenant_id = $1 AND r.event_id = e.event_id AND r.uploads @> ARRAY[$3::uuid]))`;

// Both read events in the order of their primary key; the second also needs that of replaced_events. The first stops as soon as it has enough.
const NEXT = `
SELECT event_id, customer_id FROM (
  SELECT event_id, customer_id, uploads FROM events WHERE tenant_id = $1 AND event_id > $2 ORDER BY event_id LIMIT ${WINDOW}) e
WHERE ${OF_UPLOAD} ORDER BY event_id LIMIT ${FIRST_EVENTS}`;
const END_OF_WINDOW = 'SELECT event_id FROM events WHERE tenant_id = $1 AND event_id > $2 ORDER BY event_id OFFSET $3 - 1 LIMIT 1';
// Needs events_by_customer.
const OF_CUSTOMERS = `
SELECT f.event_id FROM unnest($2::uuid[]) AS c (id), LATERAL (
  SELECT event_id FROM events e WHERE e.tenant_id = $1 AND e.customer_id = c.id AND ${OF_UPLOAD} LIMIT ${FURTHER.ofCustomer}) f
LIMIT ${FURTHER.most}`;

export interface NextEvents {
  readonly ids: readonly string[];
  /** All events up to this one are among `ids` or not of the upload; null: no events are left. */
  readonly upTo: string | null;
  /** There may be more of the same customers. */
  readonly isCut: boolean;
}

/** Finds the next events that the upload brought or changed, and further ones of their customers. */
export async function nextEvents(db: TenantDb, { upload_id: uploadId, removed_to: last }: UploadRemoval): Promise<NextEvents> {
  const first = await db.query<{ event_id: string; customer_id: CustomerId }>(NEXT, [last, uploadId]);
  const isFull = first.length === FIRST_EVENTS;
  const [end] = isFull ? first.slice(-1) : await db.query<{ event_id: string }>(END_OF_WINDOW, [last, WINDOW]);
  const firstIds = first.map(({ event_id: id }) => id);
  // The last transaction may find no end, and looks again from its last event.
  const upTo = end?.event_id ?? firstIds.at(-1) ?? null;
  const customers = [...new Set(first.map(({ customer_id: id }) => id))];
  const further = await db.query<{ event_id: string }>(OF_CUSTOMERS, [uuidColumn(customers), uploadId]);
  const ids = [...new Set([...firstIds, ...further.map(({ event_id: id }) => id)])];
  // A customer with that many events, or the end of the limit.
  return { ids, upTo, isCut: further.length >= FURTHER.ofCustomer };
}

const PROGRESS = 'UPDATE uploads SET removed_to = $3 WHERE tenant_id = $1 AND id = $2';
const COUNT = 'UPDATE churn_jobs SET processed = processed + $3 WHERE tenant_id = $1 AND id = $2';

export async function noteProgress(
  db: TenantDb,
  jobId: string,
  { upload_id: uploadId }: UploadRemoval,
  { upTo, events }: { readonly upTo: string; readonly events: number },
): Promise<void> {
  await db.query(PROGRESS, [uploadId, upTo]);
  await db.query(COUNT, [jobId, events]);
}

const FINISH = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3 WHERE tenant_id = $1 AND id = $2 AND status = 'running' RETURNING upload_id`;
const REMOVED = 'UPDATE uploads SET removed_at = $3 WHERE tenant_id = $1 AND id = $2';

export async function finishRemoval(db: TenantDb, jobId: string, now: Date): Promise<void> {
  const [job] = await db.query<{ upload_id: string }>(FINISH, [jobId, now]);
  if (job !== undefined) await db.query(REMOVED, [job.upload_id, now]);
}
