import type { Role, UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface MemberRow {
  readonly id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly has_second_factor: boolean;
  readonly created_at: Date;
}

// Needs the primary keys of users and totp_secrets; a tenant has few people. Ids rise with time.
const LIST = `
SELECT u.id, u.email, u.role, s.confirmed_at IS NOT NULL AS has_second_factor, u.created_at
FROM users u LEFT JOIN totp_secrets s ON s.tenant_id = u.tenant_id AND s.id = u.id
WHERE u.tenant_id = $1 ORDER BY u.id`;

export const listMembers = (db: TenantDb): Promise<MemberRow[]> => db.query<MemberRow>(LIST);

// One change of owners at a time, so that two owners cannot remove each other; NO KEY, so that nobody who only refers to the tenant waits.
const LOCK_TENANT = 'SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE';
const COUNT_OTHER_OWNERS = `SELECT count(*)::int AS owners FROM users WHERE tenant_id = $1 AND role = 'owner' AND id <> $2`;

/** To be called first in a transaction that may take an owner away. @returns how many owners there are beside this user. */
export async function lockOtherOwners(db: TenantDb, userId: string): Promise<number> {
  await db.query(LOCK_TENANT);
  const [count] = await db.query<{ owners: number }>(COUNT_OTHER_OWNERS, [userId]);
  return count?.owners ?? 0;
}

const SET_ROLE = 'UPDATE users SET role = $3 WHERE tenant_id = $1 AND id = $2 RETURNING id';
// By itself, not by the foreign key alone: a database that is distributed cannot keep that one.
const REMOVE_LOGIN = 'DELETE FROM login_names WHERE tenant_id = $1 AND user_id = $2';
const REMOVE = 'DELETE FROM users WHERE tenant_id = $1 AND id = $2 RETURNING id';

/** @returns false when the tenant has no such user. */
export const setRole = async (db: TenantDb, userId: string, role: Role): Promise<boolean> =>
  (await db.query(SET_ROLE, [userId, role])).length > 0;

/** Their sessions, second factor and login go with them. @returns false when the tenant has no such user. */
export async function removeUser(db: TenantDb, userId: string): Promise<boolean> {
  await db.query(REMOVE_LOGIN, [userId]);
  return (await db.query(REMOVE, [userId])).length > 0;
}
