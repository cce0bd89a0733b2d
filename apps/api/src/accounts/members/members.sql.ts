import type { KeyScope, Role, UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { LoginNameEntity, UserEntity } from '#libs/entities';

export interface MemberRow {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly has_second_factor: boolean;
  /** False when another tenant has the password of the person, and the second factor. */
  readonly has_password: boolean;
  readonly created_at: Date;
}

// Needs the primary keys of users and totp_secrets. A tenant has few people. Ids grow with time.
const LIST = `
SELECT u.id, u.email, u.role, s.confirmed_at IS NOT NULL AS has_second_factor, u.password_hash IS NOT NULL AS has_password, u.created_at
FROM users u LEFT JOIN totp_secrets s ON s.tenant_id = u.tenant_id AND s.id = u.id
WHERE u.tenant_id = $1 ORDER BY u.id`;

export const listMembers = (db: TenantDb): Promise<MemberRow[]> => db.query<MemberRow>(LIST);

const COUNT_OTHER_OWNERS = `SELECT count(*)::int AS owners FROM users WHERE tenant_id = $1 AND role = 'owner' AND id <> $2`;

/** Counts the other owners of the tenant, which must be locked: one change of owners at a time, so that one always stays. */
export async function countOtherOwners(db: TenantDb, userId: string): Promise<number> {
  const [count] = await db.query<{ owners: number }>(COUNT_OTHER_OWNERS, [userId]);
  return count?.owners ?? 0;
}

/** @returns false when the tenant does not have this user. */
export const setRole = async (db: TenantDb, userId: UserId, role: Role): Promise<boolean> =>
  (await db.repository(UserEntity).update({ id: userId }, { role })) > 0;

/** Deletes a user with their sessions, second factor and sign-in name. @returns false when the tenant does not have this user. */
export async function removeUser(db: TenantDb, userId: UserId): Promise<boolean> {
  // A foreign key does not do this, because a distributed database cannot enforce it.
  await db.repository(LoginNameEntity).delete({ userId });
  return (await db.repository(UserEntity).delete({ id: userId })) > 0;
}

interface MadeKeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly is_main: boolean;
}

// Needs the primary key of api_keys: a tenant has few keys.
const VALID_KEYS = `
SELECT id, name, prefix, scope, is_main FROM api_keys
WHERE tenant_id = $1 AND created_by = $2 AND (expires_at IS NULL OR expires_at > $3) ORDER BY is_main DESC, name`;

/** Returns the API keys that a person made and that still work. */
export const validKeysOf = (db: TenantDb, userId: UserId, now: Date): Promise<MadeKeyRow[]> =>
  db.query<MadeKeyRow>(VALID_KEYS, [userId, now]);
