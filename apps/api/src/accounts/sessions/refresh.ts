import { Injectable } from '@nestjs/common';
import { type AppError, Clock, LIMITS, unauthorized, type UserId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { type RefreshTokenContent, RefreshTokens } from '#libs/guards';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import { toUserDto } from '../users/user-reply.js';
import type { LoginReplyDto } from './session.dto.js';
import { BeginSession, type SessionTokens } from './begin-session.js';
import { SignInSessions } from './sign-in-sessions.js';

/** Continues sessions with a new pair of tokens. */
@Injectable()
export class Refresh {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
    private readonly beginSession: BeginSession,
    private readonly signIns: SignInSessions,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `unauthorized` for a token that is invalid, expired or already used. A used token ends its session. */
  async refresh(token: string | null, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const presented = token === null ? null : this.refreshTokens.read(token);
    if (presented === null) throw refused();
    // A refusal is a result here. An error thrown inside the transaction would roll back the end of the session.
    const continued = await this.database.transaction(presented.tenantId, (db) => this.rotate(db, presented, visitor));
    if (continued === null) throw refused();
    const { user, signInId, tokens } = continued;
    if (user.password_hash !== null) return { ...tokens, user: toUserDto(presented.tenantId, user) };
    const signIn = await this.signIns.carryOn(user.email, signInId);
    if (signIn === null) throw refused();
    const { has_second_factor } = signIn.user;
    return { ...tokens, user: toUserDto(presented.tenantId, { ...user, has_second_factor }) };
  }

  private async rotate(db: TenantDb, presented: RefreshTokenContent, { address }: VisitorTraits): Promise<Continued | null> {
    const now = this.clock.now();
    const rotation = await rotateSession(db, presented, now, {
      lengthMs: LIMITS.sessionMs,
      longestMs: this.beginSession.longestMs,
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

  private async replyTo(db: TenantDb, sessionId: string, { userId, generation, signInId }: Rotated, now: Date): Promise<Continued | null> {
    const user = await findUser(db, userId);
    if (user === null) return null;
    return { user, signInId, tokens: this.beginSession.tokensOf({ tenantId: db.tenantId, userId, sessionId }, generation, now) };
  }
}

const refused = (): AppError =>
  unauthorized('the refresh token is missing, not valid, used already, or its session has ended: sign in again');

interface Continued {
  readonly user: LoginRow;
  readonly signInId: string | null;
  readonly tokens: SessionTokens;
}

interface Rotated {
  readonly kind: 'rotated';
  readonly userId: UserId;
  readonly generation: number;
  /** The session in the tenant that has the password of the person, when it is another one. */
  readonly signInId: string | null;
}

/** The outcome of using a refresh token. */
type Rotation =
  | Rotated
  /** The token was used before, so two parties have it. The session ends for both. */
  | { readonly kind: 'reused'; readonly userId: UserId }
  | { readonly kind: 'ended' };

// Needs the primary key. When several requests bring the same token, one makes the next generation. Those that come within the grace
// period get the same generation.
const ROTATE = `
UPDATE sessions s SET
  generation = $3 + 1,
  refreshed_at = CASE WHEN s.generation = $3 THEN $4 ELSE s.refreshed_at END,
  expires_at = CASE WHEN s.generation = $3 THEN least($5, s.created_at + $7 * interval '1 millisecond') ELSE s.expires_at END
WHERE s.tenant_id = $1 AND s.id = $2 AND s.expires_at > $4
  AND (s.generation = $3 OR (s.generation = $3 + 1 AND s.refreshed_at > $6))
RETURNING s.user_id, s.generation, s.sign_in_id`;

const END_REUSED = 'DELETE FROM sessions WHERE tenant_id = $1 AND id = $2 AND generation > $3 RETURNING user_id';

/**
 * Uses a refresh token.
 * @param times the new length of the session, its longest from the sign-in on, and the grace period in which a used token is not a theft.
 */
async function rotateSession(
  db: TenantDb,
  { sessionId, generation }: RefreshTokenContent,
  now: Date,
  { lengthMs, longestMs, graceMs }: { lengthMs: number; longestMs: number; graceMs: number },
): Promise<Rotation> {
  const [until, graceFrom] = [new Date(now.getTime() + lengthMs), new Date(now.getTime() - graceMs)];
  const [rotated] = await db.query<{ user_id: UserId; generation: number; sign_in_id: string | null }>(ROTATE, [
    sessionId,
    generation,
    now,
    until,
    graceFrom,
    longestMs,
  ]);
  if (rotated !== undefined) {
    const { user_id: userId, generation: next, sign_in_id: signInId } = rotated;
    return { kind: 'rotated', userId, generation: next, signInId };
  }
  const [ended] = await db.query<{ user_id: UserId }>(END_REUSED, [sessionId, generation]);
  return ended === undefined ? { kind: 'ended' } : { kind: 'reused', userId: ended.user_id };
}
