import { type CustomerId, DAY_MS, type Label, type Lifecycle, type ScoreCause } from '#libs/core';
import { column, rowColumns, type TenantDb } from '#libs/database';
import { NAME_STORED, type RequestedCustomer } from '#libs/ingestion';
import { type Features, type Scored, toCivilDate } from '#libs/scoring';
import type { Activity } from './read-customers.sql.js';

/** Everything that scoring writes for one customer. */
export interface ScoreRow {
  readonly id: CustomerId;
  readonly externalId: string;
  readonly activity: Activity;
  readonly bought: Pick<Features, 'lastOrderAtMs' | 'ordersTotal' | 'monetaryTotal'>;
  /** Null while no order counts, for a deleted customer, and for an alias. */
  readonly scored: Scored | null;
  readonly calculatedMs: number;
  readonly cause: ScoreCause;
  /** The time at which the label entered high or critical. Null while it is neither, and when no score recorded the change. */
  readonly highRiskSinceMs: number | null;
  /** The time at which the label changed last, also by a new model. Null for a customer that has never had one. */
  readonly labelSinceMs: number | null;
  /** UTC day number of the latest order after which the customer became late; null: not so far. */
  readonly secondDueAfterDay: number | null;
  readonly overdueAfterDay: number | null;
  /** The score at which moves began that were too small to report. */
  readonly driftFrom: string | null;
  /** The same for destinations that keep profiles. */
  readonly profileFrom: string | null;
  /** UTC day, `2026-11-21`; null without a score. */
  readonly dueOn: string | null;
  readonly eventSequence: string;
}

const NO_MONEY = '0.00';

const lateSince = (scored: Scored | null): string | null =>
  scored === null || scored.lateSinceDay === null ? null : toCivilDate(scored.lateSinceDay);

/** Last day that fits into a date. A rhythm of thousands of years leads to later days. */
const LAST_DATE = Math.floor(Date.UTC(9999, 11, 31) / DAY_MS);

const lateFrom = (scored: Scored | null): string | null =>
  scored === null || scored.lateFromDay === null || scored.lateFromDay > LAST_DATE ? null : toCivilDate(scored.lateFromDay);

const COLUMNS = {
  id: column.uuid<ScoreRow>((row) => row.id),
  first_seen_at: column.instant<ScoreRow>((row) => row.activity.firstSeenMs),
  last_activity_at: column.instant<ScoreRow>((row) => row.activity.lastActivityMs),
  last_order_at: column.instant<ScoreRow>((row) => row.bought.lastOrderAtMs),
  orders_count: column.integer<ScoreRow>((row) => row.bought.ordersTotal),
  monetary_total: column.decimal<ScoreRow>((row) => row.bought.monetaryTotal),
  score: column.decimal<ScoreRow>((row) => row.scored?.score ?? null),
  label: column.text<ScoreRow>((row) => row.scored?.label ?? null),
  calculated_at: column.instant<ScoreRow>((row) => (row.scored === null ? null : row.calculatedMs)),
  model_version: column.text<ScoreRow>((row) => row.scored?.modelVersion ?? null),
  event_sequence: column.bigint<ScoreRow>((row) => row.eventSequence),
  lifecycle: column.text<ScoreRow>((row) => row.scored?.lifecycle ?? null),
  late_since: column.date<ScoreRow>((row) => lateSince(row.scored)),
  late_from: column.date<ScoreRow>((row) => lateFrom(row.scored)),
  second_due_after: column.date<ScoreRow>((row) => (row.secondDueAfterDay === null ? null : toCivilDate(row.secondDueAfterDay))),
  overdue_after: column.date<ScoreRow>((row) => (row.overdueAfterDay === null ? null : toCivilDate(row.overdueAfterDay))),
  high_risk_since: column.instant<ScoreRow>((row) => row.highRiskSinceMs),
  label_since: column.instant<ScoreRow>((row) => row.labelSinceMs),
  cause: column.text<ScoreRow>((row) => (row.scored === null ? null : row.cause)),
  expected_revenue: column.decimal<ScoreRow>((row) => row.scored?.expectedRevenue ?? NO_MONEY),
  revenue_at_risk: column.decimal<ScoreRow>((row) => row.scored?.revenueAtRisk ?? NO_MONEY),
  drift_from: column.decimal<ScoreRow>((row) => row.driftFrom),
  profile_from: column.decimal<ScoreRow>((row) => row.profileFrom),
  due_on: column.date<ScoreRow>((row) => row.dueOn),
  deleted_at: column.instant<ScoreRow>((row) => row.activity.deletedMs),
  unsubscribed_at: column.instant<ScoreRow>((row) => row.activity.unsubscribedMs),
  consented_at: column.instant<ScoreRow>((row) => row.activity.consentedMs),
  refused_at: column.instant<ScoreRow>((row) => row.activity.refusedMs),
};
const SCORES = rowColumns<ScoreRow>(COLUMNS);

// Needs the primary key of customers. The caller has locked the rows.
const WRITE_SCORES = `
UPDATE customers c SET ${SCORES.assigned('s')}, updated_at = ${SCORES.parameterAfter(1)}
FROM ${SCORES.unnest('s')}
WHERE c.tenant_id = $1 AND c.id = s.id`;

export async function writeScores(db: TenantDb, rows: readonly ScoreRow[], now: Date): Promise<void> {
  if (rows.length > 0) await db.prepared(WRITE_SCORES, [...SCORES.parametersOf(rows), now]);
}

const NEW_ROWS = rowColumns<ScoreRow>({ ...COLUMNS, external_id: column.text((row) => row.externalId) });

// Sorted by id, so that two workers that insert the same customers cannot deadlock.
const INSERT_SCORED = `
WITH stored AS (
  INSERT INTO customers (tenant_id, ${NEW_ROWS.names}, updated_at)
  SELECT t.id, ${NEW_ROWS.sideBySide}, ${NEW_ROWS.parameterAfter(1)}::timestamptz FROM tenants t WHERE t.id = $1 ON CONFLICT DO NOTHING RETURNING tenant_id, id, external_id),
${NAME_STORED}
SELECT count(*)::int AS stored FROM stored`;

/** Another transaction has inserted a customer that this one took for new, or has joined two customers, so the score may miss orders. */
export class ConcurrentChange extends Error {
  constructor() {
    super('another transaction has made or joined one of the customers');
    this.name = 'ConcurrentChange';
  }
}

/**
 * Inserts new customers together with their scores. An insert followed by an update would write every index twice.
 * @param rows sorted by id
 * @throws ConcurrentChange when another transaction has inserted one of them
 */
export async function insertScored(db: TenantDb, rows: readonly ScoreRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const [row] = await db.prepared<{ stored: number }>(INSERT_SCORED, [...NEW_ROWS.parametersOf(rows), now]);
  if (row?.stored !== rows.length) throw new ConcurrentChange();
}

/** A customer that scoring failed for, and the activity in its new events; null without new events. */
interface Unscored {
  readonly id: CustomerId;
  readonly events: RequestedCustomer | null;
}

const UNSCORED = rowColumns<Unscored>({
  id: column.uuid((row) => row.id),
  first_seen_at: column.instant((row) => row.events?.firstAt ?? null),
  last_activity_at: column.instant((row) => row.events?.lastAt ?? null),
  deleted_at: column.instant((row) => row.events?.deletedAt ?? null),
  unsubscribed_at: column.instant((row) => row.events?.unsubscribedAt ?? null),
  consented_at: column.instant((row) => row.events?.consentedAt ?? null),
  refused_at: column.instant((row) => row.events?.refusedAt ?? null),
});

// Needs the primary key of customers. Postgres takes NULL for no value in least and greatest.
const NOTE_UNSCORED = `
UPDATE customers c SET first_seen_at = least(c.first_seen_at, u.first_seen_at), last_activity_at = greatest(c.last_activity_at, u.last_activity_at),
  deleted_at = greatest(c.deleted_at, u.deleted_at), unsubscribed_at = greatest(c.unsubscribed_at, u.unsubscribed_at),
  consented_at = greatest(c.consented_at, u.consented_at), refused_at = greatest(c.refused_at, u.refused_at), due_on = '-infinity'
FROM ${UNSCORED.unnest('u')} WHERE c.tenant_id = $1 AND c.id = u.id`;

/**
 * Records that scoring failed for these customers, so that every nightly pass retries them until it succeeds. Also stores their activity, because
 * events are folded only once and a deletion counts without a score too. The rows exist.
 */
export async function noteUnscored(
  db: TenantDb,
  ids: readonly CustomerId[],
  withEvents: ReadonlyMap<CustomerId, RequestedCustomer>,
): Promise<void> {
  if (ids.length === 0) return;
  await db.query(NOTE_UNSCORED, UNSCORED.parametersOf(ids.map((id) => ({ id, events: withEvents.get(id) ?? null }))));
}

/** A score that a newer one has replaced. */
export interface HistoryRow {
  readonly id: CustomerId;
  readonly calculatedMs: number;
  readonly score: string;
  readonly label: Label;
  readonly model_version: string;
  readonly lifecycle: Lifecycle | null;
  readonly cause: ScoreCause;
}

const HISTORY = rowColumns<HistoryRow>({
  customer_id: column.uuid((row) => row.id),
  calculated_at: column.instant((row) => row.calculatedMs),
  score: column.decimal((row) => row.score),
  label: column.text((row) => row.label),
  model_version: column.text((row) => row.model_version),
  lifecycle: column.text((row) => row.lifecycle),
  cause: column.text((row) => row.cause),
});

const APPEND_HISTORY = `
INSERT INTO score_history (tenant_id, ${HISTORY.names}) SELECT t.id, h.* FROM tenants t, ${HISTORY.unnest('h')} WHERE t.id = $1`;

export async function appendHistory(db: TenantDb, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length > 0) await db.prepared(APPEND_HISTORY, HISTORY.parametersOf(rows));
}
