import type { Client } from 'pg';

// Customers c-1 to c-n, each with one order of its own age and value, and not scored yet.
const FILL = [
  `INSERT INTO customers (tenant_id, id, external_id, first_seen_at, last_activity_at)
   SELECT $1, md5('customer ' || i)::uuid, 'c-' || i, now() - (i % 400) * interval '1 day', now() - (i % 400) * interval '1 day'
   FROM generate_series(1, $2::int) i`,
  `INSERT INTO customer_names (tenant_id, external_id, customer_id)
   SELECT $1, 'c-' || i, md5('customer ' || i)::uuid FROM generate_series(1, $2::int) i`,
  `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, value)
   SELECT $1, 'e-' || i, md5('customer ' || i)::uuid, 'order_completed', now() - (i % 400) * interval '1 day', i % 90 + 5
   FROM generate_series(1, $2::int) i`,
  `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
   SELECT tenant_id, 'event:' || event_id, customer_id, occurred_at, 2, occurred_at, value, occurred_at
   FROM events WHERE tenant_id = $1 AND event_id LIKE 'e-%' AND $2::int > 0`,
];

/** Stores many customers behind the service's back, as if a worker had folded their events and not scored them. */
export async function fillWithCustomers(owner: Client, tenantId: string, count: number): Promise<void> {
  for (const sql of FILL) await owner.query(sql, [tenantId, count]);
  await owner.query('ANALYZE customers, events, orders');
}
