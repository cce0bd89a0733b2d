import { Injectable } from '@nestjs/common';
import { Clock, isUuid, notFound } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { SessionListDto } from './session.dto.js';
import type { AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { endSessionOf, listSessions } from './sessions.sql.js';

/** Lists and ends the caller's own sessions. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list({ tenantId, userId, sessionId }: AccountCaller): Promise<SessionListDto> {
    const rows = await this.database.transaction(tenantId, (db) => listSessions(db, userId, this.clock.now()));
    const data = rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      last_used_at: row.refreshed_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      user_agent: row.user_agent,
      current: row.id === sessionId,
    }));
    return { data };
  }

  /** @throws AppError `not_found` when the session is not the caller's own, also for a malformed id. */
  async revoke({ tenantId, userId }: AccountCaller, id: string, { address }: VisitorTraits): Promise<void> {
    if (!isUuid(id)) throw notFound('session');
    await this.database.transaction(tenantId, async (db) => {
      if (!(await endSessionOf(db, userId, id))) throw notFound('session');
      await recordAudit(db, { action: 'session.revoked', actor: { kind: 'user', userId }, address }, this.clock.now());
    });
  }
}
