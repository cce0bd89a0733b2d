import type { TenantDb } from '#libs/database';
import { CONTACT_CELLS } from './contact-value.js';

/** Categories that an effect is learned for. Each doubles the number of combinations. */
const MOST_CATEGORIES = 4;
/** A category counts if at least this share of the customers with categories has bought of it. */
const LEAST_SHARE = 0.05;

// Reads all rows of the tenant. The choice must not depend on effects, or chance would choose.
const MAIN = `
SELECT category FROM customer_categories WHERE tenant_id = $1 GROUP BY category
HAVING count(*) >= ${LEAST_SHARE} * (SELECT count(DISTINCT customer_id) FROM customer_categories WHERE tenant_id = $1)
ORDER BY count(*) DESC, category LIMIT ${MOST_CATEGORIES}`;

/** Returns the categories that most customers have bought of, at most four; none without items. */
export const mainCategories = async (db: TenantDb): Promise<string[]> =>
  (await db.query<{ category: string }>(MAIN)).map(({ category }) => category);

/**
 * SQL: the main categories that a customer had bought of, as a sum of powers of 2. Needs the primary key of customer_categories.
 * @param categories parameter or column with the main categories
 */
export const boughtGroups = (categories: string, customerId: string, until = "'infinity'"): string => `coalesce((
  SELECT sum(1 << (g.number - 1)::int) FROM unnest(${categories}) WITH ORDINALITY AS g (category, number)
  JOIN customer_categories k ON k.tenant_id = $1 AND k.customer_id = ${customerId} AND k.category = g.category AND k.first_at <= ${until}), 0)::int`;

/** SQL: the categories of the shop with known effects. */
const KNOWN = '(SELECT categories FROM contact_effects WHERE tenant_id = $1)';

/**
 * SQL: the place of a customer among the effects, from 0; NULL without a score.
 * @param customer alias of the row of customers
 */
export const contactPlace = (customer: string): string =>
  `CASE WHEN ${customer}.contact_cell >= 0 THEN ${customer}.contact_cell + ${CONTACT_CELLS} * ${boughtGroups(KNOWN, `${customer}.id`)} END`;

/** SQL: the same as `contactPlace`, without any work for categories in a shop that has none. */
export const contactPlaceBy = (customer: string, rates: { readonly categories: readonly string[] } | null): string =>
  rates === null || rates.categories.length === 0 ? `${customer}.contact_cell` : contactPlace(customer);
