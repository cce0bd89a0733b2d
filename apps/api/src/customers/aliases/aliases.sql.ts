import { type CustomerId } from '#libs/core';
import { customerOf, identifiersOf, type TenantDb } from '#libs/database';
import { firstActivityOf, lastActivityOf } from '#libs/orders';

/** SQL: the aliases of a customer as JSON. @param customer column of the customer's id */
export const aliasesAsJson = (customer: string): string => `(
  SELECT coalesce(json_agg(json_build_object('external_id', x.external_id, 'joined_at', x.joined_at) ORDER BY x.joined_at, x.external_id), '[]')
  FROM customer_aliases a JOIN customers x ON x.tenant_id = $1 AND x.id = a.alias_id
  WHERE a.tenant_id = $1 AND a.customer_id = ${customer})`;

/** An alias as `aliasesAsJson` returns it. */
export interface AliasRow {
  readonly external_id: string;
  /** ISO 8601. */
  readonly joined_at: string;
}

const CUSTOMER_OF = `SELECT ${customerOf('$2::uuid')} AS id`;

/** Returns the customer of an identifier: another one for an alias. */
export async function findCustomerOf(db: TenantDb, id: CustomerId): Promise<CustomerId> {
  const [row] = await db.query<{ id: CustomerId }>(CUSTOMER_OF, [id]);
  return row?.id ?? id;
}

export interface LockedIdentifier {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly joined_at: Date | null;
}

// In the order of ids, as scoring locks customers. Needs the primary key.
const LOCK = 'SELECT id, external_id, joined_at FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE';

/** Locks the known ones of these identifiers, so that no other transaction joins, separates or scores them. */
export const lockIdentifiers = (db: TenantDb, ids: readonly CustomerId[]): Promise<LockedIdentifier[]> =>
  db.query<LockedIdentifier>(LOCK, [ids]);

/** Joined identifiers, with the external ids of both. */
export interface JoinedPair {
  readonly alias_id: CustomerId;
  readonly customer_id: CustomerId;
  readonly alias: string;
  readonly customer: string;
}

// Needs the primary key of customer_aliases and customer_aliases_by_customer.
const PAIRS_OF = `
SELECT a.alias_id, a.customer_id, x.external_id AS alias, c.external_id AS customer FROM customer_aliases a
JOIN customers x ON x.tenant_id = $1 AND x.id = a.alias_id JOIN customers c ON c.tenant_id = $1 AND c.id = a.customer_id
WHERE a.tenant_id = $1 AND (a.alias_id = ANY ($2::uuid[]) OR a.customer_id = ANY ($2::uuid[]))`;

/** Returns the pairs in which one of the identifiers takes part. */
export const pairsOf = (db: TenantDb, ids: readonly CustomerId[]): Promise<JoinedPair[]> => db.query<JoinedPair>(PAIRS_OF, [ids]);

// Needs the unique index churn_jobs_one_erasure.
const ERASING = `
SELECT FROM churn_jobs WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND status IN ('queued', 'running') LIMIT 1`;

export const isBeingErased = async (db: TenantDb, ids: readonly CustomerId[]): Promise<boolean> =>
  (await db.query(ERASING, [ids])).length > 0;

const ALIASES = `SELECT ${aliasesAsJson('$2::uuid')} AS aliases`;

export async function aliasesOf(db: TenantDb, id: CustomerId): Promise<readonly AliasRow[]> {
  const [row] = await db.query<{ aliases: readonly AliasRow[] }>(ALIASES, [id]);
  return row?.aliases ?? [];
}

// The activity of the alias counts for the customer. A shop that merges two accounts deletes the absorbed
// one, and the person stays, so a deletion counts for its own identifier only. The prediction of an alias would be compared with a part of the
// person's orders.
const JOIN = [
  'INSERT INTO customer_aliases (tenant_id, alias_id, customer_id) VALUES ($1, $3, $2)',
  `UPDATE customers c SET first_seen_at = least(c.first_seen_at, x.first_seen_at), last_activity_at = greatest(c.last_activity_at, x.last_activity_at),
     unsubscribed_at = greatest(c.unsubscribed_at, x.unsubscribed_at),
     consented_at = greatest(c.consented_at, x.consented_at), refused_at = greatest(c.refused_at, x.refused_at)
   FROM customers x WHERE c.tenant_id = $1 AND c.id = $2 AND x.tenant_id = $1 AND x.id = $3`,
];
const MARK_ALIAS = 'UPDATE customers SET joined_at = $3 WHERE tenant_id = $1 AND id = $2';
const FORGET_PREDICTIONS = 'DELETE FROM predictions WHERE tenant_id = $1 AND customer_id = $2';

/** Makes one identifier an alias of the other. The caller has locked both, and asks for their scores. */
export async function storeAlias(db: TenantDb, customer: CustomerId, alias: CustomerId, now: Date): Promise<void> {
  for (const sql of JOIN) await db.query(sql, [customer, alias]);
  await db.query(MARK_ALIAS, [alias, now]);
  await db.query(FORGET_PREDICTIONS, [alias]);
}

const SEPARATE = 'DELETE FROM customer_aliases WHERE tenant_id = $1 AND alias_id = $2';

const LAST_UNSUBSCRIBED = `(
  SELECT max(occurred_at) FROM events WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND event_type = 'email_unsubscribed')`;

// The alias has kept its own activity. Where the customer has another value, that one is its own; else it is looked up among what is left. A consent
// that came from the alias is forgotten, and a refusal stays: a shop must not contact a person who may have refused.
const RESTORE = `
UPDATE customers c SET
  first_seen_at = CASE WHEN c.first_seen_at = x.first_seen_at THEN coalesce(${firstActivityOf('$2::uuid')}, c.first_seen_at) ELSE c.first_seen_at END,
  last_activity_at = CASE WHEN c.last_activity_at = x.last_activity_at THEN coalesce(${lastActivityOf('$2::uuid')}, c.last_activity_at) ELSE c.last_activity_at END,
  unsubscribed_at = CASE WHEN c.unsubscribed_at = x.unsubscribed_at THEN ${LAST_UNSUBSCRIBED} ELSE c.unsubscribed_at END,
  consented_at = CASE WHEN c.consented_at = x.consented_at THEN NULL ELSE c.consented_at END
FROM customers x WHERE c.tenant_id = $1 AND c.id = $2 AND x.tenant_id = $1 AND x.id = $3`;

/** Turns an alias back into a separate customer. The caller has locked both, and asks for their scores. */
export async function removeAlias(db: TenantDb, customer: CustomerId, alias: CustomerId): Promise<void> {
  await db.query(SEPARATE, [alias]);
  await db.query(RESTORE, [customer, alias]);
  await db.query(MARK_ALIAS, [alias, null]);
}
