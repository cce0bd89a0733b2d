import type { TenantDb } from '#libs/database';
import type { ShopStanding } from './stale-calls.js';

// Needs the primary key of compliance_calls. A call that another process carries out at this moment is waited for.
const NOTE = 'INSERT INTO compliance_calls (tenant_id, digest, accepted_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING digest';
const KNOWN = 'SELECT accepted_at FROM compliance_calls WHERE tenant_id = $1 AND digest = $2 FOR UPDATE';
const NOTE_AGAIN = 'UPDATE compliance_calls SET accepted_at = $3 WHERE tenant_id = $1 AND digest = $2';

/** Remembers the call. @returns the time when it was carried out before; null: never. */
export async function noteCall(db: TenantDb, digest: Buffer, now: Date): Promise<Date | null> {
  if ((await db.query(NOTE, [digest, now])).length > 0) return null;
  const [known] = await db.query<{ accepted_at: Date }>(KNOWN, [digest]);
  return known?.accepted_at ?? null;
}

export async function noteCallAgain(db: TenantDb, digest: Buffer, now: Date): Promise<void> {
  await db.query(NOTE_AGAIN, [digest, now]);
}

// Needs the primary key. A connection that never began is a shop whose webhooks the tenant's server passes on.
const STANDING = `
SELECT max(connected_at) FILTER (WHERE status <> 'disconnected') AS "connectedAt",
       coalesce(bool_or(status <> 'disconnected'), false) AS "isConnected",
       max(disconnected_at) AS "disconnectedAt",
       max(last_webhook_at) FILTER (WHERE status = 'disconnected' AND connected_at IS NULL) AS "passedOnAt"
FROM storefront_connections WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`;

/** @param connectionIds all connections of the shop with the tenant, ended ones too. */
export async function readStanding(db: TenantDb, connectionIds: readonly string[]): Promise<ShopStanding> {
  const [row] = await db.query<ShopStanding>(STANDING, [connectionIds]);
  return row!;
}
