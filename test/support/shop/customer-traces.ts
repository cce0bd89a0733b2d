import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

const GIVEN = 'WITH given AS (SELECT $1::uuid AS tenant, $2::uuid AS made, $3::uuid AS customer, $4::text AS id)';

/**
 * Rows about a customer that are slow to create through the API: a note, a list, campaigns, a connected shop, a request for data, removed
 * orders.
 */
const TRACES: readonly string[] = [
  `INSERT INTO customer_notes (tenant_id, id, customer_id, author_id, text) SELECT tenant, made, customer, made, 'call ' || id FROM given`,
  `INSERT INTO segments (tenant_id, id, name, created_at, updated_at) SELECT tenant, made, 'To call', now(), now() FROM given`,
  'INSERT INTO segment_customers (tenant_id, segment_id, customer_id) SELECT tenant, made, customer FROM given',
  `INSERT INTO campaigns (tenant_id, id, name, channel, status, audience, holdout_percent, cooldown_days, created_at, updated_at)
   SELECT tenant, made, 'Win back', 'download', 'draft', '{}', 0, 0, now(), now() FROM given`,
  'INSERT INTO campaign_entries (tenant_id, campaign_id, customer_id, entered_at) SELECT tenant, made, customer, now() FROM given',
  `INSERT INTO campaign_sends (tenant_id, id, campaign_id, source, name, window_days, sent_at)
   SELECT tenant, made, made, 'manual', 'Win back', 30, now() FROM given`,
  `INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, sent_at)
   SELECT tenant, made, customer, made, 0, true, now() FROM given`,
  `INSERT INTO predictions (tenant_id, day, customer_id, score, horizon_days) SELECT tenant, current_date, customer, 0.5, 30 FROM given`,
  `INSERT INTO shop_customers (tenant_id, customer_id, shop) SELECT tenant, customer, 'a-shop.example' FROM given`,
  `INSERT INTO data_requests (tenant_id, id, platform, shop, reference, customer_id, external_id, requested_at)
   SELECT tenant, made, 'shopify', 'a-shop.example', made::text, customer, id, now() FROM given`,
  `INSERT INTO replaced_events (tenant_id, event_id, number, customer_id, event_type, occurred_at, received_at, received_by)
   SELECT tenant, e.event_id, 1, customer, 'order_completed', now(), now(), 0 FROM given,
     LATERAL (SELECT event_id FROM events WHERE tenant_id = tenant AND customer_id = customer LIMIT 1) e`,
  `INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at) SELECT tenant, 'removed:' || made, customer, now(), 0, now() FROM given`,
];

/** Writes a row about the customer into each of these tables. */
export async function leaveTraces(owner: Client, tenantId: string, { id, customerId }: { id: string; customerId: string }): Promise<void> {
  const made = randomUUID();
  for (const sql of TRACES) await owner.query(`${GIVEN} ${sql}`, [tenantId, made, customerId, id]);
}
