import { type AppError, forbidden, isAtLeast, type Role, rolesFrom, unauthorized } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { TokenSubject } from './access-tokens.js';

export interface AccountRow {
  readonly email: string;
  readonly has_password: boolean;
  /** The session in the tenant that has the password; null when this tenant has it. */
  readonly sign_in_id: string | null;
  readonly role: Role;
  readonly is_verified: boolean;
  readonly proven_at: Date;
  readonly plan: string;
  readonly rate_limit_per_minute: number | null;
  readonly is_suspended: boolean;
}

// Needs the primary keys of sessions, users and tenants.
const FIND_ACCOUNT = `
SELECT u.email, u.password_hash IS NOT NULL AS has_password, s.sign_in_id, u.role, u.verified_at IS NOT NULL AS is_verified, s.proven_at, t.plan, t.rate_limit_per_minute, t.suspended_at IS NOT NULL AS is_suspended
FROM sessions s
JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
JOIN tenants t ON t.id = s.tenant_id
WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.expires_at > $4`;

/** @returns null when the session has ended: by a logout, a new password, its expiry, or the removal of its user. */
export async function findAccount(db: TenantDb, { sessionId, userId }: TokenSubject, now: Date): Promise<AccountRow | null> {
  const [row] = await db.prepared<AccountRow>(FIND_ACCOUNT, [sessionId, userId, now]);
  return row ?? null;
}

/**
 * Checks a signed-in person in the transaction that acts for them. After `lockTenant()` no role changes before it commits.
 * @throws AppError `unauthorized` when the session has ended by now, `forbidden` when the role is too low by now
 */
export async function requireAccount(db: TenantDb, subject: TokenSubject, least: Role, now: Date): Promise<void> {
  const account = await findAccount(db, subject, now);
  if (account === null) throw endedSession();
  requireRole(account.role, least);
}

/** @returns whether the person is still signed in, and an owner. */
export async function isOwner(db: TenantDb, subject: TokenSubject, now: Date): Promise<boolean> {
  return (await findAccount(db, subject, now))?.role === 'owner';
}

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** @throws AppError `forbidden` */
export function requireRole(role: Role, least: Role): void {
  if (!isAtLeast(role, least)) throw forbidden(`your role is ${role}: this needs the role ${EITHER.format(rolesFrom(least))}`);
}

export const endedSession = (): AppError =>
  unauthorized('the access token is missing, not valid, or has ended; send it as Authorization: Bearer <token>');
