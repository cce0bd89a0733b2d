import { newId } from '#libs/core';
import { hashShop, type SecretBox, sealedPlace, type TenantDb } from '#libs/database';

// Needs the unique index storefront_connections_live. The same shop again keeps its connection, and gets another secret.
const CONNECT = `
INSERT INTO storefront_connections AS c (tenant_id, id, platform, shop, shop_hash, status, connected_by, created_at)
VALUES ($1, $2, 'woocommerce', $3, $4, 'pending', $5, $6)
ON CONFLICT (tenant_id) WHERE status <> 'disconnected' DO UPDATE SET status = 'pending', connected_by = excluded.connected_by
  WHERE c.platform = 'woocommerce' AND c.shop = excluded.shop
RETURNING id`;
const FORGET_SECRET = `DELETE FROM storefront_secrets WHERE tenant_id = $1 AND connection_id = $2 AND kind = 'webhook_secret'`;
const KEEP_SECRET = `
INSERT INTO storefront_secrets (tenant_id, id, connection_id, kind, ciphertext, key_id) VALUES ($1, $2, $3, 'webhook_secret', $4, $5)`;

/** @returns false when another shop is connected. */
export async function connectWooCommerce(
  db: TenantDb,
  box: SecretBox,
  { shop, secret, userId }: { shop: string; secret: string; userId: string },
  now: Date,
): Promise<boolean> {
  const [connection] = await db.query<{ id: string }>(CONNECT, [newId(), shop, hashShop(shop), userId, now]);
  if (connection === undefined) return false;
  const id = newId();
  const { ciphertext, keyId } = box.seal(secret, sealedPlace('storefront_secrets', db.tenantId, id));
  await db.query(FORGET_SECRET, [connection.id]);
  await db.query(KEEP_SECRET, [id, connection.id, ciphertext, keyId]);
  return true;
}
