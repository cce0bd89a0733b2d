import { Injectable } from '@nestjs/common';
import { Clock, type TenantId, unauthorized } from '#libs/core';
import { Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { AccessTokens, RefreshTokens } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { endSession } from './sessions.sql.js';

/** Ends the session of a token. */
@Injectable()
export class LogOut {
  constructor(
    private readonly database: Database,
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * @param tokens access or refresh tokens; the first valid one counts. Ending an ended session succeeds.
   * @throws AppError `unauthorized` when no token is valid.
   */
  async logOut(tokens: readonly string[], { address }: VisitorTraits): Promise<void> {
    const session = tokens.map((token) => this.sessionOf(token)).find((found) => found !== null);
    if (session == null) throw unauthorized('there is no token of a session to end: send the access token or the refresh token');
    const now = this.clock.now();
    await this.database.transaction(session.tenantId, async (db) => {
      const userId = await endSession(db, session.sessionId);
      if (userId !== null) await recordAudit(db, { action: 'user.logged_out', actor: { kind: 'user', userId }, address }, now);
    });
  }

  private sessionOf(token: string): { tenantId: TenantId; sessionId: string } | null {
    return this.refreshTokens.read(token) ?? this.accessTokens.read(token);
  }
}
