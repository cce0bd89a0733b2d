import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A range of customers and how far the job has come in it. */
export interface Part {
  readonly part: number;
  readonly after_id: string;
  readonly until_id: string;
  /** Only these customers of the range; null for all. */
  readonly customer_ids: readonly string[] | null;
}

// The row lock lasts for the transaction of one chunk: other workers take other parts, and the part of a dead worker is free at once. An operator may
// have cancelled the job since the last chunk.
const OPEN = `
SELECT part, after_id, until_id, customer_ids FROM churn_job_parts
WHERE tenant_id = $1 AND job_id = $2 AND NOT done AND EXISTS (SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND id = $2 AND status = 'running')`;
const TAKE_PART = `${OPEN} ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED`;
const TAKE_AGAIN = `${OPEN} AND part = $3 FOR UPDATE`;

/** @returns null when no part is free */
export async function takePart(db: TenantDb, jobId: string): Promise<Part | null> {
  const [part] = await db.query<Part>(TAKE_PART, [jobId]);
  return part ?? null;
}

/** Takes the part again, when no other worker has it. @returns null when it or the job has ended */
export async function takeAgain(db: TenantDb, jobId: string, { part }: Part): Promise<Part | null> {
  const [taken] = await db.query<Part>(TAKE_AGAIN, [jobId, part]);
  return taken ?? null;
}

export interface NextCustomer {
  readonly id: CustomerId;
  /** True when the score is so recent that a job without `force` keeps it. */
  readonly fresh: boolean;
}

// Both need the primary key of customers. Skipping fresh scores loses nothing: a customer with newer events has a score request.
const nextOf = (which: string): string => `
SELECT id, calculated_at IS NOT NULL AND calculated_at > $5 AS fresh
FROM customers WHERE tenant_id = $1 AND id > $2 AND id <= $3 AND ${which} AND joined_at IS NULL ORDER BY id LIMIT $4`;
const NEXT_OF_ALL = nextOf('true');
const NEXT_OF_LIST = nextOf('id = ANY ($6::uuid[])');

/** @param keepSince scores calculated after this time are fresh. */
export const nextCustomers = (db: TenantDb, part: Part, limit: number, keepSince: Date): Promise<NextCustomer[]> => {
  const { after_id: after, until_id: until, customer_ids: listed } = part;
  return listed === null
    ? db.query(NEXT_OF_ALL, [after, until, limit, keepSince])
    : db.query(NEXT_OF_LIST, [after, until, limit, keepSince, listed]);
};

// A finished part names no customer, not even in its cursor, so an erased customer leaves no trace in it.
const ADVANCE_PART = `
UPDATE churn_job_parts SET
  after_id = CASE WHEN $5 THEN until_id ELSE $4 END, customer_ids = CASE WHEN $5 THEN NULL ELSE customer_ids END,
  done = $5, processed = processed + $6, failed = failed + $7
WHERE tenant_id = $1 AND job_id = $2 AND part = $3`;

export interface Advance {
  /** The last customer that was seen; null when there was none. */
  readonly reached: CustomerId | null;
  readonly done: boolean;
  readonly processed: number;
  /** Processed customers that keep their old score because the new one cannot be calculated. */
  readonly failed: number;
}

// Skips only while no other worker has done so.
const SKIP = `
UPDATE churn_job_parts SET after_id = $4, processed = processed + 1, failed = failed + 1
WHERE tenant_id = $1 AND job_id = $2 AND part = $3 AND after_id < $4 AND NOT done RETURNING part`;

/** Skips the next customer of the part. @returns false when another worker has come further */
export const skipCustomer = async (db: TenantDb, jobId: string, { part }: Part, id: CustomerId): Promise<boolean> =>
  (await db.query(SKIP, [jobId, part, id])).length > 0;

export async function advancePart(db: TenantDb, jobId: string, part: Part, { reached, done, processed, failed }: Advance): Promise<void> {
  await db.query(ADVANCE_PART, [jobId, part.part, reached ?? part.after_id, done, processed, failed]);
}
