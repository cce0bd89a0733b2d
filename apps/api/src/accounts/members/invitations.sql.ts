import type { EmailAddress, Role, UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { MailedToken } from '../mailed-token/mailed-token.js';

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

// Need the primary key and the unique index on (tenant_id, email); a tenant has few invitations.
const COLUMNS = 'id, email, role, created_at, expires_at';
const REPLACE = 'DELETE FROM invitations WHERE tenant_id = $1 AND (email = $2 OR expires_at <= $3)';
const COUNT = 'SELECT count(*)::int AS open FROM invitations WHERE tenant_id = $1';
const INSERT = `
INSERT INTO invitations (tenant_id, id, email, role, token_hash, invited_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${COLUMNS}`;
const IS_MEMBER = 'SELECT FROM users WHERE tenant_id = $1 AND email = $2';

export const isMember = async (db: TenantDb, email: EmailAddress): Promise<boolean> => (await db.query(IS_MEMBER, [email])).length > 0;

/** Makes an invitation in the place of the one that the address had, and takes away those that have expired. @returns null when there are `most`. */
export async function insertInvitation(db: TenantDb, invitation: NewInvitation, most: number): Promise<InvitationRow | null> {
  const { id, email, role, hash, invitedBy, now, expiresAt } = invitation;
  await db.query(REPLACE, [email, now]);
  const [count] = await db.query<{ open: number }>(COUNT);
  if ((count?.open ?? 0) >= most) return null;
  const [made] = await db.query<InvitationRow>(INSERT, [id, email, role, hash, invitedBy, now, expiresAt]);
  return made ?? null;
}

const LIST = `SELECT ${COLUMNS} FROM invitations WHERE tenant_id = $1 AND expires_at > $2 ORDER BY created_at DESC, id DESC`;

export const listInvitations = (db: TenantDb, now: Date): Promise<InvitationRow[]> => db.query<InvitationRow>(LIST, [now]);

const REMOVE = 'DELETE FROM invitations WHERE tenant_id = $1 AND id = $2 RETURNING id';

/** @returns false when the tenant has no such invitation. */
export const removeInvitation = async (db: TenantDb, id: string): Promise<boolean> => (await db.query(REMOVE, [id])).length > 0;

// Reads the tenant's invitations, which are few.
const REMOVE_OF = 'DELETE FROM invitations WHERE tenant_id = $1 AND invited_by = $2 RETURNING id';

/** Takes back what somebody has sent out, for when they may invite nobody any more. @returns how many it were. */
export const removeInvitationsOf = async (db: TenantDb, invitedBy: string): Promise<number> =>
  (await db.query(REMOVE_OF, [invitedBy])).length;

const FIND = 'SELECT id FROM invitations WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND expires_at > $4';
const TAKE = `DELETE FROM invitations WHERE tenant_id = $1 AND id = $2 AND token_hash = $3 AND expires_at > $4 RETURNING ${COLUMNS}`;

/** Whether the token is good, without using it. */
export const isInvitationToken = async (db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<boolean> =>
  (await db.query(FIND, [id, hash, now])).length > 0;

/** Uses the token. @returns null when it is not good, or no longer. */
export async function takeInvitation(db: TenantDb, { id, hash }: MailedToken, now: Date): Promise<InvitationRow | null> {
  const [taken] = await db.query<InvitationRow>(TAKE, [id, hash, now]);
  return taken ?? null;
}
