import { type EmailAddress, hashEmailAddress, newId, type Role, type TenantId, toTenantId, type UserId } from '#libs/core';
import type { Database, LoginOwner, TenantDb } from '#libs/database';
import { LoginNameEntity, MembershipEntity, UserEntity } from '#libs/entities';
import type { User } from './users.js';

/** A user of a tenant. */
export interface UserPlace {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}

const toPlace = ({ tenant_id: tenantId, user_id: userId }: LoginOwner): UserPlace => ({
  tenantId: toTenantId(tenantId),
  userId: userId as UserId,
});

/** Finds the user that has the password and the second factor of a person. @param email a normalised address */
export async function findPasswordPlace(database: Database, email: string): Promise<UserPlace | null> {
  const owner = await database.findLogin(hashEmailAddress(email as EmailAddress));
  return owner && toPlace(owner);
}

/** Finds the users of a person without a password of their own, in other tenants. @param email a normalised address */
export const findMemberships = async (database: Database, email: string): Promise<UserPlace[]> =>
  (await database.findMemberships(hashEmailAddress(email as EmailAddress))).map(toPlace);

/**
 * Creates a user without a password, in the tenant of the transaction, for a person with an account elsewhere and a proven address.
 * @returns the new user; its id says nothing about the account elsewhere
 */
export async function insertMember(db: TenantDb, { email, role }: { email: EmailAddress; role: Role }, now: Date): Promise<User> {
  const id = newId() as UserId;
  await db.repository(UserEntity).insert({ id, email, passwordHash: null, passwordSetAt: now, role, createdAt: now, verifiedAt: now });
  await db.repository(MembershipEntity).insert({ userId: id, emailHash: hashEmailAddress(email) });
  return { id, email, role, createdAt: now, verifiedAt: now };
}

/**
 * Gives a user without a password the sign-in name if no other tenant has it. The user may then get a password.
 * @returns false when another tenant has the password of the person
 */
export async function claimLoginName(db: TenantDb, { id, email }: { readonly id: UserId; readonly email: string }): Promise<boolean> {
  const emailHash = hashEmailAddress(email as EmailAddress);
  if (!(await db.repository(LoginNameEntity).insertIfAbsent({ userId: id, emailHash }))) return false;
  await db.repository(MembershipEntity).delete({ userId: id });
  return true;
}
