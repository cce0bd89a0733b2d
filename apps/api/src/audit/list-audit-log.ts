import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { idCursor } from '../pages/id-cursor.js';
import type { AuditLogDto, AuditLogQuery } from './audit-log.dto.js';
import { type AuditRow, listAuditEntries } from './list-audit-log.sql.js';

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
