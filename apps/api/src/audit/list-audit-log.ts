import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, isUuid, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { cursorText } from '../pages/cursor-text.js';
import type { AuditLogDto, AuditLogQuery } from './audit-log.dto.js';
import { type AuditRow, listAuditEntries } from './list-audit-log.sql.js';

/** Pages through the audit log of a tenant by keyset. */
@Injectable()
export class ListAuditLog {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_query` for a cursor that does not belong to this tenant's log. */
  async page(tenantId: TenantId, { action, limit, cursor }: AuditLogQuery): Promise<AuditLogDto> {
    const beforeId = cursor === undefined ? null : decodeCursor(tenantId, cursor);
    const rows = await this.database.transaction(tenantId, (db) => listAuditEntries(db, action ?? null, beforeId, limit + 1));
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: page.map(toEntry),
      pagination: { next_cursor: hasMore && last !== undefined ? encodeCursor(tenantId, last.id) : null, has_more: hasMore },
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

/** Ties a cursor to its tenant. It is not a secret: it finds mistakes, while row-level security keeps tenants apart. */
const sealOf = (tenantId: TenantId): string => createHash('sha256').update(`audit ${tenantId}`).digest('base64url').slice(0, 8);

const encodeCursor = (tenantId: TenantId, id: string): string => Buffer.from(`${sealOf(tenantId)} ${id}`).toString('base64url');

function decodeCursor(tenantId: TenantId, cursor: string): string {
  const [seal, id, ...more] = cursorText(cursor).split(' ');
  if (seal === sealOf(tenantId) && isUuid(id) && more.length === 0) return id;
  const message = `cursor ${JSON.stringify(cursor.slice(0, 40))} is not valid: it must be the next_cursor of a page before`;
  throw new AppError('invalid_query', message, [{ field: 'cursor', code: 'invalid_cursor', message }]);
}
