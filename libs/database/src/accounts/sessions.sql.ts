import { newId, type UserId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';

/** A session that has just begun. */
export interface NewSession {
  readonly id: string;
  /** Counts the refresh tokens of the session; the first is 1. */
  readonly generation: number;
}

// Needs the index sessions_by_user. Whoever signs in takes away what ended of their own, so that no sweep is needed.
const FORGET_ENDED = 'DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND expires_at <= $3';
const INSERT = `
INSERT INTO sessions (tenant_id, id, user_id, refreshed_at, created_at, expires_at, user_agent) VALUES ($1, $2, $3, $4, $4, $5, $6)`;

/** @param userAgent what the caller says of its browser, to know the session by; null when it says nothing. */
export async function openSession(
  db: TenantDb,
  userId: UserId,
  { now, lengthMs, userAgent }: { now: Date; lengthMs: number; userAgent: string | null },
): Promise<NewSession> {
  const id = newId();
  await db.query(FORGET_ENDED, [userId, now]);
  await db.query(INSERT, [id, userId, now, new Date(now.getTime() + lengthMs), userAgent]);
  return { id, generation: 1 };
}

// Needs the index sessions_by_user.
const END_ALL = 'DELETE FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND id IS DISTINCT FROM $3::uuid';

/** @param except a session that goes on; null when none does. */
export async function endSessionsOf(db: TenantDb, userId: UserId, except: string | null): Promise<void> {
  await db.query(END_ALL, [userId, except]);
}
