import { hash } from 'node:crypto';
import { newId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { followScopes, type OauthPlatform, type OrderCounts, type TopicState, unknownTopics } from '#libs/storefront';
import { endLeases } from '#libs/work';

/** A connection with the fields that people see. */
export interface ConnectionRow {
  readonly id: string;
  readonly platform: 'generic' | 'shopify' | 'shopline' | 'woocommerce';
  readonly shop: string;
  /** True when the merchant has registered an app of its own at the platform. */
  readonly own_app: boolean;
  /** The permissions that the platform has granted, separated by commas. */
  readonly scopes: string | null;
  readonly status: 'pending' | 'connected' | 'reauthorize' | 'disconnected';
  readonly connected_at: Date | null;
  readonly last_webhook_at: Date | null;
  readonly webhooks: readonly TopicState[];
  /** The currency of the shop's orders; null until the first one. */
  readonly currency: string | null;
  readonly import_state: 'none' | 'running' | 'done' | 'failed';
  readonly import_done: number;
  readonly import_total: number | null;
  readonly import_cursor: string | null;
  readonly import_customers: number;
  readonly import_customers_total: number | null;
  readonly import_collected: number | null;
  readonly import_collected_at: Date | null;
  readonly import_collect_rate: number | null;
  readonly import_ms_each: number | null;
  readonly counts: OrderCounts | null;
  readonly counted_at: Date | null;
}

const COLUMNS =
  'id, platform, shop, own_app, scopes, status, connected_at, last_webhook_at, webhooks, currency, import_state, import_done, import_total, import_cursor, import_customers, import_customers_total, import_collected, import_collected_at, import_collect_rate, import_ms_each, counts, counted_at';

// The statements need storefront_connections_live and the primary key. A tenant has few ended connections.
const LIVE = `SELECT ${COLUMNS} FROM storefront_connections WHERE tenant_id = $1 AND status <> 'disconnected'`;
// A connection that was never connected stands for a shop with webhooks that the tenant's server forwards.
const LATEST = `
SELECT ${COLUMNS} FROM storefront_connections WHERE tenant_id = $1 AND (status <> 'disconnected' OR connected_at IS NOT NULL)
ORDER BY status = 'disconnected', created_at DESC LIMIT 1`;

export async function findLiveConnection(db: TenantDb): Promise<ConnectionRow | null> {
  const [row] = await db.query<ConnectionRow>(LIVE);
  return row ?? null;
}

/** Returns the live connection, or else the last ended one. */
export async function findLatestConnection(db: TenantDb): Promise<ConnectionRow | null> {
  const [row] = await db.query<ConnectionRow>(LATEST);
  return row ?? null;
}

// Needs the primary key. Each row has up to a thousand customers.
const WAITING = `
SELECT coalesce(sum(cardinality(customer_ids)), 0)::int AS customers FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside`;

/** Returns the number of customers of imported orders who wait for their score. */
export async function countWaiting(db: TenantDb): Promise<number> {
  const [row] = await db.query<{ customers: number }>(WAITING);
  return row?.customers ?? 0;
}

/** Larger numbers of orders are not counted. */
const MOST_COUNTED = 10_000;
// Needs the primary keys. Reads orders only when the currencies differ, and then most orders are in the one of the shop.
const FOREIGN = `
SELECT count(*)::int AS orders FROM (
  SELECT 1 FROM orders WHERE tenant_id = $1 AND currency = $2 AND placed_at IS NOT NULL
  AND $2 <> (SELECT currency FROM tenants WHERE id = $1) LIMIT ${MOST_COUNTED}) o`;

/** Counts the orders in the currency of the shop, when the currency of the tenant is another one; 10,000 at most. */
export async function countForeignOrders(db: TenantDb, currency: string): Promise<number> {
  const [row] = await db.query<{ orders: number }>(FOREIGN, [currency]);
  return row?.orders ?? 0;
}

/** Kinds of refused messages that are shown. */
const MOST_SHOWN = 5;
// A tenant has few rows.
const REFUSED = `
SELECT reason, sum(1 + further)::int AS count, max(received_at) AS "lastAt" FROM rejected_events
WHERE tenant_id = $1 AND via = 'storefront' AND sender = $2 AND received_at >= $3
GROUP BY reason ORDER BY max(received_at) DESC LIMIT ${MOST_SHOWN}`;

/** Messages of a shop that broke the same rule. */
export interface RefusedMessages {
  readonly reason: string;
  readonly count: number;
  readonly lastAt: Date;
}

/** Returns what the service has refused of a shop since then, latest first. @param shop platform:shop */
export const findRefused = (db: TenantDb, shop: string, since: Date): Promise<RefusedMessages[]> =>
  db.query<RefusedMessages>(REFUSED, [shop, since]);

const INSERT = `
INSERT INTO storefront_connections (tenant_id, id, platform, shop, shop_hash, status, created_at, own_app)
VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7)`;
// Only the primary key of storefront_shops can decide which tenant has a shop: it covers all tenants, but our queries see one.
const CLAIM_SHOP = `
INSERT INTO storefront_shops (tenant_id, shop_hash, connection_id) VALUES ($1, $2, $3)
ON CONFLICT (shop_hash) DO NOTHING RETURNING connection_id`;
const OWN_CLAIM = 'SELECT FROM storefront_shops WHERE tenant_id = $1 AND shop_hash = $2 AND connection_id = $3';
// A reopened connection continues its import where it stopped. The next reconciliation finds the orders that it missed.
const OPEN = `
UPDATE storefront_connections SET status = 'connected', scopes = $3, connected_by = $4, connected_at = $5, disconnected_at = NULL,
  webhooks = $6, webhooks_checked_at = NULL, sync_due_at = $5, uninstall_reported_at = NULL,
  reconcile_started_at = CASE WHEN import_state = 'done' THEN $5::timestamptz END, reconcile_cursor = NULL,
  reconcile_pages = 0, reconcile_total = NULL, reconcile_restarts = 0,
  import_state = CASE WHEN import_state = 'done' THEN 'done' ELSE 'running' END,
  import_pages = 0, import_refusals = 0, import_restarts = 0, import_started_at = coalesce(import_started_at, $5)
WHERE tenant_id = $1 AND id = $2`;

/** The reason why an authorized shop cannot be connected. */
export type Obstacle = 'another_shop_is_connected' | 'shop_has_another_tenant' | 'no_owner_any_more';

export interface Opening {
  readonly platform: OauthPlatform;
  readonly shop: string;
  readonly userId: string;
  readonly scopes: string | null;
  /** True for an app that the merchant has registered. A connection keeps the kind of its app. */
  readonly ownApp: boolean;
}

/**
 * Opens or reopens the connection of the tenant with the shop. The tenant must be locked, because it has at most one live connection.
 * @returns the id, or the obstacle. With an obstacle the caller must roll the transaction back.
 */
export async function openConnection(
  db: TenantDb,
  { platform, shop, userId, scopes, ownApp }: Opening,
  now: Date,
): Promise<{ id: string } | Obstacle> {
  const live = await findLiveConnection(db);
  if (live !== null && (live.platform !== platform || live.shop !== shop || live.own_app !== ownApp)) return 'another_shop_is_connected';
  const id = live?.id ?? newId();
  const shopHash = shopHashOf(shop);
  if (live === null) await db.query(INSERT, [id, platform, shop, shopHash, now, ownApp]);
  const claimed = await db.query(CLAIM_SHOP, [shopHash, id]);
  if (claimed.length === 0 && (await db.query(OWN_CLAIM, [shopHash, id])).length === 0) return 'shop_has_another_tenant';
  await followScopes(db, id, scopes);
  await letWorkersBegin(db, id, { scopes, userId, topics: unknownTopics(platform) }, now);
  return { id };
}

/** Lets the workers begin to read the shop, or continue where they stopped. */
export async function letWorkersBegin(
  db: TenantDb,
  id: string,
  { scopes, userId, topics }: { scopes: string | null; userId: string; topics: readonly TopicState[] },
  now: Date,
): Promise<void> {
  await db.query(OPEN, [id, scopes, userId, now, JSON.stringify(topics)]);
  await endLeases(db, 'storefront');
}

const shopHashOf = (shop: string): Buffer => hash('sha256', shop, 'buffer');
