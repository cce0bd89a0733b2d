import { type CustomerId, DELETED_GROUP } from '#libs/core';
import { customerOf, identifiersOf, type TenantDb } from '#libs/database';
import { type AliasRow, aliasesAsJson } from './aliases/aliases.sql.js';
import type { LinkSource } from './link/customer-link.js';
import { CUSTOMER_COLUMNS, type CustomerRow } from '#libs/customers';

// Needs the primary keys of customer_traits and traits. Of changes of one day the customer's own counts, then that of the alias with the lowest
// id, as in scores (libs/orders, `readTraits`).
const traitsOf = (customer: string): string => `(
  SELECT coalesce(json_object_agg(name, value ORDER BY name) FILTER (WHERE value IS NOT NULL), '{}') FROM (
    SELECT DISTINCT ON (t.name) t.name, v.numbers[cardinality(v.numbers)] AS value
    FROM customer_traits v JOIN traits t ON t.tenant_id = $1 AND t.id = v.trait_id AND t.freed_at IS NULL
    WHERE v.tenant_id = $1 AND v.customer_id = ANY (${identifiersOf(customer)})
    ORDER BY t.name, v.from_days[cardinality(v.from_days)] DESC, v.customer_id = ${customer} DESC, v.customer_id) latest)`;

// Needs the primary key of customer_categories.
const boughtBy = (customer: string): string => `(
  SELECT coalesce(json_agg(json_build_object('category', category, 'orders', orders, 'first_at', first_at, 'last_at', last_at) ORDER BY last_at DESC, category), '[]')
  FROM customer_categories WHERE tenant_id = $1 AND customer_id = ${customer})`;

// Needs the primary keys of customers and customer_aliases, and the index storefront_connections_live.
const FIND_CUSTOMER = `
SELECT ${CUSTOMER_COLUMNS}, ${traitsOf('c.id')} AS traits, ${boughtBy('c.id')} AS bought, ${aliasesAsJson('c.id')} AS aliases, CASE WHEN c.list_group = ${DELETED_GROUP} THEN c.deleted_at END AS deleted_at, c.unsubscribed_at,
  (SELECT needed FROM contact_effects WHERE tenant_id = $1) AS contacts_needed, t.first_shop, t.customer_url,
  (SELECT json_build_object('platform', s.platform, 'shop', s.shop, 'rest_url', s.rest_url) FROM storefront_connections s
   WHERE s.tenant_id = $1 AND s.status <> 'disconnected') AS shop
FROM customers c JOIN tenants t ON t.id = c.tenant_id WHERE c.tenant_id = $1 AND c.id = ${customerOf('$2::uuid')}`;

/** A customer with the traits that it has now, by name. */
export interface CustomerWithTraits extends CustomerRow, LinkSource {
  readonly traits: Record<string, number>;
  readonly bought: readonly { readonly category: string; readonly orders: number; readonly first_at: string; readonly last_at: string }[];
  readonly aliases: readonly AliasRow[];
  /** Null also after a later order, which brings the customer back. */
  readonly deleted_at: Date | null;
  readonly unsubscribed_at: Date | null;
  /** Customers that campaigns must still choose until values of contacts are known; null: nothing is learned yet. */
  readonly contacts_needed: number | null;
}

const FIND_TRAITS = `SELECT ${traitsOf('$2::uuid')} AS traits`;

/** Returns the traits that a customer has now, by name. */
export async function findTraitValues(db: TenantDb, id: CustomerId): Promise<Record<string, number>> {
  const [row] = await db.query<Pick<CustomerWithTraits, 'traits'>>(FIND_TRAITS, [id]);
  return row?.traits ?? {};
}

/** Returns the customer of an identifier, which may be an alias. */
export async function findCustomer(db: TenantDb, id: CustomerId): Promise<CustomerWithTraits | null> {
  const [row] = await db.query<CustomerWithTraits>(FIND_CUSTOMER, [id]);
  return row ?? null;
}
