import type { CustomerId, Label, Lifecycle, ScoreCause } from '#libs/core';
import { customerOf, horizonOfVersion, type TenantDb } from '#libs/database';
import { CUSTOMER_COLUMNS, type CustomerRow } from '../customers/customer-row.js';

export interface ChurnRow extends CustomerRow {
  readonly horizon_days: number | null;
  /** The score was due before today and was not calculated again. */
  readonly is_overdue: boolean | null;
}

export interface HistoryRow {
  readonly score: string;
  readonly label: Label;
  readonly calculated_at: Date;
  readonly model_version: string;
  readonly lifecycle: Lifecycle | null;
  readonly cause: ScoreCause;
}

const churnWhere = (condition: string): string => `
SELECT ${CUSTOMER_COLUMNS}, ${horizonOfVersion('c.model_version')} AS horizon_days,
  c.calculated_at IS NOT NULL AND c.due_on < $3::date AS is_overdue
FROM customers c JOIN tenants t ON t.id = c.tenant_id
WHERE c.tenant_id = $1 AND ${condition}`;

// Need the primary keys of customers and customer_aliases.
const FIND_CHURN = churnWhere(`c.id = ${customerOf('$2::uuid')}`);
const LIST_CHURN = churnWhere('c.id = ANY ($2::uuid[])');

/** @param today UTC, `2026-11-21` */
export async function findChurn(db: TenantDb, id: CustomerId, today: string): Promise<ChurnRow | null> {
  const [row] = await db.query<ChurnRow>(FIND_CHURN, [id, today]);
  return row ?? null;
}

/** @param today UTC, `2026-11-21` */
export const listChurn = (db: TenantDb, ids: readonly CustomerId[], today: string): Promise<ChurnRow[]> =>
  db.query<ChurnRow>(LIST_CHURN, [ids, today]);

// The customer has the newest score, the history all before it. Needs the primary keys of customers and score_history, the second read backwards.
const LIST_HISTORY = `
(SELECT score, label, calculated_at, model_version, lifecycle, coalesce(cause, 'events') AS cause FROM customers
 WHERE tenant_id = $1 AND id = $2 AND score IS NOT NULL)
UNION ALL
(SELECT score, label, calculated_at, model_version, lifecycle, cause FROM score_history
 WHERE tenant_id = $1 AND customer_id = $2 ORDER BY calculated_at DESC LIMIT $3)
ORDER BY calculated_at DESC LIMIT $3`;

export const listHistory = (db: TenantDb, id: CustomerId, limit: number): Promise<HistoryRow[]> => db.query(LIST_HISTORY, [id, limit]);
