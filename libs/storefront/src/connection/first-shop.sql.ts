import { shopKeyOf } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { HAS_NO_ORDERS } from './shop-currency.sql.js';

// The statements need the primary key of tenants.
const READ = 'SELECT first_shop FROM tenants WHERE id = $1';
const CLAIM = 'UPDATE tenants SET first_shop = coalesce(first_shop, $2) WHERE id = $1 RETURNING first_shop';

/** Returns `platform:shop` of the first storefront that sent something; null while there is none. Only `forgetFirstShop` changes it. */
export async function readFirstShop(db: TenantDb): Promise<string | null> {
  const [row] = await db.query<{ first_shop: string | null }>(READ);
  return row?.first_shop ?? null;
}

/** Makes the shop the first one of the tenant, unless another one is. @returns the first shop. */
export async function claimFirstShop(db: TenantDb, shopKey: string): Promise<string> {
  const known = await readFirstShop(db);
  if (known !== null) return known;
  const [row] = await db.query<{ first_shop: string }>(CLAIM, [shopKey]);
  return row?.first_shop ?? shopKey;
}

const FORGET = `UPDATE tenants SET first_shop = NULL WHERE id = $1 AND first_shop IS NOT NULL AND ${HAS_NO_ORDERS}`;

/** Lets the next shop become the first one of the tenant, unless the tenant has orders: their ids keep their meaning. */
export async function forgetFirstShop(db: TenantDb): Promise<void> {
  await db.query(FORGET);
}

/**
 * Returns what stands before the ids of a shop's orders and customers. The numbers of two shops may be equal, so only the first shop of a
 * tenant has none: its ids may then be the ones that the merchant's own server sends. A webhook that names no shop counts as the first one's.
 */
export const namespaceOf = (firstShop: string | null, of: { readonly platform: string; readonly shop: string }): string =>
  of.shop === '' || firstShop === null || firstShop === shopKeyOf(of) ? '' : `${shopKeyOf(of)}:`;
