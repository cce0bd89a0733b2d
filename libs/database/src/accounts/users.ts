import { type EmailAddress, hashEmailAddress, newId, type Role, type UserId } from '#libs/core';
import { LoginNameEntity, UserEntity } from '#libs/entities';
import type { TenantDb } from '../tenant-db.js';

/** A person who can sign in, without the password. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export interface NewUser {
  readonly email: EmailAddress;
  /** The hash that bcrypt returns. */
  readonly passwordHash: string;
  readonly role: Role;
}

/**
 * Creates an account in the tenant of the transaction.
 * @returns null when the address has an account already, in this tenant or another one; the transaction must not go on then.
 */
export async function insertUser(db: TenantDb, { email, passwordHash, role }: NewUser, now: Date): Promise<User | null> {
  const id = newId() as UserId;
  await db.repository(UserEntity).insert({ id, email, passwordHash, role, createdAt: now });
  // Only the primary key of login_names decides whether an address is taken: it covers the entries of all tenants, which we cannot see.
  const isFree = await db.repository(LoginNameEntity).insertIfAbsent({ userId: id, emailHash: hashEmailAddress(email) });
  return isFree ? { id, email, role, createdAt: now } : null;
}

/** Stores a new password. The caller ends the sessions that began with the old one. @param passwordHash as bcrypt writes it */
export async function setPassword(db: TenantDb, userId: UserId, passwordHash: string): Promise<void> {
  await db.repository(UserEntity).update({ id: userId }, { passwordHash });
}
