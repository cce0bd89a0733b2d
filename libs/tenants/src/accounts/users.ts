import { type EmailAddress, hashEmailAddress, newId, type Role, type UserId } from '#libs/core';
import { LoginNameEntity, UserEntity } from '#libs/entities';
import { IsNull, type TenantDb } from '#libs/database';

/** A person who can sign in, without the password. */
export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** Null while the person has not proven that the address is theirs. */
  readonly verifiedAt: Date | null;
}

export interface NewUser {
  readonly email: EmailAddress;
  /** The hash that bcrypt returns. */
  readonly passwordHash: string;
  readonly role: Role;
  /** The time when the address was proven to be theirs; null: not yet. */
  readonly verifiedAt: Date | null;
}

/**
 * Creates an account in the tenant of the transaction.
 * @returns null when the address has an account already, in this tenant or another one; the transaction must not go on then.
 */
export async function insertUser(db: TenantDb, { email, passwordHash, role, verifiedAt }: NewUser, now: Date): Promise<User | null> {
  const id = newId() as UserId;
  await db.repository(UserEntity).insert({ id, email, passwordHash, passwordSetAt: now, role, createdAt: now, verifiedAt });
  // Only the primary key of login_names decides whether an address is taken: it covers the entries of all tenants, which we cannot see.
  const isFree = await db.repository(LoginNameEntity).insertIfAbsent({ userId: id, emailHash: hashEmailAddress(email) });
  return isFree ? { id, email, role, createdAt: now, verifiedAt } : null;
}

/** Marks the address of a user as verified. An address that is verified already keeps its time. */
export async function markVerified(db: TenantDb, userId: UserId, now: Date): Promise<void> {
  await db.repository(UserEntity).update({ id: userId, verifiedAt: IsNull() }, { verifiedAt: now });
}

/** Stores a new password. The caller ends the sessions that began with the old one. @param passwordHash as bcrypt writes it */
export async function setPassword(db: TenantDb, userId: UserId, passwordHash: string, now: Date): Promise<void> {
  await db.repository(UserEntity).update({ id: userId }, { passwordHash, passwordSetAt: now });
}
