import { DELETED_GROUP, type PastOutcome } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** The past week with a stored list, and how far the past is calculated. */
export interface BacktestRow {
  readonly currency: string;
  /** Null while no model was fitted, so that no past was asked for. */
  readonly weeks: number | null;
  readonly weeks_done: number | null;
  readonly is_running: boolean;
  readonly finished_at: Date | null;
  /** `2026-08-23`; null while no past week has enough history before it. */
  readonly named_day: string | null;
  readonly until: string | null;
  readonly horizon_days: number | null;
  readonly model_version: string | null;
  /** Two decimals. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** The likely range of the revenue by the past weeks of the shop; null where the past is too short. Two decimals. */
  readonly p10: string | null;
  readonly p90: string | null;
  readonly outcome: PastOutcome | null;
}

const quantile = (name: 'p10' | 'p90'): string =>
  `round(w.expected_sum * (r.intervals->(w.horizon_days::text)->'factors'->>'${name}')::numeric, 2)::text`;

// Needs the primary keys of past_replays, past_weeks and work_leases.
const READ_BACKTEST = `
SELECT t.currency, r.weeks, r.weeks_done, coalesce(r.due_at IS NOT NULL AND (r.weeks_done > 0 OR EXISTS (
         SELECT 1 FROM work_leases WHERE tenant_id = $1 AND kind = 'replay')), false) AS is_running,
       r.finished_at, w.day::text AS named_day, (w.day + w.horizon_days)::text AS until, w.horizon_days, w.model_version,
       w.expected_sum::text AS expected, w.actual_sum::text AS actual,
       ${quantile('p10')} AS p10, ${quantile('p90')} AS p90, w.outcome
FROM tenants t
LEFT JOIN past_replays r ON r.tenant_id = t.id
LEFT JOIN past_weeks w ON w.tenant_id = t.id AND w.day = r.named_day AND w.outcome IS NOT NULL
WHERE t.id = $1`;

export async function readBacktest(db: TenantDb): Promise<BacktestRow> {
  const [row] = await db.prepared<BacktestRow>(READ_BACKTEST);
  if (row === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return row;
}

/** A customer that the list of the past day would have named. */
export interface NamedRow {
  readonly place: number;
  readonly external_id: string;
  readonly score: string;
  readonly expected_revenue: string;
  readonly revenue_at_risk: string;
  /** UTC day; null for a customer without a later order. */
  readonly returned_on: string | null;
  /** Two decimals. */
  readonly spent: string;
}

// Needs the primary keys of past_named and customers. A tenant has at most a hundred rows. Neither deleted customers nor aliases are in any list.
const LIST_NAMED = `
SELECT n.place, c.external_id, n.score::text, n.expected_revenue::text, n.revenue_at_risk::text, n.returned_on::text, n.spent::text
FROM past_named n JOIN customers c ON c.tenant_id = $1 AND c.id = n.customer_id AND c.list_group > ${DELETED_GROUP}
WHERE n.tenant_id = $1 AND n.place > $2 ORDER BY n.place LIMIT $3`;

/** Lists the named customers by revenue at risk. @param after place of the last one on the page before; 0 for the first page */
export const listNamed = (db: TenantDb, after: number, limit: number): Promise<NamedRow[]> =>
  db.prepared<NamedRow>(LIST_NAMED, [after, limit]);
