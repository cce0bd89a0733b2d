import type { EmailAddress, Role, UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface LoginRow {
  readonly id: UserId;
  readonly email: EmailAddress;
  readonly role: Role;
  /** Null: another tenant has the password of the person, and the second factor. */
  readonly password_hash: string | null;
  readonly password_set_at: Date;
  readonly has_second_factor: boolean;
  readonly is_verified: boolean;
  readonly weekly_mail: boolean;
}

// Needs the primary keys of users and totp_secrets.
const FIND_LOGIN = `
SELECT u.id, u.email, u.role, u.password_hash, u.password_set_at, s.confirmed_at IS NOT NULL AS has_second_factor, u.verified_at IS NOT NULL AS is_verified,
       u.weekly_mail
FROM users u LEFT JOIN totp_secrets s ON s.tenant_id = u.tenant_id AND s.id = u.id
WHERE u.tenant_id = $1 AND u.id = $2`;

// An exclusive lock, also for reading. Two transactions that share the lock and then both upgrade it, for a mailed link, would deadlock.
const LOCK_LOGIN = `${FIND_LOGIN} FOR NO KEY UPDATE OF u`;

export async function findUser(db: TenantDb, userId: string): Promise<LoginRow | null> {
  const [row] = await db.query<LoginRow>(FIND_LOGIN, [userId]);
  return row ?? null;
}

/** Works like `findUser`, and locks the row until the transaction ends. Lock the user before the second factor. */
export async function lockUser(db: TenantDb, userId: string): Promise<LoginRow | null> {
  const [row] = await db.query<LoginRow>(LOCK_LOGIN, [userId]);
  return row ?? null;
}
