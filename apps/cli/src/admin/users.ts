import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type EmailAddress, hashEmailAddress, readEmailAddress, type Role, type TenantId, toTenantId, type UserId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { endSessionsOf, insertUser, markVerified, recordAudit, removeSecondFactor, setPassword } from '#libs/tenants';
import { Passwords } from '#libs/credentials';
import { writePrivate } from './private-file.js';
import { findTenant } from './tenants.js';

const ADMIN = { kind: 'admin' } as const;

interface Account {
  readonly tenantId: TenantId;
  readonly userId: UserId;
}

/**
 * Creates an account in a tenant.
 * @returns the password, which is not shown again; its owner can change it.
 */
export async function createUser(
  database: Database,
  { tenant, email, role }: { tenant: string; email: string; role: Role },
  passwords: Passwords,
): Promise<{ tenant_id: string; user_id: string; password: string }> {
  const address = addressOf(email);
  const tenantId = await findTenant(database, tenant);
  const password = newPassword();
  const passwordHash = await passwords.hash(password);
  const user = await database.transaction(tenantId, (db) => insert(db, address, role, passwordHash));
  return { tenant_id: tenantId, user_id: user, password };
}

/**
 * Finds the account by its address, or creates it. Sets a new password when the one in the file does not work.
 * @param loginFile receives the address and the password, one per line; only this account can read it.
 */
export async function ensureOwner(
  database: Database,
  { tenant, email, loginFile }: { tenant: string; email: string; loginFile: string },
  passwords: Passwords,
): Promise<{ tenant_id: string; created: boolean }> {
  const address = addressOf(email);
  const tenantId = await findTenant(database, tenant);
  const account = await findAccount(database, address);
  if (account === null) {
    const made = await createUser(database, { tenant, email, role: 'owner' }, passwords);
    writePrivate(loginFile, `${address}\n${made.password}`);
    return { tenant_id: tenantId, created: true };
  }
  if (account.tenantId !== tenantId) throw new Error(`${email} signs in for another tenant`);
  await database.transaction(tenantId, (db) => markVerified(db, account.userId, new Date()));
  if (!(await isLoginOf(database, account, { address, loginFile }, passwords))) {
    const password = newPassword();
    const passwordHash = await passwords.hash(password);
    await database.transaction(tenantId, async (db) => {
      await setPassword(db, account.userId, passwordHash, new Date());
      await endSessionsOf(db, account.userId, null);
      await recordAudit(db, { action: 'user.password_reset', actor: ADMIN, details: { user_id: account.userId } }, new Date());
    });
    writePrivate(loginFile, `${address}\n${password}`);
  }
  return { tenant_id: tenantId, created: false };
}

/** Turns off two-factor sign-in for a user who lost the app and the recovery codes, and ends their sessions. */
export async function resetSecondFactor(
  database: Database,
  email: string,
): Promise<{ tenant_id: string; user_id: string; removed: boolean }> {
  const account = await findAccount(database, addressOf(email));
  if (account === null) throw new Error(`there is no account with the address "${email}"`);
  const { tenantId, userId } = account;
  const removed = await database.transaction(tenantId, async (db) => {
    const wasOn = await removeSecondFactor(db, userId);
    await endSessionsOf(db, userId, null);
    if (wasOn) await recordAudit(db, { action: 'user.two_factor_disabled', actor: ADMIN, details: { user_id: userId } }, new Date());
    return wasOn;
  });
  return { tenant_id: tenantId, user_id: userId, removed };
}

async function insert(db: TenantDb, address: EmailAddress, role: Role, passwordHash: string): Promise<UserId> {
  const now = new Date();
  // The operator vouches for the address.
  const user = await insertUser(db, { email: address, passwordHash, role, verifiedAt: now }, now);
  if (user === null) throw new Error('the address has an account already, with this tenant or another');
  await recordAudit(db, { action: 'member.joined', actor: ADMIN, details: { user_id: user.id, role } }, now);
  return user.id;
}

/** Finds the account with this address, in any tenant. */
export async function findAccount(database: Database, address: EmailAddress): Promise<Account | null> {
  const owner = await database.findLogin(hashEmailAddress(address));
  return owner === null ? null : { tenantId: toTenantId(owner.tenant_id), userId: owner.user_id as UserId };
}

async function isLoginOf(
  database: Database,
  { tenantId, userId }: Account,
  { address, loginFile }: { address: EmailAddress; loginFile: string },
  passwords: Passwords,
): Promise<boolean> {
  if (!existsSync(loginFile)) return false;
  const [kept, password = ''] = readFileSync(loginFile, 'utf8').split('\n');
  const [user] = await database.transaction(tenantId, (db) =>
    db.query<{ password_hash: string }>('SELECT password_hash FROM users WHERE tenant_id = $1 AND id = $2', [userId]),
  );
  return kept === address && (await passwords.isRight(password, user?.password_hash ?? null));
}

/** @throws when the text is not an e-mail address */
export function addressOf(email: string): EmailAddress {
  const address = readEmailAddress(email);
  if (address === null) throw new Error(`--email is "${email}": it must be an e-mail address`);
  return address;
}

/** Returns a password of 120 random bits. It has no `-` or `_`, so a double click selects all of it. */
export const newPassword = (): string => randomBytes(15).toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
