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

// Need the index password_resets_by_user and the primary key.
// One at a time for each user, or requests at the same moment would all find room. NO KEY, so that nobody who only refers to the user waits.
const LOCK_USER = 'SELECT FROM users WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
const INSERT = `
INSERT INTO password_resets (tenant_id, id, user_id, token_hash, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6
WHERE (SELECT count(*) FROM password_resets WHERE tenant_id = $1 AND user_id = $3 AND created_at > $7) < $8
RETURNING id`;
const TAKE = `DELETE FROM password_resets WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND expires_at > $4 RETURNING user_id`;

/** @returns false when the user got `most` of them since `since` already. */
export async function insertReset(db: TenantDb, reset: NewReset, { most, since }: { most: number; since: Date }): Promise<boolean> {
  await db.query(LOCK_USER, [reset.userId]);
  await db.repository(PasswordResetEntity).delete({ userId: reset.userId, expiresAt: LessThanOrEqual(reset.now) });
  const { id, userId, hash, now, expiresAt } = reset;
  return (await db.query(INSERT, [id, userId, hash, now, expiresAt, since, most])).length > 0;
}

/** Returns whether the token is valid, without using it. */
export const isResetToken = (db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<boolean> =>
  db.repository(PasswordResetEntity).exists({ id, tokenHash: hash, expiresAt: MoreThan(now) });

/** Takes away all tokens of a user: with another password none of them may replace it. */
export async function removeResets(db: TenantDb, userId: UserId): Promise<void> {
  await db.repository(PasswordResetEntity).delete({ userId });
}

/** Uses the token, and takes away all others of its user. @returns null when it is not good, or no longer. */
export async function takeReset(db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<UserId | null> {
  const [taken] = await db.query<{ user_id: UserId }>(TAKE, [id, hash, now]);
  if (taken === undefined) return null;
  await removeResets(db, taken.user_id);
  return taken.user_id;
}
