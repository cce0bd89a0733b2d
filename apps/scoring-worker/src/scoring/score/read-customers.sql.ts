import {
  type CampaignTrigger,
  type CustomerId,
  type Label,
  type Lifecycle,
  type OutboundEvent,
  PROFILE_KINDS,
  type ScoreCause,
} from '#libs/core';
import {
  packedColumns,
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

/** The stored customer. Its row is locked until the end of the transaction, so that no other worker writes a score. */
export interface LockedCustomer {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly lifecycle: Lifecycle | null;
  /** UTC day number; null for a customer who is not late. */
  readonly late_since_day: number | null;
  /** UTC day number of the latest order after which the customer became late; null: not so far. */
  readonly second_due_after_day: number | null;
  readonly overdue_after_day: number | null;
  readonly highRiskSinceMs: number | null;
  /** The time at which the label changed last. */
  readonly labelSinceMs: number | null;
  readonly cause: ScoreCause | null;
  /** Two decimals. */
  readonly expected_revenue: string;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  readonly model_version: string | null;
  /** The score at which moves began that were too small to report. */
  readonly drift_from: string | null;
  /** The score at which the moves began that no destination with profiles has received. */
  readonly profile_from: string | null;
  readonly calculatedMs: number | null;
  readonly event_sequence: string;
  readonly firstSeenMs: number | null;
  readonly lastActivityMs: number | null;
  /** The latest events that deleted and unsubscribed the customer. */
  readonly deletedMs: number | null;
  readonly unsubscribedMs: number | null;
  /** The latest events that say that the customer accepts marketing, and that they do not. */
  readonly consentedMs: number | null;
  readonly refusedMs: number | null;
  /** Orders that counted when the customer was scored last. */
  readonly ordersCount: number;
  readonly lastOrderMs: number | null;
  /** Four decimals. */
  readonly monetary_total: string;
  /** The time when it became an alias of another customer; null: it is not an alias. */
  readonly joinedMs: number | null;
}

/** The day from which a customer has been late, as a number: the difference of two dates is an integer. */
export const LATE_SINCE_DAY = `late_since - date '1970-01-01' AS late_since_day`;
const SECOND_DUE_AFTER_DAY = `second_due_after - date '1970-01-01' AS second_due_after_day`;
const OVERDUE_AFTER_DAY = `overdue_after - date '1970-01-01' AS overdue_after_day`;

const LOCKED = packedColumns({
  id: readUuids,
  external_id: readTexts,
  score: readDecimals,
  label: readTexts,
  lifecycle: readTexts,
  late_since_day: readIntegers,
  second_due_after_day: readIntegers,
  overdue_after_day: readIntegers,
  high_risk_since: readInstants,
  label_since: readInstants,
  cause: readTexts,
  expected_revenue: readDecimals,
  revenue_at_risk: readDecimals,
  model_version: readTexts,
  drift_from: readDecimals,
  profile_from: readDecimals,
  calculated_at: readInstants,
  event_sequence: readBigints,
  first_seen_at: readInstants,
  last_activity_at: readInstants,
  orders_count: readIntegers,
  last_order_at: readInstants,
  monetary_total: readDecimals,
  deleted_at: readInstants,
  unsubscribed_at: readInstants,
  consented_at: readInstants,
  refused_at: readInstants,
  joined_at: readInstants,
});

// NO KEY UPDATE does not block ingest, which may add events of the same customers. The order of ids keeps two workers from deadlocking.
const LOCK_CUSTOMERS = `
WITH locked AS MATERIALIZED (
  SELECT *, ${LATE_SINCE_DAY}, ${SECOND_DUE_AFTER_DAY}, ${OVERDUE_AFTER_DAY} FROM customers
  WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE)
SELECT ${LOCKED.select} FROM locked`;

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

type LockedColumns = ReturnType<typeof LOCKED.read>;

/** Locks the customers that exist and returns them, sorted by id. */
export async function lockCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<LockedCustomer[]> {
  const columns = LOCKED.read(await db.prepared(LOCK_CUSTOMERS, [uuidColumn(ids)]));
  return columns.id.map((id, at) => toCustomer(id as CustomerId, columns.external_id[at]!, columns, at));
}

/** A customer with its first events. It has no row yet; the row is inserted with the score. */
export const newcomer = (id: CustomerId, externalId: string): LockedCustomer => toCustomer(id, externalId, null, 0);

const toCustomer = (id: CustomerId, externalId: string, columns: LockedColumns | null, at: number): LockedCustomer => ({
  id,
  external_id: externalId,
  score: columns?.score[at] ?? null,
  label: (columns?.label[at] ?? null) as Label | null,
  lifecycle: (columns?.lifecycle[at] ?? null) as Lifecycle | null,
  late_since_day: columns?.late_since_day[at] ?? null,
  second_due_after_day: columns?.second_due_after_day[at] ?? null,
  overdue_after_day: columns?.overdue_after_day[at] ?? null,
  highRiskSinceMs: columns?.high_risk_since[at] ?? null,
  labelSinceMs: columns?.label_since[at] ?? null,
  cause: (columns?.cause[at] ?? null) as ScoreCause | null,
  expected_revenue: columns?.expected_revenue[at] ?? '0.00',
  revenue_at_risk: columns?.revenue_at_risk[at] ?? '0.00',
  model_version: columns?.model_version[at] ?? null,
  drift_from: columns?.drift_from[at] ?? null,
  profile_from: columns?.profile_from[at] ?? null,
  calculatedMs: columns?.calculated_at[at] ?? null,
  event_sequence: columns?.event_sequence[at] ?? '0',
  firstSeenMs: columns?.first_seen_at[at] ?? null,
  lastActivityMs: columns?.last_activity_at[at] ?? null,
  deletedMs: columns?.deleted_at[at] ?? null,
  unsubscribedMs: columns?.unsubscribed_at[at] ?? null,
  consentedMs: columns?.consented_at[at] ?? null,
  refusedMs: columns?.refused_at[at] ?? null,
  ordersCount: columns?.orders_count[at] ?? 0,
  lastOrderMs: columns?.last_order_at[at] ?? null,
  monetary_total: columns?.monetary_total[at] ?? '0.0000',
  joinedMs: columns?.joined_at[at] ?? null,
});

export interface Activity {
  readonly firstSeenMs: number;
  readonly lastActivityMs: number;
  readonly deletedMs: number | null;
  readonly unsubscribedMs: number | null;
  /** The latest events that say that the customer accepts marketing, and that they do not. */
  readonly consentedMs: number | null;
  readonly refusedMs: number | null;
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
  /** A webhook or an active campaign asks for customers with a second order that is due. */
  readonly reports_second_due: boolean;
  /** The same for customers with an overdue next order. */
  readonly reports_overdue: boolean;
  /** A job that brings the scores up to new settings is open. */
  readonly has_settings_job: boolean;
  /** Events of the tenant have items, or had. */
  readonly has_items: boolean;
  /** Version of the tenant's own model; null while there is none. */
  readonly active_model: string | null;
}

const isWanted = (event: OutboundEvent['event'], trigger: CampaignTrigger): string => `(
         EXISTS (SELECT 1 FROM destinations o WHERE o.tenant_id = $1 AND '${event}' = ANY (o.event_types))
         OR EXISTS (SELECT 1 FROM campaigns c WHERE c.tenant_id = $1 AND c.status = 'active' AND c.trigger = '${trigger}'))`;

// Needs the primary keys of tenants, destinations, campaigns and customer_categories, and indexes models_one_active, churn_jobs_open and events_with_items.
const READ_SETTINGS = `
SELECT t.currency, t.timezone, t.horizon_days, t.label_thresholds, w.score_delta_threshold::float8, m.version AS active_model,
       EXISTS (SELECT 1 FROM destinations p WHERE p.tenant_id = $1 AND p.enabled AND p.kind = ANY ('{${PROFILE_KINDS.join(',')}}')) AS keeps_profiles,
       ${isWanted('customer.second_order_due', 'second_order_due')} AS reports_second_due, ${isWanted('customer.order_overdue', 'overdue')} AS reports_overdue,
       EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.type = 'settings' AND j.status IN ('queued', 'running')) AS has_settings_job,
       EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = $1 AND e.data ? 'items') OR EXISTS (SELECT 1 FROM customer_categories k WHERE k.tenant_id = $1) AS has_items
FROM tenants t
LEFT JOIN destinations w ON w.tenant_id = t.id AND w.id = t.id
LEFT JOIN models m ON m.tenant_id = t.id AND m.status = 'active' WHERE t.id = $1`;

export async function readSettings(db: TenantDb): Promise<TenantSettings> {
  const [settings] = await db.prepared<TenantSettings>(READ_SETTINGS);
  if (settings === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return settings;
}

export interface FreedTrait {
  readonly name: string;
  readonly freedMs: number;
}

// Needs the primary key of traits. A tenant has few.
const READ_FREED = `
SELECT name, (extract(epoch FROM max(freed_at)) * 1000)::float8 AS "freedMs" FROM traits
WHERE tenant_id = $1 AND name = ANY ($2::text[]) AND freed_at IS NOT NULL GROUP BY name`;

/** Returns the last time at which each of the names was freed. Names that were never freed are absent. */
export const readFreedTraits = async (db: TenantDb, names: readonly string[]): Promise<FreedTrait[]> =>
  names.length === 0 ? [] : db.query<FreedTrait>(READ_FREED, [names]);
