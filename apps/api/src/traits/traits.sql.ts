import { type CustomerId, newId, type TraitHistory, type UsedTrait } from '#libs/core';
import { customerOf, identifiersOf, type TenantDb } from '#libs/database';

// Needs the primary key of customers. KEY SHARE does not block a worker that is scoring the customer.
const LOCK_CUSTOMER = `SELECT id FROM customers WHERE tenant_id = $1 AND id = ${customerOf('$2::uuid')} FOR KEY SHARE`;

/** @returns the customer of the identifier, which may be an alias; null for one who has no row */
export async function lockCustomer(db: TenantDb, id: CustomerId): Promise<CustomerId | null> {
  const [row] = await db.query<{ id: CustomerId }>(LOCK_CUSTOMER, [id]);
  return row?.id ?? null;
}

export interface TraitRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
}

// Needs traits_by_name. A tenant has 20 rows at most.
const LIST = 'SELECT id, name, created_at FROM traits WHERE tenant_id = $1 AND freed_at IS NULL ORDER BY name';
const ADD =
  'INSERT INTO traits (tenant_id, id, name, created_at) SELECT t.id, n.id, n.name, $4 FROM tenants t, unnest($2::uuid[], $3::text[]) AS n (id, name) WHERE t.id = $1';
const FREE = 'UPDATE traits SET freed_at = $3 WHERE tenant_id = $1 AND name = $2 AND freed_at IS NULL RETURNING id, name, created_at';

export const listTraits = (db: TenantDb): Promise<TraitRow[]> => db.query<TraitRow>(LIST);

/** Adds names that the tenant does not have. The caller has locked the tenant. */
export async function addTraits(db: TenantDb, names: readonly string[], now: Date): Promise<void> {
  await db.query(ADD, [names.map(() => newId()), names, now]);
}

/** @returns null when the tenant has no trait of this name */
export const freeTrait = async (db: TenantDb, name: string, now: Date): Promise<TraitRow | null> =>
  (await db.query<TraitRow>(FREE, [name, now]))[0] ?? null;

// Needs index models_one_active.
const FIND_USED = `SELECT traits, fitted_at FROM models WHERE tenant_id = $1 AND status = 'active'`;

/**
 * Returns a function that tells whether the tenant's model uses a trait. A trait created after the fit is a different one, even with a freed name.
 */
export async function readUse(db: TenantDb): Promise<(trait: Pick<TraitRow, 'name' | 'created_at'>) => boolean> {
  const [model] = await db.query<{ traits: readonly UsedTrait[]; fitted_at: Date }>(FIND_USED);
  const used = new Set((model?.traits ?? []).map(({ name }) => name));
  return ({ name, created_at: at }) => model !== undefined && used.has(name) && at <= model.fitted_at;
}

// A worker then opens a job that scores all customers with the active model again.
const SCORE_ALL_AGAIN = `UPDATE models SET rescored = false WHERE tenant_id = $1 AND status = 'active'`;

export async function scoreAllAgain(db: TenantDb): Promise<void> {
  await db.query(SCORE_ALL_AGAIN);
}

export interface StoredTrait extends TraitHistory {
  readonly traitId: string;
}

/** The history of a trait under one identifier of a customer. */
export interface IdentifierTrait extends StoredTrait {
  /** False: it was sent for an alias. */
  readonly isOwn: boolean;
}

// Needs the primary keys of customer_traits and customer_aliases. Locked, so that two requests about the same customer come one after the other.
const READ_HISTORIES = `
SELECT trait_id AS "traitId", customer_id = $2 AS "isOwn", from_days AS days, numbers AS values FROM customer_traits
WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND trait_id = ANY ($3::uuid[]) ORDER BY trait_id, customer_id FOR UPDATE`;
const WRITE_HISTORIES = `
INSERT INTO customer_traits (tenant_id, customer_id, trait_id, from_days, numbers)
SELECT t.id, $2, h.id, h.days, h.numbers FROM tenants t, jsonb_to_recordset($3::jsonb) AS h (id uuid, days int[], numbers float8[])
WHERE t.id = $1 ORDER BY h.id
ON CONFLICT (tenant_id, customer_id, trait_id) DO UPDATE SET from_days = excluded.from_days, numbers = excluded.numbers`;

/** Locks and returns the histories of some traits under all identifiers of a customer, by identifier. */
export const lockHistories = (db: TenantDb, id: CustomerId, traitIds: readonly string[]): Promise<IdentifierTrait[]> =>
  db.query<IdentifierTrait>(READ_HISTORIES, [id, traitIds]);

export async function writeHistories(db: TenantDb, id: CustomerId, histories: readonly StoredTrait[]): Promise<void> {
  const rows = histories.map(({ traitId, days, values }) => ({ id: traitId, days, numbers: values }));
  await db.query(WRITE_HISTORIES, [id, JSON.stringify(rows)]);
}
