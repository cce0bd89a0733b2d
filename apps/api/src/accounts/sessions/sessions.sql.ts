import type { UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { SessionEntity } from '#libs/entities';

export interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly refreshed_at: Date;
  readonly expires_at: Date;
  readonly user_agent: string | null;
}

// Needs the index sessions_by_user.
const LIST = `
SELECT id, created_at, refreshed_at, expires_at, user_agent FROM sessions
WHERE tenant_id = $1 AND user_id = $2 AND expires_at > $3 ORDER BY refreshed_at DESC, id`;

export const listSessions = (db: TenantDb, userId: UserId, now: Date): Promise<SessionRow[]> => db.query<SessionRow>(LIST, [userId, now]);

// Needs the primary key.
const END = 'DELETE FROM sessions WHERE tenant_id = $1 AND id = $2 RETURNING user_id';

/** @returns the user of the session; null when it had already ended. */
export async function endSession(db: TenantDb, id: string): Promise<UserId | null> {
  const [ended] = await db.query<{ user_id: UserId }>(END, [id]);
  return ended?.user_id ?? null;
}

/** @returns false when the user does not have this session. */
export const endSessionOf = async (db: TenantDb, userId: UserId, id: string): Promise<boolean> =>
  (await db.repository(SessionEntity).delete({ id, userId })) > 0;
