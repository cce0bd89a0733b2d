import { LIMITS, type UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { removeSecondFactor, type SealedSecret } from '#libs/tenants';
import { RecoveryCodeEntity, TotpSecretEntity } from '#libs/entities';

export interface TotpRow {
  readonly ciphertext: Buffer;
  readonly key_id: string;
  readonly confirmed_at: Date | null;
  /** Wrong codes since the last right one. */
  readonly failed_codes: number;
}

// The statements need the primary keys of totp_secrets and recovery_codes. A secret has the id of its user.
const FIND = 'SELECT ciphertext, key_id, confirmed_at, failed_codes FROM totp_secrets WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
const PUT = `
INSERT INTO totp_secrets (tenant_id, id, ciphertext, key_id) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, id) DO UPDATE SET ciphertext = excluded.ciphertext, key_id = excluded.key_id, last_step = 0
WHERE totp_secrets.confirmed_at IS NULL
RETURNING id`;
const TAKE_STEP = `
UPDATE totp_secrets SET last_step = $3, confirmed_at = coalesce(confirmed_at, $4)
WHERE tenant_id = $1 AND id = $2 AND last_step < $3 RETURNING id`;
const ADD_CODES =
  'INSERT INTO recovery_codes (tenant_id, user_id, code_hash) SELECT id, $2, unnest($3::bytea[]) FROM tenants WHERE id = $1';

/** Locks the user's second factor until the transaction ends. @returns null when there is none, not even an unconfirmed one. */
export async function lockTotp(db: TenantDb, userId: UserId): Promise<TotpRow | null> {
  const [row] = await db.query<TotpRow>(FIND, [userId]);
  return row ?? null;
}

/** @returns false when the user has a confirmed second factor, which stays unchanged. */
export const putTotp = async (db: TenantDb, userId: UserId, { ciphertext, keyId }: SealedSecret): Promise<boolean> =>
  (await db.query(PUT, [userId, ciphertext, keyId])).length > 0;

/** Uses a time step, and confirms an unconfirmed secret. @returns false when this step or a later one was used before. */
export const takeTotpStep = async (db: TenantDb, userId: UserId, step: number, now: Date): Promise<boolean> =>
  (await db.query(TAKE_STEP, [userId, step, now])).length > 0;

const FAIL = 'UPDATE totp_secrets SET failed_codes = failed_codes + 1 WHERE tenant_id = $1 AND id = $2';

export async function countFailedCode(db: TenantDb, userId: UserId): Promise<void> {
  await db.query(FAIL, [userId]);
}

export async function resetFailedCodes(db: TenantDb, userId: UserId): Promise<void> {
  await db.repository(TotpSecretEntity).update({ id: userId }, { failedCodes: 0 });
}

/** @returns false when the user does not have this code, or has used it. */
export const takeRecoveryCode = async (db: TenantDb, userId: UserId, hash: Buffer): Promise<boolean> =>
  (await db.repository(RecoveryCodeEntity).delete({ userId, codeHash: hash })) > 0;

export async function replaceRecoveryCodes(db: TenantDb, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
  await db.repository(RecoveryCodeEntity).delete({ userId });
  await db.query(ADD_CODES, [userId, hashes]);
}

/**
 * Turns off a second factor that is younger than a person needs to notice a stranger's, and forgets one that was never confirmed. The caller
 * has locked the user.
 * @returns whether a confirmed one was on
 */
export async function removeYoungSecondFactor(db: TenantDb, userId: UserId, now: Date): Promise<boolean> {
  const row = await lockTotp(db, userId);
  const confirmedAt = row?.confirmed_at ?? null;
  if (row === null || (confirmedAt !== null && now.getTime() - confirmedAt.getTime() >= LIMITS.secondFactor.youngMs)) return false;
  await removeSecondFactor(db, userId);
  return confirmedAt !== null;
}
