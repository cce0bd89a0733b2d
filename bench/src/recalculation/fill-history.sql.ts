import type { Client } from 'pg';

const ORDERS_EACH = 5;

const CUSTOMERS = `INSERT INTO customers (tenant_id, id, external_id) SELECT $1, gen_random_uuid(), 'customer-' || i FROM generate_series(1, $2::int) i`;

// A customer's orders are weeks apart, and the last order is up to three years old.
const ORDERS = [
  `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, value)
   SELECT $1, external_id || '-' || n, id, 'order_completed', now() - (900 * random() ^ 2 + n * 30 * random()) * interval '1 day',
          round((20 + 100 * random())::numeric, 2)
   FROM customers, generate_series(1, ${ORDERS_EACH}) n WHERE tenant_id = $1`,
  `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
   SELECT tenant_id, 'event:' || event_id, customer_id, occurred_at, 2, occurred_at, value, occurred_at
   FROM events WHERE tenant_id = $1`,
  `UPDATE customers c SET first_seen_at = e.first_at, last_activity_at = e.last_at
   FROM (SELECT customer_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at FROM events WHERE tenant_id = $1 GROUP BY customer_id) e
   WHERE c.tenant_id = $1 AND c.id = e.customer_id`,
];

/** Adds customers with five orders each to a tenant, as the owner of the tables. They have no scores yet. */
export async function fillHistory(owner: Client, tenantId: string, customers: number): Promise<void> {
  await owner.query(CUSTOMERS, [tenantId, customers]);
  await fillOrders(owner, tenantId);
  await owner.query('VACUUM ANALYZE customers, events, orders');
}

/** Adds five orders for every customer of a tenant. */
export async function fillOrders(owner: Client, tenantId: string): Promise<void> {
  for (const sql of ORDERS) await owner.query(sql, [tenantId]);
}
