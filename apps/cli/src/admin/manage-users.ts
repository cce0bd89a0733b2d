import { type Role, type TenantId, type UserId } from '#libs/core';
import type { Passwords } from '#libs/credentials';
import { type Database, type TenantDb } from '#libs/database';
import { endSessionsOf, findMemberships, personHasSecondFactor, recordAudit, setPassword, type UserPlace } from '#libs/tenants';
import { InvitationEntity, LoginNameEntity, UserEntity } from '#libs/entities';
import { findTenant } from './tenants.js';
import { addressOf, findAccount, newPassword } from './users.js';

const ADMIN = { kind: 'admin' } as const;

interface UserLine {
  readonly user_id: UserId;
  readonly email: string;
  readonly role: Role;
  readonly verified: boolean;
  readonly two_factor: boolean;
  readonly created_at: Date;
}

interface UserRow extends UserLine {
  readonly has_password: boolean;
}

const LIST = `
SELECT u.id AS user_id, u.email, u.role, u.verified_at IS NOT NULL AS verified, s.confirmed_at IS NOT NULL AS two_factor, u.created_at,
       u.password_hash IS NOT NULL AS has_password
FROM users u LEFT JOIN totp_secrets s ON s.tenant_id = u.tenant_id AND s.id = u.id WHERE u.tenant_id = $1 ORDER BY u.id`;

// Two operators cannot remove the last two owners at once.
const LOCK_OWNERS = `SELECT id FROM users WHERE tenant_id = $1 AND role = 'owner' ORDER BY id FOR UPDATE`;

/** Lists the people of a tenant. */
export async function listUsers(database: Database, nameOrId: string): Promise<UserLine[]> {
  const tenantId = await findTenant(database, nameOrId);
  const rows = await database.transaction(tenantId, (db) => db.query<UserRow>(LIST));
  const lines: UserLine[] = [];
  for (const { has_password: hasPassword, ...line } of rows)
    lines.push(hasPassword ? line : { ...line, two_factor: await personHasSecondFactor(database, line.email) });
  return lines;
}

/** Gives an account a new password and ends its sessions. @returns the password, which is not shown again */
export async function resetPassword(
  database: Database,
  email: string,
  passwords: Passwords,
): Promise<{ tenant_id: TenantId; password: string }> {
  const { tenantId, userId } = await accountOf(database, email);
  const password = newPassword();
  const passwordHash = await passwords.hash(password);
  await database.transaction(tenantId, async (db) => {
    await setPassword(db, userId, passwordHash, new Date());
    await endSessionsOf(db, userId, null);
    await recordAudit(db, { action: 'user.password_reset', actor: ADMIN, details: { user_id: userId } }, new Date());
  });
  return { tenant_id: tenantId, password };
}

/**
 * Removes an account with its sessions and the invitations that it sent, from all its tenants.
 * @returns the user that had the password
 * @throws for the last owner of a tenant, before anything is removed
 */
export async function removeUser(database: Database, email: string): Promise<{ tenant_id: TenantId; user_id: UserId }> {
  const account = await accountOf(database, email);
  // The password goes last: a removal that fails on the way can be repeated.
  const places = [...(await findMemberships(database, addressOf(email))), account];
  for (const { tenantId, userId } of places) await database.transaction(tenantId, (db) => refuseLastOwner(db, userId, email));
  for (const place of places) await removeFrom(database, place, email);
  return { tenant_id: account.tenantId, user_id: account.userId };
}

async function removeFrom(database: Database, { tenantId, userId }: UserPlace, email: string): Promise<void> {
  await database.transaction(tenantId, async (db) => {
    await refuseLastOwner(db, userId, email);
    await db.repository(InvitationEntity).delete({ invitedBy: userId });
    // A foreign key does not do this, because a distributed database cannot enforce it.
    await db.repository(LoginNameEntity).delete({ userId });
    await db.repository(UserEntity).delete({ id: userId });
    await recordAudit(db, { action: 'member.removed', actor: ADMIN, details: { user_id: userId } }, new Date());
  });
}

async function accountOf(database: Database, email: string): Promise<{ tenantId: TenantId; userId: UserId }> {
  const account = await findAccount(database, addressOf(email));
  if (account === null) throw new Error(`there is no account with the address "${email}"`);
  return account;
}

async function refuseLastOwner(db: TenantDb, userId: UserId, email: string): Promise<void> {
  const owners = await db.query<{ id: UserId }>(LOCK_OWNERS);
  if (owners.length === 1 && owners[0]?.id === userId)
    throw new Error(`${email} is the last owner: create another owner first, or delete the tenant`);
}
