import { Injectable } from '@nestjs/common';
import { Clock, type TenantId, unauthorized } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { AccessTokens, RefreshTokens } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { findUser } from '../users/find-user.sql.js';
import { endSession } from './sessions.sql.js';
import { SignInSessions } from './sign-in-sessions.js';

/** Ends the session of a token, and with it those of the person's other tenants in this browser. */
@Injectable()
export class LogOut {
  constructor(
    private readonly database: Database,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly signIns: SignInSessions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param tokens access or refresh tokens; the first valid one counts. Ending an ended session succeeds.
   * @throws AppError `unauthorized` when no token is valid.
   */
  async logOut(tokens: readonly string[], visitor: VisitorTraits): Promise<void> {
    const session = tokens.map((token) => this.sessionOf(token)).find((found) => found !== null);
    if (session == null) throw unauthorized('there is no token of a session to end: send the access token or the refresh token');
    const now = this.clock.now();
    const signIn = await this.database.transaction(session.tenantId, async (db) => {
      const ended = await endSession(db, session.sessionId);
      if (ended === null) return null;
      const { user_id: userId, sign_in_id: id } = ended;
      await recordAudit(db, { action: 'user.logged_out', actor: { kind: 'user', userId }, address: visitor.address }, now);
      const user = id === null ? null : await findUser(db, userId);
      return id === null || user === null ? null : { id, email: user.email };
    });
    if (signIn !== null) await this.signIns.end(signIn.email, signIn.id, visitor);
  }

  private sessionOf(token: string): { tenantId: TenantId; sessionId: string } | null {
    return this.refreshTokens.read(token) ?? this.accessTokens.read(token);
  }
}
