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
import { endSession } from './sessions.sql.js';
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

  /** @throws AppError `unauthorized` for a token that is invalid, expired or already used. A used token ends its sign-in, in all tenants. */
  async refresh(token: string | null, visitor: VisitorTraits): Promise<LoginReplyDto> {
    const presented = token === null ? null : this.refreshTokens.read(token);
    if (presented === null) throw refused();
    const outcome = await this.database.transaction(presented.tenantId, (db) => this.rotate(db, presented));
    if (outcome?.kind === 'reused') await this.endReused(presented, outcome, visitor);
    if (outcome?.kind !== 'rotated') throw refused();
    const { user, signInId, tokens } = outcome;
    if (user.password_hash !== null) return { ...tokens, user: toUserDto(presented.tenantId, user) };
    const signIn = await this.signIns.carryOn(user.email, signInId);
    if (signIn === null) throw refused();
    const { has_second_factor } = signIn.user;
    return { ...tokens, user: toUserDto(presented.tenantId, { ...user, has_second_factor }) };
  }

  /** @returns null when the session has ended */
  private async rotate(db: TenantDb, presented: RefreshTokenContent): Promise<Rotated | Reused | null> {
    const now = this.clock.now();
    const rotation = await rotateSession(db, presented, now, {
      lengthMs: LIMITS.sessionMs,
      longestMs: this.beginSession.longestMs,
      graceMs: LIMITS.refreshGraceMs,
    });
    const user = rotation === null ? null : await findUser(db, rotation.userId);
    if (rotation === null || user === null) return null;
    const { userId, signInId, generation } = rotation;
    if (rotation.kind === 'reused') return { kind: 'reused', user, signInId };
    const tokens = this.beginSession.tokensOf({ tenantId: db.tenantId, userId, sessionId: presented.sessionId }, generation, now);
    return { kind: 'rotated', user, signInId, tokens };
  }

  /**
   * Ends the sign-in too: a thief may have switched to another tenant. It ends before the session, because after a crash in between, the next
   * use of the token finds the session and ends both.
   */
  private async endReused({ tenantId, sessionId }: RefreshTokenContent, { user, signInId }: Reused, visitor: VisitorTraits): Promise<void> {
    const action = 'session.refresh_reused';
    if (signInId !== null) await this.signIns.end(user.email, signInId, visitor, action);
    await this.database.transaction(tenantId, async (db) => {
      if ((await endSession(db, sessionId)) === null) return;
      await recordAudit(db, { action, actor: { kind: 'user', userId: user.id }, address: visitor.address }, this.clock.now());
    });
  }
}

const refused = (): AppError =>
  unauthorized('the refresh token is missing, not valid, used already, or its session has ended: sign in again');

interface Rotated {
  readonly kind: 'rotated';
  readonly user: LoginRow;
  readonly signInId: string | null;
  readonly tokens: SessionTokens;
}

interface Reused {
  readonly kind: 'reused';
  readonly user: LoginRow;
  readonly signInId: string | null;
}

/** The outcome of using a refresh token. */
interface Rotation {
  /** `reused`: the token was used before, so two parties have it. The sign-in ends for both. */
  readonly kind: 'rotated' | 'reused';
  readonly userId: UserId;
  readonly generation: number;
  /** The session in the tenant that has the password; null when this tenant has it. */
  readonly signInId: string | null;
}

type RotationRow = Omit<Rotation, 'kind'>;

// Needs the primary key. When several requests bring the same token, one makes the next generation. Those that come within the grace
// period get the same generation.
const ROTATE = `
UPDATE sessions s SET
  generation = $3 + 1,
  refreshed_at = CASE WHEN s.generation = $3 THEN $4 ELSE s.refreshed_at END,
  expires_at = CASE WHEN s.generation = $3 THEN least($5, s.created_at + $7 * interval '1 millisecond') ELSE s.expires_at END
WHERE s.tenant_id = $1 AND s.id = $2 AND s.expires_at > $4
  AND (s.generation = $3 OR (s.generation = $3 + 1 AND s.refreshed_at > $6))
RETURNING s.user_id AS "userId", s.generation, s.sign_in_id AS "signInId"`;

// Needs the primary key.
const FIND_REUSED = `
SELECT user_id AS "userId", generation, sign_in_id AS "signInId" FROM sessions WHERE tenant_id = $1 AND id = $2 AND generation > $3`;

/**
 * Uses a refresh token.
 * @param times the new length of the session, its longest from the sign-in on, and the grace period in which a used token is not a theft.
 * @returns null when the session has ended
 */
async function rotateSession(
  db: TenantDb,
  { sessionId, generation }: RefreshTokenContent,
  now: Date,
  { lengthMs, longestMs, graceMs }: { lengthMs: number; longestMs: number; graceMs: number },
): Promise<Rotation | null> {
  const [until, graceFrom] = [new Date(now.getTime() + lengthMs), new Date(now.getTime() - graceMs)];
  const [rotated] = await db.query<RotationRow>(ROTATE, [sessionId, generation, now, until, graceFrom, longestMs]);
  if (rotated !== undefined) return { kind: 'rotated', ...rotated };
  const [reused] = await db.query<RotationRow>(FIND_REUSED, [sessionId, generation]);
  return reused === undefined ? null : { kind: 'reused', ...reused };
}
