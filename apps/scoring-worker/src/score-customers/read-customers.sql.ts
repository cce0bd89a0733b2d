import type { CustomerId, Label } from '#libs/core';
import type { LabelThresholds, TenantDb } from '#libs/database';
import type { OrderFacts } from '#libs/scoring';

/** A customer as it stands, locked until the end of the transaction, so that nobody else writes a score in between. */
export interface LockedCustomer {
  readonly id: CustomerId;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly model_version: string | null;
  readonly calculated_at: Date | null;
  /** UTC day of the newest row of the history, as text. */
  readonly history_day: string | null;
  readonly event_sequence: string;
  readonly first_seen_at: Date | null;
  readonly last_activity_at: Date | null;
}

// NO KEY UPDATE, in the order of ids: ingest, which may add events of the same customers, is not held up, and two workers cannot deadlock.
const LOCK_CUSTOMERS = `
SELECT id, external_id, score, label, model_version, calculated_at, history_day::text, event_sequence, first_seen_at, last_activity_at
FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

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
  readonly customer_id: CustomerId;
  readonly order_key: string;
  readonly placed_ms: number | null;
  readonly amount: number | null;
  readonly refunded: number;
  readonly refunded_ms: number | null;
  readonly fully_refunded: boolean;
  readonly cancelled: boolean;
  readonly test: boolean;
  readonly is_foreign: boolean;
}

// Needs index orders_by_customer (tenant_id, customer_id). Amounts become whole ten-thousandths, which a double holds exactly.
const READ_ORDERS = `
SELECT customer_id, order_key, extract(epoch FROM placed_at)::float8 * 1000 AS placed_ms, (amount * 10000)::float8 AS amount,
       (refunded * 10000)::float8 AS refunded, extract(epoch FROM refunded_at)::float8 * 1000 AS refunded_ms,
       fully_refunded, state = 3 AS cancelled, test, currency IS NOT NULL AND currency <> $3 AS is_foreign
FROM orders WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])`;

/** The orders of each customer, in no particular order. A customer without any is absent. */
export async function readOrders(db: TenantDb, ids: readonly CustomerId[], currency: string): Promise<Map<CustomerId, OrderFacts[]>> {
  const orders = new Map<CustomerId, OrderFacts[]>();
  for (const row of await db.prepared<OrderRow>(READ_ORDERS, [ids, currency])) {
    const known = orders.get(row.customer_id);
    if (known === undefined) orders.set(row.customer_id, [toOrderFacts(row)]);
    else known.push(toOrderFacts(row));
  }
  return orders;
}

const toOrderFacts = (row: OrderRow): OrderFacts => ({
  key: row.order_key,
  placedAtMs: row.placed_ms === null ? null : Math.round(row.placed_ms),
  amount: row.amount,
  refunded: row.refunded,
  refundedAtMs: row.refunded_ms === null ? null : Math.round(row.refunded_ms),
  fullyRefunded: row.fully_refunded,
  cancelled: row.cancelled,
  test: row.test,
  foreign: row.is_foreign,
});

export interface TenantSettings {
  readonly currency: string;
  readonly horizon_days: number | null;
  readonly label_thresholds: LabelThresholds | null;
}

const READ_SETTINGS = 'SELECT currency, horizon_days, label_thresholds FROM tenants WHERE id = $1';

export async function readSettings(db: TenantDb): Promise<TenantSettings> {
  const [settings] = await db.prepared<TenantSettings>(READ_SETTINGS);
  if (settings === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return settings;
}
