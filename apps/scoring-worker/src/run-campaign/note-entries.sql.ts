import type { OutboundEvent } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { entriesOf } from './entries-of.js';

// Needs the primary key of campaigns: a tenant has few. Who enters twice before the campaign is sent is sent to once.
const NOTE = `
INSERT INTO campaign_entries (tenant_id, campaign_id, customer_id, entered_at)
SELECT $1, c.id, e.customer_id, min(e.at) FROM unnest($2::text[], $3::uuid[], $4::timestamptz[]) AS e (trigger, customer_id, at)
JOIN campaigns c ON c.tenant_id = $1 AND c.status = 'active' AND c.trigger = e.trigger
GROUP BY c.id, e.customer_id ORDER BY c.id, e.customer_id
ON CONFLICT DO NOTHING`;

/**
 * Notes for campaigns that wait for it who has entered high or critical. In the transaction that takes the announcements out of the outbox:
 * what was announced once is noted once. Backfills, other models and other settings announce nothing, so no campaign follows from them.
 */
export async function noteEntries(
  db: TenantDb,
  announced: readonly { readonly customer_id: string; readonly payload: OutboundEvent; readonly created_at: string }[],
): Promise<void> {
  const entries = announced.flatMap((row) => entriesOf(row.payload).map((trigger) => ({ ...row, trigger })));
  if (entries.length === 0) return;
  await db.prepared(NOTE, [
    entries.map((entry) => entry.trigger),
    entries.map((entry) => entry.customer_id),
    entries.map((entry) => entry.created_at),
  ]);
}
