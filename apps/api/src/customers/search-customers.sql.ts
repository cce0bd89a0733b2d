import type { TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import type { CustomerFilter } from './list-groups.js';

/** Above every text that begins with the prefix: the highest code point that there is. */
const HIGHEST = '\u{10FFFF}';

// Needs index customers_by_external_id (tenant_id, external_id COLLATE "C"): one range of it, in its order. A filter is applied to what the
// range yields, which a prefix keeps small.
const SEARCH = `
SELECT ${CUSTOMER_COLUMNS} FROM customers c JOIN tenants t ON t.id = c.tenant_id
WHERE c.tenant_id = $1 AND c.external_id COLLATE "C" >= $2 AND c.external_id COLLATE "C" < $3 AND c.external_id COLLATE "C" > $4
  AND ($5::text[] IS NULL OR c.label = ANY ($5)) AND ($6::numeric IS NULL OR c.score >= $6) AND ($7::numeric IS NULL OR c.score <= $7)
ORDER BY c.external_id COLLATE "C" LIMIT $8`;

export interface PrefixSearch {
  readonly prefix: string;
  readonly filter: CustomerFilter;
  /** The identifier with which the page before ended; empty for the first. */
  readonly after: string;
  readonly rows: number;
}

/** Customers whose identifier begins with a text, by identifier. */
export const searchCustomers = (db: TenantDb, { prefix, filter, after, rows }: PrefixSearch): Promise<CustomerRow[]> =>
  db.query<CustomerRow>(SEARCH, [prefix, prefix + HIGHEST, after, filter.labels, filter.minScore, filter.maxScore, rows]);
