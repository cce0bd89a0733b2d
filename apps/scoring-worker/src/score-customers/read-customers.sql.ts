import type { CustomerId, Label } from '#libs/core';
import type { LabelThresholds, TenantDb } from '#libs/database';
import type { OrderFacts, Standing } from '#libs/scoring';

/** A customer as it stands, locked until the end of the transaction, so that nobody else writes a score in between. */
export interface LockedCustomer {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  readonly model_version: string | null;
  /** Where the score was when moves began that were too small to tell. */
  readonly drift_from: string | null;
  readonly calculated_at: Date | null;
  /** UTC day of the newest row of the history, as text. */
  readonly history_day: string | null;
  readonly event_sequence: string;
  readonly first_seen_at: Date | null;
  readonly last_activity_at: Date | null;
}

// NO KEY UPDATE, in the order of ids: ingest, which may add events of the same customers, is not held up, and two workers cannot deadlock.
const LOCK_CUSTOMERS = `
SELECT id, external_id, score, label, revenue_at_risk, model_version, drift_from, calculated_at, history_day::text, event_sequence,
       first_seen_at, last_activity_at
FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** What a customer counts for in the totals of the tenant; null without a score. */
export const standingOf = (row: Pick<LockedCustomer, 'score' | 'label' | 'revenue_at_risk'>): Standing | null =>
  row.score === null || row.label === null ? null : { label: row.label, score: row.score, revenueAtRisk: row.revenue_at_risk };

export const lockCustomers = (db: TenantDb, ids: readonly CustomerId[]): Promise<LockedCustomer[]> => db.prepared(LOCK_CUSTOMERS, [ids]);

export interface Activity {
  readonly first_seen_at: Date;
  readonly last_activity_at: Date;
}

// Needs index events_by_customer (tenant_id, customer_id, occurred_at): one probe at each end, however many events there are.
const READ_ACTIVITY = `
SELECT c.id, first.occurred_at AS first_seen_at, last.occurred_at AS last_activity_at
FROM unnest($2::uuid[]) AS c (id),
LATERAL (SELECT occurred_at FROM events WHERE tenant_id = $1 AND customer_id = c.id ORDER BY occurred_at LIMIT 1) first,
LATERAL (SELECT occurred_at FROM events WHERE tenant_id = $1 AND customer_id = c.id ORDER BY occurred_at DESC LIMIT 1) last`;

export async function readActivity(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, Activity>> {
  const rows = await db.prepared<Activity & { id: CustomerId }>(READ_ACTIVITY, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

interface OrderRow {
  /** Place of the customer among those asked for, from 1. */
  readonly customer: number;
  readonly order_key: string;
  readonly placed_ms: number | null;
  /** Four decimals, as are the refunds. */
  readonly amount: string | null;
  readonly refunded: string;
  readonly refunded_ms: number | null;
  readonly flags: number;
}

const FLAGS = { fullyRefunded: 1, cancelled: 2, test: 4, foreign: 8 } as const;

// Needs index orders_by_customer (tenant_id, customer_id). This is where a pass over all customers reads most, so rows are kept slim, and
// date_part() gives a double where extract() would calculate in decimals.
const READ_ORDERS = `
SELECT c.place::int AS customer, o.order_key, date_part('epoch', o.placed_at) * 1000 AS placed_ms, o.amount,
       greatest(o.refunded, o.refunded_total) AS refunded,
       date_part('epoch', o.refunded_at) * 1000 AS refunded_ms,
       CASE WHEN o.fully_refunded THEN ${FLAGS.fullyRefunded} ELSE 0 END + CASE WHEN o.state = 3 THEN ${FLAGS.cancelled} ELSE 0 END
         + CASE WHEN o.test THEN ${FLAGS.test} ELSE 0 END
         + CASE WHEN o.currency <> (SELECT currency FROM tenants WHERE id = $1) THEN ${FLAGS.foreign} ELSE 0 END AS flags
FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, place) JOIN orders o ON o.tenant_id = $1 AND o.customer_id = c.id`;

/** The orders of each customer, in no particular order. A customer without any is absent. */
export async function readOrders(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, OrderFacts[]>> {
  const orders = new Map<CustomerId, OrderFacts[]>();
  for (const row of await db.prepared<OrderRow>(READ_ORDERS, [ids])) {
    const customer = ids[row.customer - 1] as CustomerId;
    const known = orders.get(customer);
    if (known === undefined) orders.set(customer, [toOrderFacts(row)]);
    else known.push(toOrderFacts(row));
  }
  return orders;
}

/** An amount with four decimals in whole ten-thousandths, which a double holds exactly. */
const toUnits = (amount: string): number => Number(amount.replace('.', ''));

const toOrderFacts = (row: OrderRow): OrderFacts => ({
  key: row.order_key,
  placedAtMs: row.placed_ms === null ? null : Math.round(row.placed_ms),
  amount: row.amount === null ? null : toUnits(row.amount),
  refunded: toUnits(row.refunded),
  refundedAtMs: row.refunded_ms === null ? null : Math.round(row.refunded_ms),
  fullyRefunded: (row.flags & FLAGS.fullyRefunded) !== 0,
  cancelled: (row.flags & FLAGS.cancelled) !== 0,
  test: (row.flags & FLAGS.test) !== 0,
  foreign: (row.flags & FLAGS.foreign) !== 0,
});

export interface TenantSettings {
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
  readonly horizon_days: number | null;
  readonly label_thresholds: LabelThresholds | null;
  /** How far a score moves within its label until that is announced; null: never. */
  readonly score_delta_threshold: number | null;
  /** Version of the tenant's own model; null while there is none. */
  readonly active_model: string | null;
}

// Needs the primary keys of tenants and webhook_endpoints, and index models_one_active.
const READ_SETTINGS = `
SELECT t.currency, t.timezone, t.horizon_days, t.label_thresholds, w.score_delta_threshold::float8, m.version AS active_model
FROM tenants t
LEFT JOIN webhook_endpoints w ON w.tenant_id = t.id
LEFT JOIN models m ON m.tenant_id = t.id AND m.status = 'active' WHERE t.id = $1`;

export async function readSettings(db: TenantDb): Promise<TenantSettings> {
  const [settings] = await db.prepared<TenantSettings>(READ_SETTINGS);
  if (settings === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return settings;
}
