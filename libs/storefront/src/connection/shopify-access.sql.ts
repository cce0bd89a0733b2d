import type { TenantDb } from '#libs/database';
import type { SecretBox } from '#libs/tenants';
import { endRest } from '#libs/work';
import type { PlatformShop } from '../platform/platform-shop.js';
import type { Platforms } from '../platform/platforms.js';
import { readTokens } from './connection-tokens.sql.js';
import { namespaceOf, readFirstShop } from './first-shop.sql.js';
import { readPlatformShop } from './own-app.sql.js';

/** The permission to change customers. It is asked for only when the tenant has a destination that needs it. */
export const WRITE_CUSTOMERS = 'write_customers';

/** Tells whether the scopes that a platform has granted, separated by commas, allow to change customers. */
export const mayWriteCustomers = (scopes: string | null): boolean =>
  (scopes ?? '').split(',').some((scope) => scope.trim() === WRITE_CUSTOMERS);

/** The connected Shopify shop of a tenant, and the token to call it with. */
export interface ShopifyAccess {
  readonly at: PlatformShop;
  readonly token: string;
  /** Changes with every token. */
  readonly pairId: string;
  readonly expiresAt: Date | null;
  /** The prefix of the shop's customer ids in the tenant's own identifiers. */
  readonly namespace: string;
}

interface Row {
  readonly id: string;
  readonly scopes: string | null;
  readonly token_expires_at: Date | null;
}

// Needs storefront_connections_live.
const READ = `
SELECT id, scopes, token_expires_at FROM storefront_connections
WHERE tenant_id = $1 AND status = 'connected' AND platform = 'shopify'`;

const readRow = async (db: TenantDb): Promise<Row | null> => (await db.query<Row>(READ))[0] ?? null;

/** Returns whether customers can be changed: `none` without a connected Shopify shop, `missing` while the shop has not allowed it. */
export async function customerAccess(db: TenantDb): Promise<'none' | 'missing' | 'granted'> {
  const row = await readRow(db);
  if (row === null) return 'none';
  return mayWriteCustomers(row.scopes) ? 'granted' : 'missing';
}

/** @returns null when no Shopify shop is connected, or it does not allow to change customers. */
export async function readShopifyAccess(db: TenantDb, box: SecretBox, platforms: Platforms): Promise<ShopifyAccess | null> {
  const row = await readRow(db);
  if (row === null || !mayWriteCustomers(row.scopes)) return null;
  const at = await readPlatformShop(db, box, platforms, row.id);
  if (at === null) return null;
  const tokens = await readTokens(db, box, row.id);
  if (tokens === null) return null;
  const namespace = namespaceOf(await readFirstShop(db), at);
  return { at, token: tokens.accessToken, pairId: tokens.pairId, expiresAt: row.token_expires_at, namespace };
}

const CHECK = `
UPDATE storefront_connections SET sync_due_at = $2, webhooks_checked_at = NULL
WHERE tenant_id = $1 AND status = 'connected' AND platform = 'shopify'`;

/** Lets a worker find out whether the shop still accepts our token: it renews the token, or ends the connection. */
export async function checkShopifyAccess(db: TenantDb, now: Date): Promise<void> {
  await db.query(CHECK, [now]);
  await endRest(db, 'storefront');
}

// The statements need the primary key of destinations: a tenant has at most ten.
const WANTS = `SELECT EXISTS (SELECT 1 FROM destinations WHERE tenant_id = $1 AND kind = 'shopify') AS wants`;
// A destination that the tenant has switched off stays off. New access brings all profiles up to date.
const FOLLOW = `
UPDATE destinations SET enabled = $2, disabled_reason = CASE WHEN $2 THEN NULL ELSE 'access_missing' END,
  resync_wanted_at = CASE WHEN $2 THEN $3::timestamptz END, updated_at = $3
WHERE tenant_id = $1 AND kind = 'shopify' AND (enabled OR disabled_reason IS NOT NULL)`;
const FORGET_FAILURES = `
UPDATE endpoint_health SET disabled_reason = NULL, consecutive_failures = 0, failing_since = NULL, open_until = NULL
WHERE tenant_id = $1 AND id = ANY (SELECT id FROM destinations WHERE tenant_id = $1 AND kind = 'shopify' AND enabled)`;
const END = `
UPDATE destinations SET enabled = false, disabled_reason = 'access_ended', updated_at = now()
WHERE tenant_id = $1 AND kind = 'shopify' AND enabled`;

/** Tells whether the tenant has a destination that changes customers of its Shopify shop. */
export async function wantsCustomerAccess(db: TenantDb): Promise<boolean> {
  return (await db.query<{ wants: boolean }>(WANTS))[0]?.wants === true;
}

/** Switches the Shopify destination on when the shop allows to change customers, else off, after the shop was connected. */
export async function followCustomerAccess(db: TenantDb, scopes: string | null, now: Date): Promise<void> {
  await db.query(FOLLOW, [mayWriteCustomers(scopes), now]);
  await db.query(FORGET_FAILURES);
}

/** Switches the Shopify destination off, because the access to the shop has ended. */
export async function endCustomerAccess(db: TenantDb): Promise<void> {
  await db.query(END);
}
