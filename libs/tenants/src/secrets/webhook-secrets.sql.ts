import { randomBytes } from 'node:crypto';
import { newId } from '#libs/core';
import { WebhookSecretEntity } from '#libs/entities';
import { IsNull, Not, type TenantDb } from '#libs/database';
import { sealedPlace } from './sealed-columns.js';
import type { SealedSecret, SecretBox } from './secret-box.js';

const PREFIX = 'whsec_';
const RANDOM_BYTES = 32;
const HINT_CHARACTERS = 4;

/** A new webhook secret in clear. It is shown only once. */
export interface NewWebhookSecret {
  /** `whsec_` and the base64 of 32 random bytes. */
  readonly secret: string;
  /** The first characters after `whsec_`, by which people tell their secrets apart. */
  readonly hint: string;
  readonly createdAt: Date;
  /** The end of the previous secret; null: there was none. */
  readonly previousExpiresAt: Date | null;
}

// Needs the primary key: a tenant has two secrets at most.
const END_CURRENT = 'UPDATE webhook_secrets SET expires_at = $2 WHERE tenant_id = $1 RETURNING expires_at';
const live = (columns: string): string => `
SELECT ${columns} FROM webhook_secrets WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) ORDER BY expires_at DESC NULLS FIRST`;
const LIVE = live('id, ciphertext, key_id');
const LIVE_IDS = live('id');

/**
 * Gives the tenant a new webhook secret. The current one stays valid for `graceMs` more. An older one that was still valid ends at once,
 * so a tenant never has more than two.
 */
export async function rotateWebhookSecret(db: TenantDb, box: SecretBox, now: Date, graceMs: number): Promise<NewWebhookSecret> {
  const random = randomBytes(RANDOM_BYTES).toString('base64');
  const secret = `${PREFIX}${random}`;
  const hint = random.slice(0, HINT_CHARACTERS);
  const id = newId();
  const { ciphertext, keyId } = box.seal(secret, placeOf(db, id));
  await db.lockTenant();
  const secrets = db.repository(WebhookSecretEntity);
  await secrets.delete({ expiresAt: Not(IsNull()) });
  const [previous] = await db.query<{ expires_at: Date }>(END_CURRENT, [new Date(now.getTime() + graceMs)]);
  await secrets.insert({ id, ciphertext, keyId, hint, createdAt: now, expiresAt: null });
  return { secret, hint, createdAt: now, previousExpiresAt: previous?.expires_at ?? null };
}

/**
 * Returns the tenant's secrets in clear: the current one first, then the previous one while it is valid.
 * @throws AppError `service_unavailable` when a secret cannot be opened
 */
export async function liveWebhookSecrets(db: TenantDb, box: SecretBox, now: Date): Promise<string[]> {
  const rows = await db.query<{ id: string; ciphertext: Buffer; key_id: string }>(LIVE, [now]);
  return rows.map(({ id, ciphertext, key_id: keyId }) => box.open({ ciphertext, keyId } satisfies SealedSecret, placeOf(db, id)));
}

/** Returns the ids of the secrets that `liveWebhookSecrets` returns, in the same order. */
export async function liveSecretIds(db: TenantDb, now: Date): Promise<string[]> {
  return (await db.prepared<{ id: string }>(LIVE_IDS, [now])).map(({ id }) => id);
}

const placeOf = (db: TenantDb, id: string): string => sealedPlace('webhook_secrets', db.tenantId, id);

/** Returns the random bytes that a webhook secret encodes: the key of Standard Webhooks. */
export const bytesOfWebhookSecret = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');
