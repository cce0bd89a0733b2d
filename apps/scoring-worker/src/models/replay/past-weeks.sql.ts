import { type CustomerId, LABELS, LIFECYCLES } from '#libs/core';
import { column, rowColumns, type TenantDb } from '#libs/database';
import { type PastNamed, type PastWeek, type RevenueOrigin, toCivilDate } from '#libs/scoring';
import type { Seen, StoredWeek } from './plan-replay.js';

// Each statement needs the primary key of past_weeks. A tenant has some forty rows.
const READ_STORED = `
SELECT day - date '1970-01-01' AS day, basis, order_days::float8, outcome_days::float8, actual_sum IS NOT NULL AS has_outcome, actual_90 IS NOT NULL AS has_90
FROM past_weeks WHERE tenant_id = $1`;

interface StoredRow {
  readonly day: number;
  readonly basis: string;
  readonly order_days: number;
  readonly outcome_days: number;
  readonly has_outcome: boolean;
  readonly has_90: boolean;
}

export async function readStoredWeeks(db: TenantDb): Promise<StoredWeek[]> {
  const rows = await db.query<StoredRow>(READ_STORED);
  return rows.map((row) => ({
    day: row.day,
    basis: row.basis,
    orderDays: row.order_days,
    outcomeDays: row.outcome_days,
    hasOutcome: row.has_outcome,
    has90: row.has_90,
  }));
}

/** A past week, and what the row follows from. */
export interface WeekRow extends PastWeek, Seen {
  readonly basis: string;
  readonly modelVersion: string;
  readonly horizonDays: number;
}

const money = (cents: number): string => (cents / 100).toFixed(2);
const moneyOrNull = (cents: number | null): string | null => (cents === null ? null : money(cents));

const WEEKS = rowColumns<WeekRow>({
  day: column.date((row) => toCivilDate(row.day)),
  basis: column.text((row) => row.basis),
  order_days: column.bigint((row) => String(row.orderDays)),
  outcome_days: column.bigint((row) => String(row.outcomeDays)),
  model_version: column.text((row) => row.modelVersion),
  horizon_days: column.smallint((row) => row.horizonDays),
  ...Object.fromEntries(LABELS.map((label) => [label, column.integer<WeekRow>((row) => row.labels[label])])),
  ...Object.fromEntries(LIFECYCLES.map((lifecycle) => [lifecycle, column.integer<WeekRow>((row) => row.lifecycles[lifecycle])])),
  score_sum: column.decimal((row) => (row.scoreUnits / 10_000).toFixed(4)),
  revenue_sum: column.decimal((row) => money(row.atRiskCents)),
  expected_sum: column.decimal((row) => money(row.expectedCents)),
  actual_sum: column.decimal((row) => moneyOrNull(row.actualCents)),
  expected_90: column.decimal((row) => moneyOrNull(row.expected90Cents)),
  actual_90: column.decimal((row) => moneyOrNull(row.actual90Cents)),
  outcome: column.json((row) => (row.outcome === null ? null : JSON.stringify(row.outcome))),
});

const DELETE_WEEKS = 'DELETE FROM past_weeks WHERE tenant_id = $1 AND day = ANY ($2::date[])';
const INSERT_WEEKS = `INSERT INTO past_weeks (tenant_id, ${WEEKS.names}) SELECT t.id, w.* FROM tenants t, ${WEEKS.unnest('w')} WHERE t.id = $1`;

/** Replaces the rows of these days. */
export async function writeWeeks(db: TenantDb, rows: readonly WeekRow[]): Promise<void> {
  await db.query(DELETE_WEEKS, [rows.map(({ day }) => toCivilDate(day))]);
  await db.query(INSERT_WEEKS, WEEKS.parametersOf(rows));
}

const KEEP_WEEKS = 'DELETE FROM past_weeks WHERE tenant_id = $1 AND NOT day = ANY ($2::date[])';

/** Deletes the rows of all other days. */
export async function keepWeeks(db: TenantDb, days: readonly number[]): Promise<void> {
  await db.query(KEEP_WEEKS, [days.map(toCivilDate)]);
}

/** A named customer with its id. */
export type NamedCustomer = Omit<PastNamed, 'customer'> & { readonly id: CustomerId };

const NAMED = rowColumns<NamedCustomer & { readonly place: number }>({
  customer_id: column.uuid((row) => row.id),
  place: column.smallint((row) => row.place),
  score: column.decimal((row) => row.score),
  expected_revenue: column.decimal((row) => row.expectedRevenue),
  revenue_at_risk: column.decimal((row) => row.revenueAtRisk),
  returned_on: column.date((row) => (row.returnedDay === null ? null : toCivilDate(row.returnedDay))),
  spent: column.decimal((row) => money(row.spentCents)),
});

const DELETE_NAMED = 'DELETE FROM past_named WHERE tenant_id = $1';
// Needs the primary key of customers. An erased customer is left out of the list.
const INSERT_NAMED = `
INSERT INTO past_named (tenant_id, ${NAMED.names}) SELECT t.id, n.* FROM tenants t, ${NAMED.unnest('n')}
WHERE t.id = $1 AND EXISTS (SELECT 1 FROM customers c WHERE c.tenant_id = $1 AND c.id = n.customer_id)`;
const SET_NAMED_DAY = 'UPDATE past_replays SET named_day = $2 WHERE tenant_id = $1';

/** Replaces the list of a day. @param day UTC day number; null: removes the list */
export async function writeNamed(db: TenantDb, day: number | null, named: readonly NamedCustomer[]): Promise<void> {
  await db.query(DELETE_NAMED);
  const rows = named.map((each, index) => ({ ...each, place: index + 1 }));
  if (rows.length > 0) await db.query(INSERT_NAMED, NAMED.parametersOf(rows));
  await db.query(SET_NAMED_DAY, [day === null ? null : toCivilDate(day)]);
}

const READ_ORIGINS = `
SELECT day - date '1970-01-01' AS day, expected_sum::float8 AS expected, actual_sum::float8 AS actual,
       expected_90::float8 AS expected_90, actual_90::float8 AS actual_90
FROM past_weeks WHERE tenant_id = $1 AND basis = $2 ORDER BY day`;

interface OriginRow {
  readonly day: number;
  readonly expected: number;
  readonly actual: number | null;
  readonly expected_90: number | null;
  readonly actual_90: number | null;
}

/** Past weeks with an outcome, by the length of what was expected. */
export interface Origins {
  readonly horizon: readonly RevenueOrigin[];
  readonly quarter: readonly RevenueOrigin[];
}

export async function readOrigins(db: TenantDb, basis: string): Promise<Origins> {
  const rows = await db.query<OriginRow>(READ_ORIGINS, [basis]);
  return {
    horizon: rows.flatMap(({ day, expected, actual }) => (actual === null ? [] : [{ day, expected, actual }])),
    quarter: rows.flatMap(({ day, expected_90: expected, actual_90: actual }) =>
      expected === null || actual === null ? [] : [{ day, expected, actual }],
    ),
  };
}
