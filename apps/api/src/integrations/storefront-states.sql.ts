import type { UserId } from '#libs/core';
import { MoreThan, type TenantDb } from '#libs/database';
import { StorefrontStateEntity } from '#libs/entities';
import type { OauthPlatform } from '#libs/storefront';

/** The stored start of an authorization. */
export interface StorefrontState {
  readonly id: string;
  readonly user_id: UserId;
  readonly platform: OauthPlatform;
  readonly shop: string;
}

interface NewState extends Omit<StorefrontState, 'user_id'> {
  readonly userId: UserId;
  readonly hash: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Authorizations that one person may have open at once. One more ends the oldest. */
const OPEN_AT_ONCE = 10;

// Needs storefront_states_by_user. Each new authorization deletes the expired ones of its user, so no sweep is needed.
const FORGET_OLD = `
DELETE FROM storefront_states WHERE tenant_id = $1 AND user_id = $2 AND id NOT IN (
  SELECT id FROM storefront_states WHERE tenant_id = $1 AND user_id = $2 AND expires_at > $3 ORDER BY id DESC LIMIT ${OPEN_AT_ONCE - 1})`;

export async function insertState(db: TenantDb, { id, hash, userId, platform, shop, now, expiresAt }: NewState): Promise<void> {
  await db.query(FORGET_OLD, [userId, now]);
  await db.repository(StorefrontStateEntity).insert({ id, stateHash: hash, userId, platform, shop, createdAt: now, expiresAt });
}

// The statements need the primary key and storefront_states_by_user.
const FIND = `
SELECT id, user_id, platform, shop FROM storefront_states WHERE tenant_id = $1 AND id = $2 AND state_hash = $3 AND expires_at > $4`;
const FIND_BY_SHOP = `
SELECT id, user_id, platform, shop FROM storefront_states
WHERE tenant_id = $1 AND user_id = $2 AND platform = $3 AND shop = $4 AND expires_at > $5 ORDER BY id DESC LIMIT 1`;

/** @returns null when the state does not exist, or not any more. */
export async function findState(db: TenantDb, { id, hash }: { id: string; hash: Buffer }, now: Date): Promise<StorefrontState | null> {
  const [state] = await db.query<StorefrontState>(FIND, [id, hash, now]);
  return state ?? null;
}

/** Finds the user's last authorization with a shop, for platforms that do not return the state. @returns null when there is none. */
export async function findStateOfShop(
  db: TenantDb,
  { userId, platform, shop }: { userId: UserId; platform: OauthPlatform; shop: string },
  now: Date,
): Promise<StorefrontState | null> {
  const [state] = await db.query<StorefrontState>(FIND_BY_SHOP, [userId, platform, shop, now]);
  return state ?? null;
}

/** @param state a state that was found. @returns true for exactly one of several concurrent callers. */
export const useUpState = async (db: TenantDb, { id }: StorefrontState, now: Date): Promise<boolean> =>
  (await db.repository(StorefrontStateEntity).delete({ id, expiresAt: MoreThan(now) })) > 0;
