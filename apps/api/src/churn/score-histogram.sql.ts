import type { TenantDb } from '#libs/database';

interface HundredthRow {
  readonly hundredth: number;
  readonly customers: number;
}

// Reads only index customers_by_score, all entries of a tenant. score_order is the score times -10000, or 1 without a score.
const COUNT_BY_HUNDREDTH = `
SELECT -score_order / 100 AS hundredth, count(*)::int AS customers
FROM customers WHERE tenant_id = $1 AND score_order <= 0 GROUP BY 1`;

/** Counts customers per hundredth of the score. Empty hundredths are absent. */
export const countByHundredth = (db: TenantDb): Promise<HundredthRow[]> => db.prepared<HundredthRow>(COUNT_BY_HUNDREDTH);
