import type { TenantDb } from '#libs/database';

export interface EndedKey {
  readonly key_hash: Buffer;
  readonly expires_at: Date;
}

// Needs the primary key of api_keys: a tenant has few keys.
const END = `
UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2)
RETURNING key_hash, expires_at`;

/** Makes every key that is valid at `now` expire at `endsAt` or earlier. */
export async function endApiKeys(db: TenantDb, now: Date, endsAt: Date): Promise<EndedKey[]> {
  // The lock allows one change at a time: of two new keys, only the later one has no expiry.
  await db.lockTenant();
  return db.query<EndedKey>(END, [now, endsAt]);
}
