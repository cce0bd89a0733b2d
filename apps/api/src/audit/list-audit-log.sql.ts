import type { AuditAction, AUDIT_ACTOR_KINDS } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly action: AuditAction;
  readonly actor_kind: (typeof AUDIT_ACTOR_KINDS)[number];
  readonly actor_user_id: string | null;
  readonly network: string | null;
  readonly details: Record<string, unknown>;
}

// Ids grow with time. Needs the primary key, read backwards, or index audit_log_by_action (tenant_id, action, id) for rare actions.
const LIST = `
SELECT id, at, action, actor_kind, actor_user_id, network, details FROM audit_log
WHERE tenant_id = $1 AND ($2::text[] IS NULL OR action = ANY ($2)) AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`;

/** @param actions the actions to list, null for all. @param beforeId list entries older than this one; null begins with the newest. */
export const listAuditEntries = (
  db: TenantDb,
  actions: readonly AuditAction[] | null,
  beforeId: string | null,
  rows: number,
): Promise<AuditRow[]> => db.query<AuditRow>(LIST, [actions, beforeId, rows]);
