import type { CustomerId, Label, Lifecycle, ScoreCause } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A score and the one before it. All `previous_…` are null for the first score. */
export interface ScoreChange {
  readonly calculated_at: Date;
  readonly score: string;
  readonly label: Label;
  readonly lifecycle: Lifecycle | null;
  readonly cause: ScoreCause;
  readonly previous_score: string | null;
  readonly previous_label: Label | null;
  readonly previous_lifecycle: Lifecycle | null;
}

/** A new model or new settings move most scores a little. From this distance on the move is worth telling. */
const LARGE_MOVE = 0.05;

// The customer has the newest score, the history all before it. Of the first day only the last score counts: an import sends the orders of
// a customer in several batches, and each gives a score. Needs the primary keys of customers and score_history. Reads the whole history of
// the customer, because few of its rows are changes: a row a day for 400 days, and then a row a week.
const LIST_CHANGES = `
WITH scores AS (
  SELECT *, date_trunc('day', calculated_at, 'UTC') AS day FROM (
    SELECT calculated_at, score, label, lifecycle, coalesce(cause, 'events') AS cause FROM customers
    WHERE tenant_id = $1 AND id = $2 AND score IS NOT NULL
    UNION ALL
    SELECT calculated_at, score, label, lifecycle, cause FROM score_history WHERE tenant_id = $1 AND customer_id = $2) s),
ranked AS (SELECT *, min(day) OVER () AS first_day, lag(day) OVER (ORDER BY calculated_at DESC) AS next_day FROM scores),
changes AS (
  SELECT calculated_at, score, label, lifecycle, cause, lead(score) OVER older AS previous_score, lead(label) OVER older AS previous_label,
         lead(lifecycle) OVER older AS previous_lifecycle
  FROM ranked WHERE day > first_day OR next_day IS DISTINCT FROM day WINDOW older AS (ORDER BY calculated_at DESC))
SELECT * FROM changes
WHERE calculated_at < $3 AND (previous_label IS NULL OR label <> previous_label OR lifecycle <> previous_lifecycle
  OR (cause IN ('model', 'settings') AND abs(score - previous_score) >= ${LARGE_MOVE}))
ORDER BY calculated_at DESC LIMIT $4`;

/** Lists the first score of the customer and the changes worth telling, calculated before an instant, latest first. */
export const listScoreChanges = (db: TenantDb, id: CustomerId, before: Date, rows: number): Promise<ScoreChange[]> =>
  db.query<ScoreChange>(LIST_CHANGES, [id, before, rows]);
