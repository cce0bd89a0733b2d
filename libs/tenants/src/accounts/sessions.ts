import { newId, type UserId } from '#libs/core';
import { SessionEntity } from '#libs/entities';
import { LessThanOrEqual, MoreThan, Not, type TenantDb } from '#libs/database';

/** A session that has just begun. */
export interface NewSession {
  readonly id: string;
  /** The number of the newest refresh token; the first one is 1. */
  readonly generation: number;
}

/** A session in the tenant that has the password. It ends the sessions in the other tenants of the person when it ends. */
export interface SignInSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly provenAt: Date;
}

/**
 * Begins a session. It deletes the user's ended sessions first, so no sweep is needed for them.
 * @param userAgent what the caller says about its browser, so that people can tell their sessions apart; null: nothing
 * @param signIn for a user without a password: the session that this one belongs to
 */
export async function openSession(
  db: TenantDb,
  userId: UserId,
  { now, expiresAt, userAgent, signIn = null }: { now: Date; expiresAt: Date; userAgent: string | null; signIn?: SignInSession | null },
): Promise<NewSession> {
  const sessions = db.repository(SessionEntity);
  const id = newId();
  await sessions.delete({ userId, expiresAt: LessThanOrEqual(now) });
  const { id: signInId, createdAt, provenAt } = signIn ?? { id: null, createdAt: now, provenAt: now };
  await sessions.insert({ id, userId, generation: 1, refreshedAt: now, createdAt, expiresAt, provenAt, userAgent, signInId });
  return { id, generation: 1 };
}

/** Notes that the person of a session has given password and code again. @returns false when the session has ended */
export const noteProof = async (db: TenantDb, id: string, now: Date): Promise<boolean> =>
  (await db.repository(SessionEntity).update({ id }, { provenAt: now })) > 0;

/** Returns whether a session has not ended. */
export const isLiveSession = (
  db: TenantDb,
  { sessionId, userId }: { readonly sessionId: string; readonly userId: UserId },
  now: Date,
): Promise<boolean> => db.repository(SessionEntity).exists({ id: sessionId, userId, expiresAt: MoreThan(now) });

/** Ends the sessions of a user. @param except a session that stays; null ends all of them */
export async function endSessionsOf(db: TenantDb, userId: UserId, except: string | null): Promise<void> {
  await db.repository(SessionEntity).delete({ userId, ...(except !== null && { id: Not(except) }) });
}
