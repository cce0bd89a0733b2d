import { newId, type UserId } from '#libs/core';
import { SessionEntity } from '#libs/entities';
import { LessThanOrEqual, Not, type TenantDb } from '#libs/database';

/** A session that has just begun. */
export interface NewSession {
  readonly id: string;
  /** The number of the newest refresh token; the first one is 1. */
  readonly generation: number;
}

/**
 * Begins a session. It deletes the user's ended sessions first, so no sweep is needed for them.
 * @param userAgent what the caller says about its browser, so that people can tell their sessions apart; null: nothing
 */
export async function openSession(
  db: TenantDb,
  userId: UserId,
  { now, lengthMs, userAgent }: { now: Date; lengthMs: number; userAgent: string | null },
): Promise<NewSession> {
  const sessions = db.repository(SessionEntity);
  const id = newId();
  const expiresAt = new Date(now.getTime() + lengthMs);
  await sessions.delete({ userId, expiresAt: LessThanOrEqual(now) });
  await sessions.insert({ id, userId, generation: 1, refreshedAt: now, createdAt: now, expiresAt, provenAt: now, userAgent });
  return { id, generation: 1 };
}

/** Notes that the person of a session has given password and code again. @returns false when the session has ended */
export const noteProof = async (db: TenantDb, id: string, now: Date): Promise<boolean> =>
  (await db.repository(SessionEntity).update({ id }, { provenAt: now })) > 0;

/** Ends the sessions of a user. @param except a session that stays; null ends all of them */
export async function endSessionsOf(db: TenantDb, userId: UserId, except: string | null): Promise<void> {
  await db.repository(SessionEntity).delete({ userId, ...(except !== null && { id: Not(except) }) });
}
