import type { MailedLinkPurpose, UserId } from '#libs/core';
import { LessThanOrEqual, MoreThan, type TenantDb } from '#libs/database';
import { MailedLinkEntity } from '#libs/entities';
import type { MailedToken } from '#libs/credentials';

interface NewLink {
  readonly id: string;
  readonly userId: UserId;
  readonly purpose: MailedLinkPurpose;
  readonly hash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

// The statements need the index mailed_links_by_user and the primary key.
// The lock lets one request per user check the limit at a time. NO KEY does not block inserts that only reference the user.
const LOCK_USER = 'SELECT FROM users WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
const INSERT = `
INSERT INTO mailed_links (tenant_id, id, user_id, purpose, token_hash, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6, $7
WHERE (SELECT count(*) FROM mailed_links WHERE tenant_id = $1 AND user_id = $3 AND purpose = $4 AND created_at > $8) < $9
RETURNING id`;
const TAKE = `
DELETE FROM mailed_links WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND purpose = $4 AND expires_at > $5 RETURNING user_id`;

/** @returns false when the user already got `most` links for this purpose since `since`. */
export async function insertLink(db: TenantDb, link: NewLink, { most, since }: { most: number; since: Date }): Promise<boolean> {
  const { id, userId, purpose, hash, now, expiresAt } = link;
  await db.query(LOCK_USER, [userId]);
  await db.repository(MailedLinkEntity).delete({ userId, purpose, expiresAt: LessThanOrEqual(now) });
  return (await db.query(INSERT, [id, userId, purpose, hash, now, expiresAt, since, most])).length > 0;
}

/** Finds the user of a token that is valid for this purpose, without using it. @returns null when it is not valid. */
export async function findLink(db: TenantDb, { id, hash }: MailedToken, purpose: MailedLinkPurpose, now: Date): Promise<UserId | null> {
  const link = await db.repository(MailedLinkEntity).findOne({ id, tokenHash: hash, purpose, expiresAt: MoreThan(now) });
  return link?.userId ?? null;
}

/** Deletes all links of a user for a purpose, so that an old one cannot undo what came later. */
export async function removeLinks(db: TenantDb, userId: UserId, purpose: MailedLinkPurpose): Promise<void> {
  await db.repository(MailedLinkEntity).delete({ userId, purpose });
}

/** Uses the token and deletes all others of its user for the purpose. @returns null when it is not valid, or not any more. */
export async function takeLink(db: TenantDb, { id, hash }: MailedToken, purpose: MailedLinkPurpose, now: Date): Promise<UserId | null> {
  const [taken] = await db.query<{ user_id: UserId }>(TAKE, [id, hash, purpose, now]);
  if (taken === undefined) return null;
  await removeLinks(db, taken.user_id, purpose);
  return taken.user_id;
}
