import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { type AuditAction, Clock, LIMITS } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { findPasswordPlace, recordAudit, type SignInSession, type UserPlace } from '#libs/tenants';
import type { VisitorTraits } from '../../http/request/visitor.js';
import { findUser, type LoginRow } from '../users/find-user.sql.js';
import { endSession } from './sessions.sql.js';

/** A live session in the tenant that has the password. */
export interface LiveSignIn extends SignInSession {
  readonly place: UserPlace;
  /** The number of its newest refresh token. */
  readonly generation: number;
  readonly user: LoginRow;
}

/** Extends and ends the sign-ins of people of several tenants, from their other tenants. */
@Injectable()
export class SignInSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Extends a sign-in, after a session that belongs to it was used in another tenant.
   * @returns null when the sign-in has ended
   */
  async carryOn(email: string, id: string | null): Promise<LiveSignIn | null> {
    const place = id === null ? null : await findPasswordPlace(this.database, email);
    if (id === null || place === null) return null;
    return this.database.transaction(place.tenantId, async (db) => {
      const row = await extend(db, { id, userId: place.userId }, { now: this.clock.now(), longestMs: this.config.auth.longestSessionMs });
      const user = row === null ? null : await findUser(db, place.userId);
      if (row === null || user === null) return null;
      return { id, place, user, generation: row.generation, createdAt: row.created_at, provenAt: row.proven_at };
    });
  }

  /** Ends a sign-in, after a session that belongs to it has ended in another tenant. */
  async end(email: string, id: string, { address }: VisitorTraits, action: AuditAction = 'user.logged_out'): Promise<void> {
    const place = await findPasswordPlace(this.database, email);
    if (place === null) return;
    await this.database.transaction(place.tenantId, async (db) => {
      const ended = await endSession(db, id);
      if (ended === null) return;
      await recordAudit(db, { action, actor: { kind: 'user', userId: ended.user_id }, address }, this.clock.now());
    });
  }
}

// Needs the primary key.
const EXTEND = `
UPDATE sessions SET expires_at = greatest(expires_at, least($5, created_at + $6 * interval '1 millisecond'))
WHERE tenant_id = $1 AND id = $2 AND user_id = $3 AND expires_at > $4
RETURNING created_at, proven_at, generation`;

interface ExtendedRow {
  readonly created_at: Date;
  readonly proven_at: Date;
  readonly generation: number;
}

async function extend(
  db: TenantDb,
  { id, userId }: { id: string; userId: string },
  { now, longestMs }: { now: Date; longestMs: number },
): Promise<ExtendedRow | null> {
  const until = new Date(now.getTime() + LIMITS.sessionMs);
  const [row] = await db.query<ExtendedRow>(EXTEND, [id, userId, now, until, longestMs]);
  return row ?? null;
}
