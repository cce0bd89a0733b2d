import { conflict, DAY_MS, type KeyScope, LIMITS, newId, type UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A key to store. The caller shows the key itself once; only its hash is kept. */
export interface KeyToStore {
  /** SHA-256 of the key, 32 bytes. */
  readonly hash: Buffer;
  readonly prefix: string;
  readonly name: string;
  readonly scope: KeyScope;
  /** True for the key of a registration and for what replaces it. */
  readonly isMain: boolean;
  readonly expiresAt: Date | null;
  /** The person who makes the key; null: an operator. */
  readonly createdBy: UserId | null;
}

export const MAIN_KEY_NAME = 'Main key';

// Needs the primary key of api_keys: a tenant has few keys.
// A day later, so that no clock that goes wrong gives the number of a key away too early.
const FORGET_ENDED = 'DELETE FROM api_keys WHERE tenant_id = $1 AND expires_at < $2';
const INSERT = `
INSERT INTO api_keys (tenant_id, id, key_hash, prefix, name, scope, is_main, expires_at, created_at, created_by, number)
SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce(max(number), 0) + 1 FROM api_keys WHERE tenant_id = $1
RETURNING id`;

// Needs the primary key of api_keys. Keys with names leave room for a new main key, which an owner may need at once.
const MADE_SINCE = 'SELECT count(*)::int AS count FROM api_keys WHERE tenant_id = $1 AND is_main = $2 AND created_at > $3';

/**
 * Stores a key, and deletes keys that ended before the log of events begins. The caller holds the lock of the tenant, unless the
 * transaction has made the tenant.
 *
 * @returns the id of the key
 * @throws AppError `conflict` when the tenant has made as many keys within a day as it may
 */
export async function insertApiKey(db: TenantDb, key: KeyToStore, now: Date): Promise<string> {
  const id = newId();
  await db.query(FORGET_ENDED, [new Date(now.getTime() - LIMITS.endedKeyKeptMs - DAY_MS)]);
  const [made] = await db.query<{ count: number }>(MADE_SINCE, [key.isMain, new Date(now.getTime() - DAY_MS)]);
  if ((made?.count ?? 0) >= LIMITS.apiKeysPerDay)
    throw conflict(`a tenant makes at most ${LIMITS.apiKeysPerDay} API keys within 24 hours: use an existing one, or try again later`);
  await db.query(INSERT, [id, key.hash, key.prefix, key.name, key.scope, key.isMain, key.expiresAt, now, key.createdBy]);
  return id;
}

// Needs the primary key of api_keys.
const NAMED = `SELECT name, is_main FROM api_keys WHERE tenant_id = $1 AND id <> $2 AND (expires_at IS NULL OR expires_at > $3)`;
const NO_KEY = '00000000-0000-0000-0000-000000000000';

/**
 * Checks that a key may have a name. The caller holds the lock of the tenant.
 * @param id the key that gets the name; null for a new one, for which there must be room
 * @throws AppError `conflict` when another valid key has the name, or the tenant has as many named keys as it may
 */
export async function requireRoomForKey(db: TenantDb, name: string, id: string | null, now: Date): Promise<void> {
  const others = await db.query<{ name: string; is_main: boolean }>(NAMED, [id ?? NO_KEY, now]);
  if (others.some((other) => other.name === name)) throw conflict(`another API key has the name "${name}": choose another name`);
  if (id === null && others.filter((other) => !other.is_main).length >= LIMITS.namedApiKeys)
    throw conflict(`a tenant has at most ${LIMITS.namedApiKeys} API keys beside its main key: revoke one first`);
}

export interface EndedKey {
  readonly key_hash: Buffer;
  readonly name: string;
  readonly expires_at: Date;
}

// Needs the primary key of api_keys: a tenant has few keys.
const END = `
UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2) AND (is_main OR $4)
RETURNING key_hash, name, expires_at`;

/**
 * Makes keys that are valid at `now` expire at `endsAt` or earlier. The caller holds the lock of the tenant: of two new main keys,
 * only the later one has no expiry.
 * @param which `main`: the main key, and those that it replaced and that are still valid
 */
export function endApiKeys(db: TenantDb, which: 'main' | 'all', now: Date, endsAt: Date): Promise<EndedKey[]> {
  return db.query<EndedKey>(END, [now, endsAt, which === 'all']);
}
