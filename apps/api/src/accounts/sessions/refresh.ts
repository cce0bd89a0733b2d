import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { type AppError, Clock, LIMITS, type UserId, unauthorized } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import type { LoginReplyDto } from './session.dto.js';
import { type RefreshTokenContent, RefreshTokens } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { findUser } from '../users/find-user.sql.js';
import { toUserDto } from '../users/user-reply.js';
import { BeginSession } from './begin-session.js';
import { rotateSession } from './rotate-session.sql.js';

/** Continues sessions with a new pair of tokens. */
@Injectable()
export class Refresh {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
    private readonly beginSession: BeginSession,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @throws AppError `unauthorized` for a token that is invalid, expired or already used. A used token ends its session. */
  async refresh(token: string | null, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const presented = token === null ? null : this.refreshTokens.read(token);
    if (presented === null) throw refused();
    // A refusal is a result here. An error thrown inside the transaction would roll back the end of the session.
    const reply = await this.database.transaction(presented.tenantId, (db) => this.rotate(db, presented, visitor));
    if (reply === null) throw refused();
    return reply;
  }

  private async rotate(db: TenantDb, presented: RefreshTokenContent, { address }: VisitorTraits): Promise<LoginReplyDto | null> {
    const now = this.clock.now();
    const rotation = await rotateSession(db, presented, now, {
      lengthMs: LIMITS.sessionMs,
      longestMs: this.config.auth.longestSessionMs,
      graceMs: LIMITS.refreshGraceMs,
    });
    switch (rotation.kind) {
      case 'rotated':
        return this.replyTo(db, presented.sessionId, rotation, now);
      case 'reused':
        await recordAudit(db, { action: 'session.refresh_reused', actor: { kind: 'user', userId: rotation.userId }, address }, now);
        return null;
      case 'ended':
        return null;
    }
  }

  private async replyTo(
    db: TenantDb,
    sessionId: string,
    { userId, generation }: { userId: UserId; generation: number },
    now: Date,
  ): Promise<LoginReplyDto | null> {
    const user = await findUser(db, userId);
    if (user === null) return null;
    const tokens = this.beginSession.tokensOf({ tenantId: db.tenantId, userId, sessionId }, generation, now);
    return { ...tokens, user: toUserDto(db.tenantId, user) };
  }
}

const refused = (): AppError =>
  unauthorized('the refresh token is missing, not valid, used already, or its session has ended: sign in again');
