import { type CustomerId, type Label, type Lifecycle, PROFILE_KINDS, type ScoreCause } from '#libs/core';
import {
  type Packed,
  packed,
  readBigints,
  readDecimals,
  readInstants,
  readIntegers,
  readTexts,
  readUuids,
  type TenantDb,
  uuidColumn,
} from '#libs/database';
import { type LabelThresholds } from '#libs/entities';
import type { Standing } from '#libs/scoring';

/** The stored customer, locked until the end of the transaction, so that nobody else writes a score meanwhile. */
export interface LockedCustomer {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly lifecycle: Lifecycle | null;
  /** UTC day number; null for a customer who is not late. */
  readonly late_since_day: number | null;
  /** UTC day number of the latest order after which the customer became late; null: not so far. */
  readonly overdue_after_day: number | null;
  readonly highRiskSinceMs: number | null;
  readonly cause: ScoreCause | null;
  /** Two decimals. */
  readonly expected_revenue: string;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  readonly model_version: string | null;
  /** The score at which moves began that were too small to report. */
  readonly drift_from: string | null;
  /** The score at which moves began that no destination with profiles knows of. */
  readonly profile_from: string | null;
  readonly calculatedMs: number | null;
  readonly event_sequence: string;
  readonly firstSeenMs: number | null;
  readonly lastActivityMs: number | null;
  /** The latest events that deleted and unsubscribed the customer. */
  readonly deletedMs: number | null;
  readonly unsubscribedMs: number | null;
  /** Orders that counted when the customer was scored last. */
  readonly ordersCount: number;
  readonly lastOrderMs: number | null;
  /** Four decimals. */
  readonly monetary_total: string;
  /** The currency in which its orders are added up by day; null: they are not. */
  readonly orderDaysIn: string | null;
  /** The time when it became an alias of another customer; null: it is none. */
  readonly joinedMs: number | null;
}

/** The day from which a customer has been late, as a number: the difference of two dates is an integer. */
export const LATE_SINCE_DAY = `late_since - date '1970-01-01' AS late_since_day`;
const OVERDUE_AFTER_DAY = `overdue_after - date '1970-01-01' AS overdue_after_day`;

// NO KEY UPDATE, in the order of ids: ingest, which may add events of the same customers, is not held up, and two workers cannot deadlock.
const LOCK_CUSTOMERS = `
WITH locked AS MATERIALIZED (
  SELECT id, external_id, score, label, lifecycle, ${LATE_SINCE_DAY}, ${OVERDUE_AFTER_DAY}, high_risk_since, cause, expected_revenue, revenue_at_risk, model_version, drift_from, profile_from,
         calculated_at, event_sequence, first_seen_at, last_activity_at, orders_count, last_order_at, monetary_total,
         order_days_in, deleted_at, unsubscribed_at, joined_at
  FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE)
SELECT ${packed('id')} AS id, ${packed('external_id')} AS external_id, ${packed('score')} AS score, ${packed('label')} AS label,
       ${packed('lifecycle')} AS lifecycle, ${packed('high_risk_since')} AS high_risk_since, ${packed('cause')} AS cause,
       ${packed('expected_revenue')} AS expected_revenue, ${packed('last_order_at')} AS last_order_at,
       ${packed('monetary_total')} AS monetary_total, ${packed('late_since_day')} AS late_since_day,
       ${packed('overdue_after_day')} AS overdue_after_day,
       ${packed('revenue_at_risk')} AS revenue_at_risk, ${packed('model_version')} AS model_version, ${packed('drift_from')} AS drift_from,
       ${packed('profile_from')} AS profile_from,
       ${packed('calculated_at')} AS calculated_at, ${packed('event_sequence')} AS event_sequence,
       ${packed('first_seen_at')} AS first_seen_at, ${packed('last_activity_at')} AS last_activity_at,
       ${packed('orders_count')} AS orders_count, ${packed('order_days_in')} AS order_days_in,
       ${packed('deleted_at')} AS deleted_at, ${packed('unsubscribed_at')} AS unsubscribed_at, ${packed('joined_at')} AS joined_at
FROM locked`;

/** Returns the customer's part in the totals of the tenant; null without a score. */
export const standingOf = (row: StandingRow): Standing | null =>
  row.score === null || row.label === null
    ? null
    : {
        label: row.label,
        score: row.score,
        lifecycle: row.lifecycle,
        lateSinceDay: row.late_since_day,
        expectedRevenue: row.expected_revenue,
        revenueAtRisk: row.revenue_at_risk,
      };

/** The columns that the totals of a tenant add up. */
export type StandingRow = Pick<LockedCustomer, 'score' | 'label' | 'lifecycle' | 'late_since_day' | 'expected_revenue' | 'revenue_at_risk'>;

type LockedColumn =
  | 'id'
  | 'external_id'
  | 'score'
  | 'label'
  | 'revenue_at_risk'
  | 'model_version'
  | 'drift_from'
  | 'profile_from'
  | 'calculated_at'
  | 'lifecycle'
  | 'late_since_day'
  | 'overdue_after_day'
  | 'high_risk_since'
  | 'cause'
  | 'expected_revenue'
  | 'last_order_at'
  | 'monetary_total'
  | 'event_sequence'
  | 'first_seen_at'
  | 'last_activity_at'
  | 'orders_count'
  | 'order_days_in'
  | 'deleted_at'
  | 'unsubscribed_at'
  | 'joined_at';

/** Locks the customers that exist and returns them, sorted by id. */
export async function lockCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<LockedCustomer[]> {
  const [row] = await db.prepared<Record<LockedColumn, Packed>>(LOCK_CUSTOMERS, [uuidColumn(ids)]);
  if (row === undefined) return [];
  const [externalId, score, label, revenue] = [readTexts(row.external_id), readDecimals(row.score), readTexts(row.label), readDecimals(row.revenue_at_risk)]; // prettier-ignore
  const [model, drift, calculated] = [readTexts(row.model_version), readDecimals(row.drift_from), readInstants(row.calculated_at)];
  const [lifecycle, highRiskSince, cause, expected] = [readTexts(row.lifecycle), readInstants(row.high_risk_since), readTexts(row.cause), readDecimals(row.expected_revenue)]; // prettier-ignore
  const [lastOrder, monetary, lateSince] = [readInstants(row.last_order_at), readDecimals(row.monetary_total), readIntegers(row.late_since_day)]; // prettier-ignore
  const [sequence, firstSeen, lastActivity] = [readBigints(row.event_sequence), readInstants(row.first_seen_at), readInstants(row.last_activity_at)]; // prettier-ignore
  const [ordersCount, orderDaysIn, profileFrom] = [readIntegers(row.orders_count), readTexts(row.order_days_in), readDecimals(row.profile_from)]; // prettier-ignore
  const [deleted, unsubscribed, overdueAfter] = [readInstants(row.deleted_at), readInstants(row.unsubscribed_at), readIntegers(row.overdue_after_day)]; // prettier-ignore
  const joined = readInstants(row.joined_at);
  return readUuids(row.id).map((id, at) => ({
    id: id as CustomerId,
    external_id: externalId[at]!,
    score: score[at]!,
    label: label[at] as Label | null,
    revenue_at_risk: revenue[at]!,
    model_version: model[at]!,
    drift_from: drift[at]!,
    profile_from: profileFrom[at]!,
    calculatedMs: calculated[at]!,
    lifecycle: lifecycle[at] as Lifecycle | null,
    late_since_day: lateSince[at]!,
    overdue_after_day: overdueAfter[at]!,
    highRiskSinceMs: highRiskSince[at]!,
    cause: cause[at] as ScoreCause | null,
    expected_revenue: expected[at]!,
    lastOrderMs: lastOrder[at]!,
    monetary_total: monetary[at]!,
    event_sequence: sequence[at]!,
    firstSeenMs: firstSeen[at]!,
    lastActivityMs: lastActivity[at]!,
    ordersCount: ordersCount[at]!,
    orderDaysIn: orderDaysIn[at]!,
    deletedMs: deleted[at]!,
    unsubscribedMs: unsubscribed[at]!,
    joinedMs: joined[at]!,
  }));
}

/** A customer whose first events are being scored. It has no row yet: its score is written with it. */
export const newcomer = (id: CustomerId, externalId: string): LockedCustomer => ({
  id,
  external_id: externalId,
  score: null,
  label: null,
  lifecycle: null,
  late_since_day: null,
  overdue_after_day: null,
  highRiskSinceMs: null,
  cause: null,
  expected_revenue: '0.00',
  revenue_at_risk: '0.00',
  model_version: null,
  drift_from: null,
  profile_from: null,
  calculatedMs: null,
  event_sequence: '0',
  firstSeenMs: null,
  lastActivityMs: null,
  ordersCount: 0,
  lastOrderMs: null,
  monetary_total: '0.0000',
  orderDaysIn: null,
  deletedMs: null,
  unsubscribedMs: null,
  joinedMs: null,
});

export interface Activity {
  readonly firstSeenMs: number;
  readonly lastActivityMs: number;
  readonly deletedMs: number | null;
  readonly unsubscribedMs: number | null;
}

export interface TenantSettings {
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
  readonly horizon_days: number | null;
  readonly label_thresholds: LabelThresholds | null;
  /** A score that moves this far within its label causes an outbox event; null: never. */
  readonly score_delta_threshold: number | null;
  /** A destination of the tenant keeps profiles. */
  readonly keeps_profiles: boolean;
  /** A webhook or an active campaign wants to know whose next order is overdue. */
  readonly reports_overdue: boolean;
  /** Version of the tenant's own model; null while there is none. */
  readonly active_model: string | null;
}

// Needs the primary keys of tenants, destinations and campaigns, and index models_one_active.
const READ_SETTINGS = `
SELECT t.currency, t.timezone, t.horizon_days, t.label_thresholds, w.score_delta_threshold::float8, m.version AS active_model,
       EXISTS (SELECT 1 FROM destinations p WHERE p.tenant_id = $1 AND p.enabled AND p.kind = ANY ('{${PROFILE_KINDS.join(',')}}')) AS keeps_profiles,
       EXISTS (SELECT 1 FROM destinations o WHERE o.tenant_id = $1 AND 'customer.order_overdue' = ANY (o.event_types))
         OR EXISTS (SELECT 1 FROM campaigns c WHERE c.tenant_id = $1 AND c.status = 'active' AND c.trigger = 'overdue') AS reports_overdue
FROM tenants t
LEFT JOIN destinations w ON w.tenant_id = t.id AND w.id = t.id
LEFT JOIN models m ON m.tenant_id = t.id AND m.status = 'active' WHERE t.id = $1`;

export async function readSettings(db: TenantDb): Promise<TenantSettings> {
  const [settings] = await db.prepared<TenantSettings>(READ_SETTINGS);
  if (settings === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return settings;
}
