import type { TenantDb } from '#libs/database';

/** Kinds of work that one worker at a time does, under a lease in `work_leases`. */
export const LEASED_KINDS = [
  'campaign',
  'digest',
  'erasure',
  'fit',
  'message',
  'replay',
  'results',
  'score',
  'snapshot',
  'storefront',
] as const;
export type LeasedKind = (typeof LEASED_KINDS)[number];

const END = 'DELETE FROM work_leases WHERE tenant_id = $1 AND kind = $2 AND ($3::uuid IS NULL OR subject = $3)';

/**
 * Frees work of the tenant. A worker that holds it notices within seconds, and stores nothing. Call it after the change that the worker must not
 * miss: workers lock the row of the subject first too.
 * @param subject null for all work of the kind
 */
export async function endLeases(db: TenantDb, kind: LeasedKind, subject: string | null = null): Promise<void> {
  await db.query(END, [kind, subject]);
}

const END_REST = 'DELETE FROM work_leases WHERE tenant_id = $1 AND kind = $2 AND until <= now()';

/** Ends the rest after failures, so that workers take the work at once. */
export async function endRest(db: TenantDb, kind: LeasedKind): Promise<void> {
  await db.query(END_REST, [kind]);
}

/** SQL: the work is neither held nor resting. @param subject column of its id; the tenant is its own subject */
export const isFree = (kind: LeasedKind, tenant: string, subject = tenant): string =>
  `NOT EXISTS (SELECT 1 FROM work_leases l WHERE l.tenant_id = ${tenant} AND l.kind = '${kind}' AND l.subject = ${subject} AND (l.until > now() OR l.not_before > now()))`;
