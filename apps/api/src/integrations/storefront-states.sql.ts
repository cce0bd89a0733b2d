import type { UserId } from '#libs/core';
import { MoreThan, type TenantDb } from '#libs/database';
import { StorefrontStateEntity } from '#libs/entities';
import type { AppCredentials, OauthPlatform } from '#libs/storefront';
import { type SecretBox, sealedPlace } from '#libs/tenants';

/** A merchant's own app, with which an authorization was begun. */
export interface OwnAppInput extends AppCredentials {
  /** Hours for which the secret that is stored now stays valid; null for an authorization with stored credentials. */
  readonly graceHours: number | null;
}

/** The start of an authorization. */
export interface StorefrontState {
  readonly id: string;
  readonly user_id: UserId;
  readonly platform: OauthPlatform;
  readonly shop: string;
  /** Null for the operator's app. */
  readonly ownApp: OwnAppInput | null;
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

export async function insertState(db: TenantDb, box: SecretBox, state: NewState): Promise<void> {
  const { id, hash, userId, platform, shop, ownApp, now, expiresAt } = state;
  await db.query(FORGET_OLD, [userId, now]);
  const sealed = ownApp === null ? null : box.seal(JSON.stringify(ownApp), placeOf(db, id));
  const { ciphertext, keyId } = sealed ?? { ciphertext: null, keyId: null };
  await db
    .repository(StorefrontStateEntity)
    .insert({ id, stateHash: hash, userId, platform, shop, ciphertext, keyId, createdAt: now, expiresAt });
}

const placeOf = (db: TenantDb, id: string): string => sealedPlace('storefront_states', db.tenantId, id);

interface Row extends Omit<StorefrontState, 'ownApp'> {
  readonly ciphertext: Buffer | null;
  readonly key_id: string | null;
}

// The statements need the primary key and storefront_states_by_user.
const SELECT = 'SELECT id, user_id, platform, shop, ciphertext, key_id FROM storefront_states WHERE tenant_id = $1';
const FIND = `${SELECT} AND id = $2 AND state_hash = $3 AND expires_at > $4`;
const FIND_BY_SHOP = `${SELECT}
AND user_id = $2 AND platform = $3 AND shop = $4 AND expires_at > $5 ORDER BY id DESC LIMIT 1`;

/** @returns null when the state does not exist, or not any more. */
export async function findState(
  db: TenantDb,
  box: SecretBox,
  { id, hash }: { id: string; hash: Buffer },
  now: Date,
): Promise<StorefrontState | null> {
  const [state] = await db.query<Row>(FIND, [id, hash, now]);
  return state === undefined ? null : stateOf(state, db, box);
}

/** Finds the user's last authorization with a shop, for platforms that do not return the state. @returns null when there is none. */
export async function findStateOfShop(
  db: TenantDb,
  box: SecretBox,
  { userId, platform, shop }: { userId: UserId; platform: OauthPlatform; shop: string },
  now: Date,
): Promise<StorefrontState | null> {
  const [state] = await db.query<Row>(FIND_BY_SHOP, [userId, platform, shop, now]);
  return state === undefined ? null : stateOf(state, db, box);
}

function stateOf({ ciphertext, key_id: keyId, ...state }: Row, db: TenantDb, box: SecretBox): StorefrontState {
  if (ciphertext === null || keyId === null) return { ...state, ownApp: null };
  return { ...state, ownApp: JSON.parse(box.open({ ciphertext, keyId }, placeOf(db, state.id))) as OwnAppInput };
}

/** @param state a state that was found. @returns true for exactly one of several concurrent callers. */
export const useUpState = async (db: TenantDb, { id }: StorefrontState, now: Date): Promise<boolean> =>
  (await db.repository(StorefrontStateEntity).delete({ id, expiresAt: MoreThan(now) })) > 0;
