import type { TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';
import type { PagePosition } from './page-cursor.js';

export interface CustomerFilter {
  readonly labels: readonly string[] | null;
  readonly minScore: number | null;
  readonly maxScore: number | null;
}

// Needs index customers_by_score (tenant_id, score DESC NULLS LAST, id): the page starts at the position and follows the index.
const list = (after: string): string => `
SELECT ${CUSTOMER_COLUMNS}
FROM customers c JOIN tenants t ON t.id = c.tenant_id
WHERE c.tenant_id = $1
  AND ($2::text[] IS NULL OR c.label = ANY ($2))
  AND ($3::numeric IS NULL OR c.score >= $3)
  AND ($4::numeric IS NULL OR c.score <= $4)
  ${after}
ORDER BY c.score DESC NULLS LAST, c.id
LIMIT $5`;

const FIRST_PAGE = list('');
const AFTER_SCORED = list('AND (c.score < $6 OR (c.score = $6 AND c.id > $7) OR c.score IS NULL)');
const AFTER_UNSCORED = list('AND c.score IS NULL AND c.id > $6');

/** @param limit rows to read; one more than the page shows whether another page follows. */
export function listByScore(db: TenantDb, filter: CustomerFilter, after: PagePosition | null, limit: number): Promise<CustomerRow[]> {
  const parameters = [filter.labels, filter.minScore, filter.maxScore, limit];
  if (after === null) return db.query(FIRST_PAGE, parameters);
  if (after.score === null) return db.query(AFTER_UNSCORED, [...parameters, after.id]);
  return db.query(AFTER_SCORED, [...parameters, after.score, after.id]);
}
