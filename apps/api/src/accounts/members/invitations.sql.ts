import type { EmailAddress, Role, UserId } from '#libs/core';
import { MoreThan, type TenantDb } from '#libs/database';
import { InvitationEntity, UserEntity } from '#libs/entities';
import type { MailedToken } from '#libs/credentials';

export interface InvitationRow {
  readonly id: string;
  readonly email: EmailAddress;
  readonly role: Role;
  readonly created_at: Date;
  readonly expires_at: Date;
}

interface NewInvitation {
  readonly id: string;
  readonly email: EmailAddress;
  readonly role: Role;
  readonly hash: Buffer;
  readonly invitedBy: UserId;
  readonly now: Date;
  readonly expiresAt: Date;
}

// The statements need the primary key and the unique index on (tenant_id, email). A tenant has few invitations.
const COLUMNS = 'id, email, role, created_at, expires_at';
const REPLACE = 'DELETE FROM invitations WHERE tenant_id = $1 AND (email = $2 OR expires_at <= $3)';
const INSERT = `
INSERT INTO invitations (tenant_id, id, email, role, token_hash, invited_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`;

export const isMember = (db: TenantDb, email: EmailAddress): Promise<boolean> => db.repository(UserEntity).exists({ email });

/** Replaces the invitation of the address and deletes expired ones. @returns null when the tenant already has `most` invitations. */
export async function insertInvitation(db: TenantDb, invitation: NewInvitation, most: number): Promise<InvitationRow | null> {
  const { id, email, role, hash, invitedBy, now, expiresAt } = invitation;
  await db.query(REPLACE, [email, now]);
  if ((await db.repository(InvitationEntity).count({})) >= most) return null;
  const [made] = await db.query<InvitationRow>(INSERT, [id, email, role, hash, invitedBy, now, expiresAt]);
  return made ?? null;
}

const LIST = `SELECT ${COLUMNS} FROM invitations WHERE tenant_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id DESC`;

export const listInvitations = (db: TenantDb, now: Date): Promise<InvitationRow[]> => db.query<InvitationRow>(LIST, [now]);

/** @returns false when the tenant has no such invitation. */
export const removeInvitation = async (db: TenantDb, id: string): Promise<boolean> =>
  (await db.repository(InvitationEntity).delete({ id })) > 0;

/** Deletes the invitations that a user has sent who may no longer invite. @returns their number */
export const removeInvitationsOf = (db: TenantDb, invitedBy: UserId): Promise<number> =>
  db.repository(InvitationEntity).delete({ invitedBy });

const TAKE = `DELETE FROM invitations WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND expires_at > $4 RETURNING ${COLUMNS}`;

/** Finds the invitation of a token without using it. @returns null when the token is not valid. */
export const findInvitation = (db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<InvitationEntity | null> =>
  db.repository(InvitationEntity).findOne({ id, tokenHash: hash, expiresAt: MoreThan(now) });

/** Uses the token. @returns null when it is not valid, or not any more. */
export async function takeInvitation(db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<InvitationRow | null> {
  const [taken] = await db.query<InvitationRow>(TAKE, [id, hash, now]);
  return taken ?? null;
}
