import { type CustomerId, DELETED_GROUP } from '#libs/core';
import { customerOf, horizonOfVersion, type TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS, type CustomerRow } from './customer-row.js';

export interface ChurnRow extends CustomerRow {
  readonly horizon_days: number | null;
  /** The score was due before today and was not calculated again. */
  readonly is_overdue: boolean | null;
}

const churnWhere = (condition: string): string => `
SELECT ${CUSTOMER_COLUMNS}, ${horizonOfVersion('c.model_version')} AS horizon_days,
  c.calculated_at IS NOT NULL AND c.due_on < $3::date AS is_overdue
FROM customers c JOIN tenants t ON t.id = c.tenant_id
WHERE c.tenant_id = $1 AND ${condition}`;

// Need the primary keys of customers and customer_aliases.
const FIND_CHURN = churnWhere(`c.id = ${customerOf('$2::uuid')}`);
const LIST_CHURN = churnWhere('c.id = ANY ($2::uuid[])');

// Needs the primary key. Those whose erasure is requested are not there any more.
const LIST_AFTER = `${churnWhere(`c.id > $2 AND c.list_group > ${DELETED_GROUP} AND NOT EXISTS (
  SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.customer_id = c.id AND j.type = 'erase' AND j.status IN ('queued', 'running'))`)}
ORDER BY c.id LIMIT $4`;

/**
 * Lists the customers behind an internal id, in the order of ids.
 * @param today UTC, `2026-11-21`
 */
export const listChurnAfter = (db: TenantDb, afterId: string, today: string, limit: number): Promise<ChurnRow[]> =>
  db.query<ChurnRow>(LIST_AFTER, [afterId, today, limit]);

/** @param today UTC, `2026-11-21` */
export async function findChurn(db: TenantDb, id: CustomerId, today: string): Promise<ChurnRow | null> {
  const [row] = await db.query<ChurnRow>(FIND_CHURN, [id, today]);
  return row ?? null;
}

/** @param today UTC, `2026-11-21` */
export const listChurn = (db: TenantDb, ids: readonly CustomerId[], today: string): Promise<ChurnRow[]> =>
  db.query<ChurnRow>(LIST_CHURN, [ids, today]);
