import { type EmailAddress, hashEmailAddress, newId, type Role, type UserId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';

/** Somebody who signs in, as told to others. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export interface NewUser {
  readonly email: EmailAddress;
  /** As bcrypt writes it. */
  readonly passwordHash: string;
  readonly role: Role;
}

const INSERT_USER = 'INSERT INTO users (tenant_id, id, email, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)';

// The primary key of login_names is the only judge of whether an address is taken: it sees the entries of all tenants, we do not.
const CLAIM_LOGIN = `
INSERT INTO login_names (tenant_id, user_id, email_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id`;

/**
 * Makes an account in the tenant of the transaction.
 * @returns null when the address has an account already, of this tenant or another; the transaction must not go on then.
 */
export async function insertUser(db: TenantDb, { email, passwordHash, role }: NewUser, now: Date): Promise<User | null> {
  const id = newId() as UserId;
  await db.query(INSERT_USER, [id, email, passwordHash, role, now]);
  const claimed = await db.query(CLAIM_LOGIN, [id, hashEmailAddress(email)]);
  return claimed.length === 0 ? null : { id, email, role, createdAt: now };
}

// Needs the primary key.
const SET = 'UPDATE users SET password_hash = $3 WHERE tenant_id = $1 AND id = $2';

/** @param passwordHash as bcrypt writes it. Who asks for it ends the sessions that the old one has begun. */
export async function setPassword(db: TenantDb, userId: UserId, passwordHash: string): Promise<void> {
  await db.query(SET, [userId, passwordHash]);
}
