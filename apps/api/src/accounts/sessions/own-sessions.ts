import { Injectable } from '@nestjs/common';
import { Clock, isUuid, notFound } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { SessionListDto } from './session.dto.js';
import type { AccountCaller } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { findUser } from '../users/find-user.sql.js';
import { endSessionOf, listSessions } from './sessions.sql.js';
import { SignInSessions } from './sign-in-sessions.js';

/** Lists and ends the caller's own sessions. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignInSessions,
    private readonly clock: Clock,
  ) {}

  async list({ tenantId, userId, sessionId, signIn }: AccountCaller): Promise<SessionListDto> {
    const now = this.clock.now();
    const rows = await this.database.transaction(tenantId, (db) => listSessions(db, userId, now));
    // A session in a further tenant ends with the sign-in that it belongs to.
    const isElsewhere = signIn.tenantId !== tenantId;
    const signIns = isElsewhere ? await this.database.transaction(signIn.tenantId, (db) => listSessions(db, signIn.userId, now)) : null;
    const shown = rows.filter((row) => signIns === null || signIns.some(({ id }) => id === row.sign_in_id));
    const data = shown.map((row) => ({
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
  async revoke({ tenantId, userId }: AccountCaller, id: string, visitor: VisitorTraits): Promise<void> {
    if (!isUuid(id)) throw notFound('session');
    const ended = await this.database.transaction(tenantId, async (db) => {
      const session = await endSessionOf(db, userId, id);
      if (session === null) throw notFound('session');
      await recordAudit(db, { action: 'session.revoked', actor: { kind: 'user', userId }, address: visitor.address }, this.clock.now());
      return { signInId: session.sign_in_id, user: await findUser(db, userId) };
    });
    if (ended.signInId !== null && ended.user !== null) await this.signIns.end(ended.user.email, ended.signInId, visitor);
  }
}
