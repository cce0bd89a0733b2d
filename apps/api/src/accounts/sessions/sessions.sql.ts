import type { UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly refreshed_at: Date;
  readonly expires_at: Date;
  readonly user_agent: string | null;
  /** The session in the tenant that has the password; null when this tenant has it. */
  readonly sign_in_id: string | null;
}

/** A session that has ended just now. */
export interface EndedSession {
  readonly user_id: UserId;
  readonly sign_in_id: string | null;
}

// Needs the index sessions_by_user.
const LIST = `
SELECT id, created_at, refreshed_at, expires_at, user_agent, sign_in_id FROM sessions
WHERE tenant_id = $1 AND user_id = $2 AND expires_at > $3 ORDER BY refreshed_at DESC, id`;

export const listSessions = (db: TenantDb, userId: UserId, now: Date): Promise<SessionRow[]> => db.query<SessionRow>(LIST, [userId, now]);

// Needs the primary key.
const END = 'DELETE FROM sessions WHERE tenant_id = $1 AND id = $2 RETURNING user_id, sign_in_id';
const END_OWN = 'DELETE FROM sessions WHERE tenant_id = $1 AND id = $2 AND user_id = $3 RETURNING user_id, sign_in_id';

/** @returns null when the session had already ended. */
export async function endSession(db: TenantDb, id: string): Promise<EndedSession | null> {
  const [ended] = await db.query<EndedSession>(END, [id]);
  return ended ?? null;
}

/** @returns null when the user does not have this session. */
export async function endSessionOf(db: TenantDb, userId: UserId, id: string): Promise<EndedSession | null> {
  const [ended] = await db.query<EndedSession>(END_OWN, [id, userId]);
  return ended ?? null;
}
