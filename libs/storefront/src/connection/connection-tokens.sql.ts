import { newId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { type SecretBox, sealedPlace } from '#libs/tenants';
import { StorefrontConnectionEntity, StorefrontSecretEntity } from '#libs/entities';
import type { Grant } from '../platform/platform-shop.js';

/** The decrypted tokens of a connection. */
export interface ConnectionTokens {
  /** For WooCommerce these are the keys, `consumer_key:consumer_secret`; they never expire. */
  readonly accessToken: string;
  /** Null for a connection with a token that never expires. */
  readonly refreshToken: string | null;
  /** Changes with every pair. */
  readonly pairId: string;
}

interface SecretRow {
  readonly id: string;
  readonly kind: 'access_token' | 'refresh_token' | 'webhook_secret';
  readonly ciphertext: Buffer;
  readonly key_id: string;
}

// Need the unique index (tenant_id, connection_id, kind).
const READ = `
SELECT id, kind, ciphertext, key_id FROM storefront_secrets
WHERE tenant_id = $1 AND connection_id = $2 AND kind IN ('access_token', 'refresh_token')`;
const FORGET_TOKENS = `
DELETE FROM storefront_secrets WHERE tenant_id = $1 AND connection_id = $2 AND kind IN ('access_token', 'refresh_token') RETURNING id`;
// A transaction that changes the tokens of a connection holds the row lock of the connection.
const LOCK = 'SELECT FROM storefront_connections WHERE tenant_id = $1 AND id = $2 FOR UPDATE';

/**
 * @returns null when there are none.
 * @throws AppError `service_unavailable` when one cannot be opened.
 */
export async function readTokens(db: TenantDb, box: SecretBox, connectionId: string): Promise<ConnectionTokens | null> {
  const rows = await db.query<SecretRow>(READ, [connectionId]);
  const open = (kind: SecretRow['kind']): string | null => {
    const row = rows.find((candidate) => candidate.kind === kind);
    return row === undefined ? null : box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, placeOf(db, row.id));
  };
  const access = rows.find(({ kind }) => kind === 'access_token');
  const accessToken = open('access_token');
  return access === undefined || accessToken === null ? null : { accessToken, refreshToken: open('refresh_token'), pairId: access.id };
}

const READ_WEBHOOK_SECRET = `
SELECT id, kind, ciphertext, key_id FROM storefront_secrets WHERE tenant_id = $1 AND connection_id = $2 AND kind = 'webhook_secret'`;

/** Returns the secret that the shop signs with; null where the platform's app signs. */
export async function readWebhookSecret(db: TenantDb, box: SecretBox, connectionId: string): Promise<string | null> {
  const [row] = await db.query<SecretRow>(READ_WEBHOOK_SECRET, [connectionId]);
  return row === undefined ? null : box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, placeOf(db, row.id));
}

/**
 * Replaces the tokens of the connection by those of a grant, in the caller's transaction.
 * @param replaces the pair that must still be stored; null replaces any.
 * @throws PairReplacedError when another pair is stored.
 */
export async function keepTokens(
  db: TenantDb,
  box: SecretBox,
  { connectionId, grant, replaces }: { connectionId: string; grant: Grant; replaces: string | null },
  now: Date,
): Promise<void> {
  await db.query(LOCK, [connectionId]);
  const forgotten = await db.query<{ id: string }>(FORGET_TOKENS, [connectionId]);
  if (replaces !== null && !forgotten.some(({ id }) => id === replaces)) throw new PairReplacedError();
  const expiresAt = grant.lifetimeMs === null ? null : new Date(now.getTime() + grant.lifetimeMs);
  await insertToken(db, box, { connectionId, kind: 'access_token', token: grant.accessToken, expiresAt });
  if (grant.refreshToken !== null)
    await insertToken(db, box, { connectionId, kind: 'refresh_token', token: grant.refreshToken, expiresAt: null });
  await db.repository(StorefrontConnectionEntity).update({ id: connectionId }, { tokenExpiresAt: expiresAt });
}

/** Another process has replaced the pair of tokens in the meantime. The transaction must be rolled back. */
export class PairReplacedError extends Error {
  constructor() {
    super('another pair of tokens is there by now');
    this.name = 'PairReplacedError';
  }
}

/** Deletes the tokens that let us read from the shop. The secret that the shop signs with stays. */
export async function forgetTokens(db: TenantDb, connectionId: string): Promise<void> {
  await db.query(FORGET_TOKENS, [connectionId]);
}

/** Deletes every secret of the connection, those of a merchant's own app too. */
export async function forgetSecrets(db: TenantDb, connectionId: string): Promise<void> {
  await db.repository(StorefrontSecretEntity).delete({ connectionId });
}

async function insertToken(
  db: TenantDb,
  box: SecretBox,
  { connectionId, kind, token, expiresAt }: { connectionId: string; kind: SecretRow['kind']; token: string; expiresAt: Date | null },
): Promise<void> {
  const id = newId();
  const { ciphertext, keyId } = box.seal(token, placeOf(db, id));
  await db.repository(StorefrontSecretEntity).insert({ id, connectionId, kind, ciphertext, keyId, expiresAt });
}

const placeOf = (db: TenantDb, id: string): string => sealedPlace('storefront_secrets', db.tenantId, id);
