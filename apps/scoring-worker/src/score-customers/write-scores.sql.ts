import type { CustomerId } from '#libs/core';
import type { ScoreReport, TenantDb } from '#libs/database';
import type { Features, Scored } from '#libs/scoring';
import type { Activity } from './read-customers.sql.js';

/** Everything that one scoring of one customer writes. */
export interface ScoreRow {
  readonly id: CustomerId;
  readonly activity: Activity;
  readonly features: Features;
  /** Null while no order counts. */
  readonly scored: Scored | null;
  /** Two decimals. */
  readonly revenueAtRisk: string;
  readonly report: ScoreReport;
  readonly calculatedAt: Date;
  readonly historyDay: string | null;
  readonly eventSequence: string;
}

// Needs the primary key of customers, whose rows are locked.
const WRITE_SCORES = `
UPDATE customers c SET
  first_seen_at = s.first_seen_at, last_activity_at = s.last_activity_at, last_order_at = s.last_order_at,
  orders_count = s.orders_count, monetary_total = s.monetary_total,
  score = s.score, label = s.label, calculated_at = s.calculated_at, model_version = s.model_version,
  confidence = s.confidence, report = s.report, history_day = s.history_day, event_sequence = s.event_sequence,
  revenue_at_risk = s.revenue_at_risk, updated_at = $17
FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::numeric[], $8::numeric[], $9::text[],
            $10::timestamptz[], $11::text[], $12::text[], $13::jsonb[], $14::date[], $15::bigint[], $16::numeric[])
  AS s (id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total, score, label, calculated_at,
        model_version, confidence, report, history_day, event_sequence, revenue_at_risk)
WHERE c.tenant_id = $1 AND c.id = s.id`;

export async function writeScores(db: TenantDb, rows: readonly ScoreRow[], now: Date): Promise<void> {
  await db.prepared(WRITE_SCORES, [
    rows.map((row) => row.id),
    rows.map((row) => row.activity.first_seen_at.toISOString()),
    rows.map((row) => row.activity.last_activity_at.toISOString()),
    rows.map((row) => toInstant(row.features.lastOrderAtMs)),
    rows.map((row) => row.features.ordersTotal),
    rows.map((row) => row.features.monetaryTotal),
    rows.map((row) => row.scored?.score ?? null),
    rows.map((row) => row.scored?.label ?? null),
    rows.map((row) => (row.scored === null ? null : row.calculatedAt.toISOString())),
    rows.map((row) => row.scored?.modelVersion ?? null),
    rows.map((row) => row.scored?.confidence ?? null),
    rows.map((row) => JSON.stringify(row.report)),
    rows.map((row) => row.historyDay),
    rows.map((row) => row.eventSequence),
    rows.map((row) => row.revenueAtRisk),
    now,
  ]);
}

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const APPEND_HISTORY = `
INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version)
SELECT $1, * FROM unnest($2::uuid[], $3::timestamptz[], $4::numeric[], $5::text[], $6::text[])`;

export async function appendHistory(db: TenantDb, rows: readonly { id: CustomerId; calculatedAt: Date; scored: Scored }[]): Promise<void> {
  if (rows.length === 0) return;
  await db.prepared(APPEND_HISTORY, [
    rows.map((row) => row.id),
    rows.map((row) => row.calculatedAt.toISOString()),
    rows.map((row) => row.scored.score),
    rows.map((row) => row.scored.label),
    rows.map((row) => row.scored.modelVersion),
  ]);
}
