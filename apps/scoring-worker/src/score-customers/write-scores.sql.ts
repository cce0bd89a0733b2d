import type { CustomerId } from '#libs/core';
import {
  bigintColumn,
  dateColumn,
  decimalColumn,
  instantColumn,
  integerColumn,
  jsonColumn,
  type TenantDb,
  textColumn,
  uuidColumn,
} from '#libs/database';
import type { Features, Scored } from '#libs/scoring';
import type { Activity } from './read-customers.sql.js';

export type StoredScore = Pick<Scored, 'score' | 'label' | 'confidence' | 'modelVersion'>;

/** Everything that one scoring of one customer writes. */
export interface ScoreRow {
  readonly id: CustomerId;
  readonly activity: Activity;
  readonly bought: Pick<Features, 'lastOrderAtMs' | 'ordersTotal' | 'monetaryTotal'>;
  /** Null while no order counts. */
  readonly scored: StoredScore | null;
  /** Two decimals. */
  readonly revenueAtRisk: string;
  /** JSON of a `ScoreReport`. */
  readonly report: string;
  readonly calculatedMs: number;
  /** Where the score was when moves began that were too small to tell. */
  readonly driftFrom: string | null;
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
  revenue_at_risk = s.revenue_at_risk, drift_from = s.drift_from, updated_at = $18
FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::int[], $7::numeric[], $8::numeric[], $9::text[],
            $10::timestamptz[], $11::text[], $12::text[], $13::jsonb[], $14::date[], $15::bigint[], $16::numeric[], $17::numeric[])
  AS s (id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total, score, label, calculated_at,
        model_version, confidence, report, history_day, event_sequence, revenue_at_risk, drift_from)
WHERE c.tenant_id = $1 AND c.id = s.id`;

export async function writeScores(db: TenantDb, rows: readonly ScoreRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await db.prepared(WRITE_SCORES, [
    uuidColumn(rows.map((row) => row.id)),
    instantColumn(rows.map((row) => row.activity.firstSeenMs)),
    instantColumn(rows.map((row) => row.activity.lastActivityMs)),
    instantColumn(rows.map((row) => row.bought.lastOrderAtMs)),
    integerColumn(rows.map((row) => row.bought.ordersTotal)),
    decimalColumn(rows.map((row) => row.bought.monetaryTotal)),
    decimalColumn(rows.map((row) => row.scored?.score ?? null)),
    textColumn(rows.map((row) => row.scored?.label ?? null)),
    instantColumn(rows.map((row) => (row.scored === null ? null : row.calculatedMs))),
    textColumn(rows.map((row) => row.scored?.modelVersion ?? null)),
    textColumn(rows.map((row) => row.scored?.confidence ?? null)),
    jsonColumn(rows.map((row) => row.report)),
    dateColumn(rows.map((row) => row.historyDay)),
    bigintColumn(rows.map((row) => row.eventSequence)),
    decimalColumn(rows.map((row) => row.revenueAtRisk)),
    decimalColumn(rows.map((row) => row.driftFrom)),
    now,
  ]);
}

const APPEND_HISTORY = `
INSERT INTO score_history (tenant_id, customer_id, calculated_at, score, label, model_version)
SELECT $1, * FROM unnest($2::uuid[], $3::timestamptz[], $4::numeric[], $5::text[], $6::text[])`;

export async function appendHistory(
  db: TenantDb,
  rows: readonly { id: CustomerId; calculatedMs: number; scored: StoredScore }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.prepared(APPEND_HISTORY, [
    uuidColumn(rows.map((row) => row.id)),
    instantColumn(rows.map((row) => row.calculatedMs)),
    decimalColumn(rows.map((row) => row.scored.score)),
    textColumn(rows.map((row) => row.scored.label)),
    textColumn(rows.map((row) => row.scored.modelVersion)),
  ]);
}
