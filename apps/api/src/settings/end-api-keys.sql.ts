import type { TenantDb } from '#libs/database';

export interface EndedKey {
  readonly key_hash: Buffer;
  readonly expires_at: Date;
}

// One at a time, so that of two only the later key has no end.
const LOCK_TENANT = 'SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE';

// Needs the primary key of api_keys: a tenant has few.
const END = `
UPDATE api_keys SET expires_at = least(expires_at, $3) WHERE tenant_id = $1 AND (expires_at IS NULL OR expires_at > $2)
RETURNING key_hash, expires_at`;

/** Gives every key that is good at `now` an end, at the latest at `endsAt`. */
export async function endApiKeys(db: TenantDb, now: Date, endsAt: Date): Promise<EndedKey[]> {
  await db.query(LOCK_TENANT);
  return db.query<EndedKey>(END, [now, endsAt]);
}
