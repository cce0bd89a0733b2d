import { Injectable } from '@nestjs/common';
import type { AUDIT_ACTOR_KINDS, AuditAction, TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { idCursor } from '../pages/id-cursor.js';
import type { AuditLogDto, AuditLogQuery } from './audit-log.dto.js';

const CURSOR = idCursor('audit');

/** Pages through the audit log of a tenant by keyset. */
@Injectable()
export class ListAuditLog {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor that does not belong to this tenant's log. */
  async page(tenantId: TenantId, { action, limit, cursor }: AuditLogQuery): Promise<AuditLogDto> {
    const beforeId = cursor === undefined ? null : CURSOR.decode(tenantId, cursor);
    const rows = await this.database.transaction(tenantId, (db) => listAuditEntries(db, action ?? null, beforeId, limit + 1));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toEntry),
      pagination: { next_cursor: hasMore && last !== undefined ? CURSOR.encode(tenantId, last.id) : null, has_more: hasMore },
    };
  }
}

const toEntry = ({ id, at, action, actor_kind: kind, actor_user_id, network, details }: AuditRow): AuditLogDto['data'][number] => ({
  id,
  at: at.toISOString(),
  action,
  actor: { kind, user_id: actor_user_id },
  network,
  details,
});

interface AuditRow {
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
const listAuditEntries = (
  db: TenantDb,
  actions: readonly AuditAction[] | null,
  beforeId: string | null,
  rows: number,
): Promise<AuditRow[]> => db.query<AuditRow>(LIST, [actions, beforeId, rows]);
