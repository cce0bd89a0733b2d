import type { CustomerId, Label, Lifecycle, ScoreCause } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface HistoryRow {
  readonly score: string;
  readonly label: Label;
  readonly calculated_at: Date;
  readonly model_version: string;
  readonly lifecycle: Lifecycle | null;
  readonly cause: ScoreCause;
}

// The customer has the newest score, the history all before it. Needs the primary keys of customers and score_history, the second read backwards.
const LIST_HISTORY = `
(SELECT score, label, calculated_at, model_version, lifecycle, coalesce(cause, 'events') AS cause FROM customers
 WHERE tenant_id = $1 AND id = $2 AND score IS NOT NULL)
UNION ALL
(SELECT score, label, calculated_at, model_version, lifecycle, cause FROM score_history
 WHERE tenant_id = $1 AND customer_id = $2 ORDER BY calculated_at DESC LIMIT $3)
ORDER BY calculated_at DESC LIMIT $3`;

export const listHistory = (db: TenantDb, id: CustomerId, limit: number): Promise<HistoryRow[]> => db.query(LIST_HISTORY, [id, limit]);
