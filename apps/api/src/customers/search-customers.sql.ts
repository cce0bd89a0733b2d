import { DELETED_GROUP } from '#libs/core';
import { conditionParameters, conditionsSql, customerOf, type TenantDb } from '#libs/database';
import type { ListedCustomers } from './list-customers.sql.js';
import { CUSTOMER_COLUMNS, type CustomerRow } from '#libs/customers';
import type { CustomerFilter } from './list-groups.js';

/** The highest code point. The prefix followed by it sorts above every text that begins with the prefix. */
const HIGHEST = '\u{10FFFF}';

// An alias is found by its whole identifier. By a part of it a person might be found twice.
const FOUND = `CASE WHEN n.external_id = $2 THEN ${customerOf('n.customer_id')} ELSE n.customer_id END`;

// Needs the primary key of customer_names, and reads one range of it in order. The filter applies to the customers of that range, which the
// prefix keeps small.
const SEARCH = `
SELECT ${CUSTOMER_COLUMNS}, n.external_id AS found_as FROM customer_names n JOIN customers c ON c.tenant_id = $1 AND c.id = ${FOUND} AND c.list_group > ${DELETED_GROUP} JOIN tenants t ON t.id = $1
WHERE n.tenant_id = $1 AND n.external_id >= $2 AND n.external_id < $3 AND n.external_id > $4
  AND ($5::text[] IS NULL OR c.label = ANY ($5)) AND ($6::numeric IS NULL OR c.score >= $6) AND ($7::numeric IS NULL OR c.score <= $7) ${conditionsSql(9)}
ORDER BY n.external_id LIMIT $8`;

export interface PrefixSearch extends Pick<ListedCustomers, 'conditions' | 'now'> {
  readonly prefix: string;
  readonly filter: CustomerFilter;
  /** The last identifier of the previous page; empty for the first page. */
  readonly after: string;
  readonly rows: number;
}

export interface FoundCustomer extends CustomerRow {
  /** The identifier, which may be an alias. */
  readonly found_as: string;
}

/** Lists the customers with an identifier that begins with a text, ordered by identifier. */
export const searchCustomers = (db: TenantDb, { prefix, filter, after, rows, conditions, now }: PrefixSearch): Promise<FoundCustomer[]> =>
  db.query<FoundCustomer>(SEARCH, [
    prefix,
    prefix + HIGHEST,
    after,
    filter.labels,
    filter.minScore,
    filter.maxScore,
    rows,
    ...conditionParameters(conditions, now),
  ]);
