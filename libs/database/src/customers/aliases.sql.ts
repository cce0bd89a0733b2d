import type { CustomerId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';

// Rows keep the identifier that they were sent with. To read a customer, read its aliases too, with the SQL of this file. $1 is the tenant.

/** SQL: the tenant has aliases. A statement asks it once, so tenants without aliases do not look for those of each customer. */
export const HAS_ALIASES = 'EXISTS (SELECT 1 FROM customer_aliases WHERE tenant_id = $1)';

/**
 * SQL: the aliases of the customers in $2, an array, and then these customers, each `id` with its customer, `asked_id`, and the `place` of the
 * customer in the array.
 */
export const EACH_IDENTIFIER = `(
  SELECT a.alias_id AS id, asked.id AS asked_id, asked.place FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN customer_aliases a ON a.tenant_id = $1 AND a.customer_id = asked.id WHERE ${HAS_ALIASES}
  UNION ALL
  SELECT asked.id, asked.id AS asked_id, asked.place FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place))`;

/** SQL: an array of a customer and its aliases. @param id parameter or column, of type uuid */
export const identifiersOf = (id: string): string => `
CASE WHEN ${HAS_ALIASES} THEN ARRAY(
  SELECT ${id} UNION ALL SELECT alias_id FROM customer_aliases WHERE tenant_id = $1 AND customer_id = ${id}) ELSE ARRAY[${id}] END`;

/**
 * SQL: the customer of an identifier, which is another one for an alias. It is a subquery, because Postgres does not use an index for a
 * bare coalesce under row-level security: it treats coalesce as a function that may leak rows, and reads the whole table.
 *
 * @param id parameter or column, of type uuid. Compare a column of a table with it only for a parameter.
 */
export const customerOf = (id: string): string =>
  `(SELECT coalesce((SELECT customer_id FROM customer_aliases WHERE tenant_id = $1 AND alias_id = ${id}), ${id}) AS id)`;

/** SQL: an array of some identifiers with all others of the same customers. @param ids parameter of type uuid[] */
export const allIdentifiersOf = (ids: string): string => `
CASE WHEN ${HAS_ALIASES} THEN ARRAY(
  WITH joined AS (SELECT customer_id FROM customer_aliases WHERE tenant_id = $1 AND (alias_id = ANY (${ids}) OR customer_id = ANY (${ids})))
  SELECT unnest(${ids}) UNION SELECT customer_id FROM joined
  UNION SELECT alias_id FROM customer_aliases WHERE tenant_id = $1 AND customer_id IN (SELECT customer_id FROM joined)) ELSE ${ids} END`;

export interface Alias {
  readonly alias_id: CustomerId;
  readonly customer_id: CustomerId;
  /** The identifier of the customer. */
  readonly external_id: string;
}

// Needs the primary keys of customer_aliases and customers.
const FIND = `
SELECT a.alias_id, a.customer_id, c.external_id FROM customer_aliases a JOIN customers c ON c.tenant_id = $1 AND c.id = a.customer_id
WHERE a.tenant_id = $1 AND a.alias_id = ANY ($2::uuid[])`;

/** Returns those of the identifiers that are aliases, with their customers. */
export const findAliases = (db: TenantDb, ids: readonly CustomerId[]): Promise<Alias[]> => db.query<Alias>(FIND, [ids]);

const ALL_OF = `SELECT unnest(${allIdentifiersOf('$2::uuid[]')}) AS id`;

/** Returns the identifiers together with all others of the same customers. */
export const withAliases = async (db: TenantDb, ids: readonly CustomerId[]): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(ALL_OF, [ids])).map(({ id }) => id);
