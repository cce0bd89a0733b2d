import type { UserId } from '#libs/core';
import { LessThanOrEqual, MoreThan, type TenantDb } from '#libs/database';
import { PasswordResetEntity } from '#libs/entities';
import type { MailedToken } from '../mailed-token/mailed-token.js';

interface NewReset {
  readonly id: string;
  readonly userId: UserId;
  readonly hash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

// The statements need the index password_resets_by_user and the primary key.
// The lock lets one request per user check the limit at a time. NO KEY does not block inserts that only reference the user.
const LOCK_USER = 'SELECT FROM users WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
const INSERT = `
INSERT INTO password_resets (tenant_id, id, user_id, token_hash, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6
WHERE (SELECT count(*) FROM password_resets WHERE tenant_id = $1 AND user_id = $3 AND created_at > $7) < $8
RETURNING id`;
const TAKE = `DELETE FROM password_resets WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND expires_at > $4 RETURNING user_id`;

/** @returns false when the user already got `most` resets since `since`. */
export async function insertReset(db: TenantDb, reset: NewReset, { most, since }: { most: number; since: Date }): Promise<boolean> {
  await db.query(LOCK_USER, [reset.userId]);
  await db.repository(PasswordResetEntity).delete({ userId: reset.userId, expiresAt: LessThanOrEqual(reset.now) });
  const { id, userId, hash, now, expiresAt } = reset;
  return (await db.query(INSERT, [id, userId, hash, now, expiresAt, since, most])).length > 0;
}

/** Returns whether the token is valid, without using it. */
export const isResetToken = (db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<boolean> =>
  db.repository(PasswordResetEntity).exists({ id, tokenHash: hash, expiresAt: MoreThan(now) });

/** Deletes all reset tokens of a user, so that an old link cannot replace a new password. */
export async function removeResets(db: TenantDb, userId: UserId): Promise<void> {
  await db.repository(PasswordResetEntity).delete({ userId });
}

/** Uses the token and deletes all others of its user. @returns null when it is not valid, or not any more. */
export async function takeReset(db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<UserId | null> {
  const [taken] = await db.query<{ user_id: UserId }>(TAKE, [id, hash, now]);
  if (taken === undefined) return null;
  await removeResets(db, taken.user_id);
  return taken.user_id;
}
