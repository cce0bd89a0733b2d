import { randomBytes } from 'node:crypto';
import { newId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';
import { sealedPlace } from './sealed-columns.js';
import type { SealedSecret, SecretBox } from './secret-box.js';

const PREFIX = 'whsec_';
const RANDOM_BYTES = 32;
const HINT_CHARACTERS = 4;

/** A webhook secret as it is told, this once. */
export interface NewWebhookSecret {
  /** `whsec_` and the base64 of 32 random bytes. */
  readonly secret: string;
  /** The first characters after `whsec_`, to know it by later. */
  readonly hint: string;
  readonly createdAt: Date;
  /** When the one before it ends; null when there was none. */
  readonly previousExpiresAt: Date | null;
}

// One rotation at a time; NO KEY, so that nobody who only refers to the tenant waits.
const LOCK_TENANT = 'SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE';

// Needs no index but the primary key: a tenant has two secrets at most.
const FORGET_PREVIOUS = 'DELETE FROM webhook_secrets WHERE tenant_id = $1 AND expires_at IS NOT NULL';
const END_CURRENT = 'UPDATE webhook_secrets SET expires_at = $2 WHERE tenant_id = $1 RETURNING expires_at';
const INSERT = 'INSERT INTO webhook_secrets (tenant_id, id, ciphertext, key_id, hint, created_at) VALUES ($1, $2, $3, $4, $5, $6)';
const LIVE = `
SELECT id, ciphertext, key_id FROM webhook_secrets
WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY expires_at DESC NULLS FIRST`;

/**
 * Gives the tenant a new webhook secret. The one it had stays good for `graceMs` more; one that was on its way out ends at once,
 * so there are never more than two.
 */
export async function rotateWebhookSecret(db: TenantDb, box: SecretBox, now: Date, graceMs: number): Promise<NewWebhookSecret> {
  const random = randomBytes(RANDOM_BYTES).toString('base64');
  const secret = `${PREFIX}${random}`;
  const hint = random.slice(0, HINT_CHARACTERS);
  const id = newId();
  const { ciphertext, keyId } = box.seal(secret, placeOf(db, id));
  await db.query(LOCK_TENANT);
  await db.query(FORGET_PREVIOUS);
  const [previous] = await db.query<{ expires_at: Date }>(END_CURRENT, [new Date(now.getTime() + graceMs)]);
  await db.query(INSERT, [id, ciphertext, keyId, hint, now]);
  return { secret, hint, createdAt: now, previousExpiresAt: previous?.expires_at ?? null };
}

/**
 * @returns the tenant's secrets in clear, the current one first, then the one before it while its time has not run out.
 * @throws AppError `service_unavailable` when one cannot be opened.
 */
export async function liveWebhookSecrets(db: TenantDb, box: SecretBox, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string; ciphertext: Buffer; key_id: string }>(LIVE, [now]);
  return rows.map(({ id, ciphertext, key_id: keyId }) => box.open({ ciphertext, keyId } satisfies SealedSecret, placeOf(db, id)));
}

const placeOf = (db: TenantDb, id: string): string => sealedPlace('webhook_secrets', db.tenantId, id);

/** The random bytes that a webhook secret is written for: the key of Standard Webhooks. */
export const bytesOfWebhookSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
