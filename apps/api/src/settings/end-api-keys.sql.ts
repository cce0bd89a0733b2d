import type { TenantDb } from '#libs/database';

export interface EndedKey {
  readonly key_hash: Buffer;
  readonly expires_at: Date;
}

// Needs the primary key of api_keys: a tenant has few keys.
const END = `
UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2)
RETURNING key_hash, expires_at`;

/** Lets every key that is valid at `now` end at `endsAt` or earlier. */
export async function endApiKeys(db: TenantDb, now: Date, endsAt: Date): Promise<EndedKey[]> {
  // One change at a time: of two new keys only the later one stays without an end.
  await db.lockTenant();
  return db.query<EndedKey>(END, [now, endsAt]);
}
