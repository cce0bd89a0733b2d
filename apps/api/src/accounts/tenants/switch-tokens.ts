import { Injectable } from '@nestjs/common';
import { Clock, type EmailAddress } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { RefreshTokens } from '#libs/guards';
import { recordAudit, type UserPlace } from '#libs/tenants';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { BeginSession, type SessionTokens } from '../sessions/begin-session.js';
import { type LiveSignIn, SignInSessions } from '../sessions/sign-in-sessions.js';

/** The session of a refresh token. */
export interface PresentedSession extends UserPlace {
  readonly email: EmailAddress;
  /** The session in the tenant that has the password; its own id when it is this one. */
  readonly signInId: string;
}

// Needs the primary keys of sessions and users.
const FIND = `
SELECT s.user_id AS "userId", u.email, CASE WHEN u.password_hash IS NULL THEN s.sign_in_id ELSE s.id END AS "signInId"
FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
WHERE s.tenant_id = $1 AND s.id = $2 AND s.expires_at > $3`;

// Needs the index sessions_by_user. The tokens of an earlier switch were used up by the switch back, so its session goes on.
const FIND_EARLIER = `
SELECT id, generation FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND sign_in_id = $3 AND expires_at > $4 ORDER BY id DESC LIMIT 1`;

/** Reads the session that a person switches from, and issues the tokens of the one to switch to. */
@Injectable()
export class SwitchTokens {
  constructor(
    private readonly database: Database,
    private readonly refreshTokens: RefreshTokens,
    private readonly beginSession: BeginSession,
    private readonly signIns: SignInSessions,
    private readonly clock: Clock,
  ) {}

  /** Does not use the token up. @returns null when it is not ours, or its session has ended */
  async sessionOf(token: string | null): Promise<PresentedSession | null> {
    const presented = token === null ? null : this.refreshTokens.read(token);
    if (presented === null) return null;
    const { tenantId, sessionId } = presented;
    const [row] = await this.database.transaction(tenantId, (db) =>
      db.query<Omit<PresentedSession, 'tenantId'>>(FIND, [sessionId, this.clock.now()]),
    );
    return row === undefined ? null : { tenantId, ...row };
  }

  /** Lets the sign-in of a session go on. @returns null when it has ended */
  signInOf({ email, signInId }: PresentedSession): Promise<LiveSignIn | null> {
    return this.signIns.carryOn(email, signInId);
  }

  async tokensIn(
    db: TenantDb,
    { tenantId, userId }: UserPlace,
    signIn: LiveSignIn,
    now: Date,
    visitor: VisitorTraits,
  ): Promise<SessionTokens> {
    if (signIn.place.tenantId === tenantId)
      return this.beginSession.tokensOf({ tenantId, userId, sessionId: signIn.id }, signIn.generation, now);
    const [earlier] = await db.query<{ id: string; generation: number }>(FIND_EARLIER, [userId, signIn.id, now]);
    if (earlier !== undefined) return this.beginSession.tokensOf({ tenantId, userId, sessionId: earlier.id }, earlier.generation, now);
    const details = { switched: true };
    await recordAudit(db, { action: 'user.logged_in', actor: { kind: 'user', userId }, address: visitor.address, details }, now);
    return this.beginSession.begin(db, userId, now, visitor, signIn);
  }
}
