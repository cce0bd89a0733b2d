import { type CustomerId, DAY_MS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';

export interface ShopToErase {
  readonly tenantId: TenantId;
  readonly connectionId: string;
}

// Needs storefront_connections_to_redact.
const FIND = `
SELECT tenant_id, id FROM storefront_connections WHERE redact_requested_at IS NOT NULL AND ${isWorking()} ORDER BY redact_requested_at LIMIT 100`;

/** Finds shops that their platform has asked us to erase, oldest request first. */
export async function findShopsToErase(database: Database): Promise<ShopToErase[]> {
  const rows = await database.findWork('find shops to erase', FIND);
  return (rows as { tenant_id: string; id: string }[]).map((row) => ({ tenantId: toTenantId(row.tenant_id), connectionId: row.id }));
}

export interface Shop {
  readonly platform: string;
  readonly shop: string;
}

// The row lock keeps a second worker away for the length of a transaction.
const TAKE = `
SELECT platform, shop FROM storefront_connections
WHERE tenant_id = $1 AND id = $2 AND redact_requested_at IS NOT NULL FOR UPDATE SKIP LOCKED`;

/** Locks the shop. @returns null when it is erased, or another worker has it. */
export async function takeShop(db: TenantDb, connectionId: string): Promise<Shop | null> {
  const [shop] = await db.query<Shop>(TAKE, [connectionId]);
  return shop ?? null;
}

/** Number of events read to find one customer. */
const LOOK_AT = 100;

// Needs the primary key: all event ids of a shop begin with the same text. ';' comes after ':'.
const NEXT_CUSTOMER = `
SELECT customer_id FROM (
  SELECT customer_id FROM events WHERE tenant_id = $1 AND event_id >= $2 || ':' AND event_id < $2 || ';' AND customer_id <> ALL ($3::uuid[]) ORDER BY event_id LIMIT ${LOOK_AT}) e
ORDER BY customer_id LIMIT 1`;

// Needs shop_customers_by_shop.
const NEXT_WITHOUT_EVENTS =
  'SELECT customer_id FROM shop_customers WHERE tenant_id = $1 AND shop = $2 AND customer_id <> ALL ($3::uuid[]) LIMIT 1';

/** Returns a customer that the shop sent, and that is not left out; null when none is left. */
export async function nextCustomer(db: TenantDb, { platform, shop }: Shop, leftOut: readonly CustomerId[]): Promise<CustomerId | null> {
  const [row] = await db.query<{ customer_id: CustomerId }>(NEXT_CUSTOMER, [`sf:${platform}:${shop}`, leftOut]);
  if (row !== undefined) return row.customer_id;
  const [other] = await db.query<{ customer_id: CustomerId }>(NEXT_WITHOUT_EVENTS, [`${platform}:${shop}`, leftOut]);
  return other?.customer_id ?? null;
}

const REST = [
  `DELETE FROM storefront_deliveries WHERE tenant_id = $1 AND event_key >= $2 || ':' AND event_key < $2 || ';'`,
  `DELETE FROM data_requests WHERE tenant_id = $1 AND platform || ':' || shop = $2`,
  `DELETE FROM rejected_events WHERE tenant_id = $1 AND via = 'storefront' AND sender = $2`,
];
/** A shop without a connection that sent something this recently may still be sending. */
const STILL_SENDING_MS = DAY_MS;
// Keeps the row of a shop that was connected again, and of a shop that a server still forwards. Its data is deleted in any case.
const FORGET = `
DELETE FROM storefront_connections WHERE tenant_id = $1 AND id = $2 AND status = 'disconnected'
AND (connected_at IS NOT NULL OR last_webhook_at IS NULL OR last_webhook_at < $3)`;
const DONE = 'UPDATE storefront_connections SET redact_requested_at = NULL WHERE tenant_id = $1 AND id = $2';

export async function forgetShop(db: TenantDb, connectionId: string, { platform, shop }: Shop, now: Date): Promise<void> {
  for (const sql of REST) await db.query(sql, [`${platform}:${shop}`]);
  await db.query(FORGET, [connectionId, new Date(now.getTime() - STILL_SENDING_MS)]);
  await db.query(DONE, [connectionId]);
}
