import { newId } from '#libs/core';
import { hashShop, type TenantDb } from '#libs/database';
import { replaceWebhookSecret } from '#libs/storefront';
import type { SecretBox } from '#libs/tenants';
import { endLeases } from '#libs/work';

/** A shop with the owner's input. */
export interface WooCommerceInput {
  readonly shop: string;
  /** Null when the address is not one that we may send requests to. */
  readonly restUrl: string | null;
  /** True when `restUrl` was tested with keys. */
  readonly isTried: boolean;
  readonly userId: string;
  readonly secret: string;
  /** The end of the previous secret; null ends it now. */
  readonly formerUntil: Date | null;
}

export interface WooCommerceConnection {
  readonly id: string;
  readonly shop: string;
  readonly rest_url: string | null;
  readonly status: 'pending' | 'connected' | 'reauthorize';
}

// Needs the unique index storefront_connections_live. Connecting the same shop again keeps the connection and gives it a new secret. Its status
// returns to pending only if the previous secret ends at once and the shop has no keys. With keys, a worker sends the new secret to the shop.
const CONNECT = `
INSERT INTO storefront_connections AS c (tenant_id, id, platform, shop, shop_hash, status, connected_by, created_at, rest_url)
VALUES ($1, $2, 'woocommerce', $3, $4, 'pending', $5, $6, $7)
ON CONFLICT (tenant_id) WHERE status <> 'disconnected' DO UPDATE SET connected_by = excluded.connected_by,
  rest_url = CASE WHEN $9 OR c.sync_due_at IS NULL THEN excluded.rest_url ELSE c.rest_url END, webhooks_checked_at = NULL,
  sync_due_at = CASE WHEN c.sync_due_at IS NULL THEN NULL ELSE excluded.created_at END,
  status = CASE WHEN $8 OR c.sync_due_at IS NOT NULL THEN c.status ELSE 'pending' END
  WHERE c.platform = 'woocommerce' AND c.shop = excluded.shop
RETURNING id, shop, rest_url, status`;

/** @returns null when another shop is connected. */
export async function connectWooCommerce(
  db: TenantDb,
  box: SecretBox,
  { shop, restUrl, isTried, userId, secret, formerUntil }: WooCommerceInput,
  now: Date,
): Promise<WooCommerceConnection | null> {
  const values = [newId(), shop, hashShop(shop), userId, now, restUrl, formerUntil !== null, isTried];
  const [connection] = await db.query<WooCommerceConnection>(CONNECT, values);
  if (connection === undefined) return null;
  // A worker that is already running has the previous secret.
  await endLeases(db, 'storefront');
  await replaceWebhookSecret(db, box, { connectionId: connection.id, secret, formerUntil });
  return connection;
}

// Needs the unique index storefront_connections_live.
const FIND = `
SELECT id, shop, rest_url, status FROM storefront_connections
WHERE tenant_id = $1 AND status <> 'disconnected' AND platform = 'woocommerce'`;
const NOTE_REST_URL = 'UPDATE storefront_connections SET rest_url = $3 WHERE tenant_id = $1 AND id = $2';

/** @returns null when the tenant has no connected WooCommerce shop. */
export async function findWooCommerce(db: TenantDb): Promise<WooCommerceConnection | null> {
  const [connection] = await db.query<WooCommerceConnection>(FIND);
  return connection ?? null;
}

export async function noteRestUrl(db: TenantDb, id: string, restUrl: string): Promise<void> {
  await db.query(NOTE_REST_URL, [id, restUrl]);
}
