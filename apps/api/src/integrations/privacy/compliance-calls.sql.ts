import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { ShopStanding } from './stale-calls.js';

// Needs the primary key of compliance_calls. The row lock makes a call wait that another process carries out at this moment.
const ADD = 'INSERT INTO compliance_calls (tenant_id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING digest';
const LOCK = `
SELECT accepted_at AS "acceptedAt", ignored_at AS "ignoredAt" FROM compliance_calls WHERE tenant_id = $1 AND digest = $2 FOR UPDATE`;
const NOTE_ACCEPTED = 'UPDATE compliance_calls SET accepted_at = $3 WHERE tenant_id = $1 AND digest = $2';
const NOTE_IGNORED = 'UPDATE compliance_calls SET ignored_at = $3 WHERE tenant_id = $1 AND digest = $2';

/** The last times of a call; null: never. */
export interface CallTimes {
  readonly acceptedAt: Date | null;
  /** The last time when the tenant was told that the call is ignored. */
  readonly ignoredAt: Date | null;
}

export async function lockCall(db: TenantDb, digest: Buffer): Promise<CallTimes> {
  await db.query(ADD, [digest]);
  const [call] = await db.query<CallTimes>(LOCK, [digest]);
  return call!;
}

export async function noteAccepted(db: TenantDb, digest: Buffer, now: Date): Promise<void> {
  await db.query(NOTE_ACCEPTED, [digest, now]);
}

export async function noteIgnored(db: TenantDb, digest: Buffer, now: Date): Promise<void> {
  await db.query(NOTE_IGNORED, [digest, now]);
}

// Needs events_by_customer. All event ids of a shop begin with `sf:` and the shop. ';' comes after ':'.
const HAS_COME_BACK = `
SELECT EXISTS (SELECT 1 FROM events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])
  AND event_id >= 'sf:' || $3 || ':' AND event_id < 'sf:' || $3 || ';' AND received_at > $4) AS come`;

/** Returns whether the shop has sent anything about the customers since then. @param shop platform:shop */
export async function haveComeBack(db: TenantDb, ids: readonly CustomerId[], shop: string, since: Date): Promise<boolean> {
  const [row] = await db.query<{ come: boolean }>(HAS_COME_BACK, [ids, shop, since]);
  return row?.come === true;
}

// Needs the primary key. A connection that was never connected stands for a shop with webhooks that the tenant's server forwards.
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
