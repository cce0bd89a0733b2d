import { firstIdOf, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Entries per transaction. */
const ENTRIES_AT_ONCE = 10_000;

// Needs the primary key: ids grow with time. A row-level policy protects younger entries.
const FORGET = `
DELETE FROM audit_log WHERE tenant_id = $1 AND at < $3
  AND id IN (SELECT id FROM audit_log WHERE tenant_id = $1 AND id < $2 ORDER BY id LIMIT ${ENTRIES_AT_ONCE}) RETURNING 1`;

/** Deletes entries of the audit log that are past their retention. @returns whether there may be more */
export async function forgetAudit(db: TenantDb, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - LIMITS.audit.retentionMs);
  return (await db.query(FORGET, [firstIdOf(before), before])).length === ENTRIES_AT_ONCE;
}
