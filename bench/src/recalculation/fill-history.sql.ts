import type { Client } from 'pg';

const ORDERS_EACH = 5;

// The customers come last, with the activity of their events: as after an import, each has one version of its row.
const NAMED = ['CREATE TEMP TABLE IF NOT EXISTS named (id uuid, external_id text)', 'TRUNCATE named'];
const NAME = `INSERT INTO named SELECT gen_random_uuid(), 'customer-' || i FROM generate_series(1, $1::int) i`;

// A customer's orders are weeks apart, and the last order is up to three years old.
const ORDERS = [
  `INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, value)
   SELECT $1, external_id || '-' || n, id, 'order_completed', now() - (900 * random() ^ 2 + n * 30 * random()) * interval '1 day',
          round((20 + 100 * random())::numeric, 2)
   FROM named, generate_series(1, ${ORDERS_EACH}) n`,
  `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
   SELECT tenant_id, 'event:' || event_id, customer_id, occurred_at, 2, occurred_at, value, occurred_at
   FROM events WHERE tenant_id = $1`,
  `INSERT INTO customers (tenant_id, id, external_id, first_seen_at, last_activity_at)
   SELECT $1, n.id, n.external_id, e.first_at, e.last_at FROM named n
   JOIN (SELECT customer_id, min(occurred_at) AS first_at, max(occurred_at) AS last_at FROM events WHERE tenant_id = $1 GROUP BY customer_id) e
     ON e.customer_id = n.id`,
  'INSERT INTO customer_names SELECT $1, external_id, id FROM named',
];

/** Adds customers with five orders each to a tenant, as the owner of the tables. They have no scores yet. */
export async function fillHistory(owner: Client, tenantId: string, customers: number): Promise<void> {
  await forgetNames(owner);
  await owner.query(NAME, [customers]);
  await fillNamed(owner, tenantId);
  await owner.query('VACUUM ANALYZE customers, events, orders');
}

/** Makes an empty table of names on this connection: `named (id, external_id)`. */
export async function forgetNames(owner: Client): Promise<void> {
  for (const sql of NAMED) await owner.query(sql);
}

/** Adds the named customers to a tenant, each with five orders. */
export async function fillNamed(owner: Client, tenantId: string): Promise<void> {
  for (const sql of ORDERS) await owner.query(sql, [tenantId]);
}
