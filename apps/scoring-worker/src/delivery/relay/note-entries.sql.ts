import type { OutboxPayload } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { entriesOf } from './entries-of.js';

// Needs the primary key of campaigns: a tenant has few. A customer who enters twice before the send gets one message.
const NOTE = `
INSERT INTO campaign_entries (tenant_id, campaign_id, customer_id, entered_at)
SELECT c.tenant_id, c.id, e.customer_id, min(e.at) FROM unnest($2::text[], $3::uuid[], $4::timestamptz[]) AS e (trigger, customer_id, at)
JOIN campaigns c ON c.tenant_id = $1 AND c.status = 'active' AND c.trigger = e.trigger
GROUP BY c.tenant_id, c.id, e.customer_id ORDER BY c.id, e.customer_id
ON CONFLICT DO NOTHING`;

/**
 * Stores the customers who entered high or critical, or became late, for the campaigns with that trigger. It runs in the transaction that takes the events
 * out of the outbox, so each entry is stored once. Backfills, new models and new settings create no outbox events, so they trigger none.
 */
export async function noteEntries(
  db: TenantDb,
  events: readonly { readonly customer_id: string; readonly payload: OutboxPayload; readonly created_at: string }[],
): Promise<void> {
  const entries = events.flatMap((row) => entriesOf(row.payload).map((trigger) => ({ ...row, trigger })));
  if (entries.length === 0) return;
  await db.prepared(NOTE, [
    entries.map((entry) => entry.trigger),
    entries.map((entry) => entry.customer_id),
    entries.map((entry) => entry.created_at),
  ]);
}
