import { finishPartsOf } from '#libs/campaigns';
import type { CampaignSent, CustomerId } from '#libs/core';
import { CLOCK, type TenantDb, uuidColumn } from '#libs/database';
import { canonicalJson } from '#libs/delivery';

// Needs campaign_parts_open. Runs before the recipients: the customers of a part that a worker has already sent are among them.
const FORGET_IN_PARTS = `
UPDATE campaign_parts SET (customer_ids, chosen_as, arms) = (
  SELECT coalesce(array_agg(c.id), '{}'), coalesce(array_agg(c.chosen_as), '{}'), coalesce(array_agg(c.arm) FILTER (WHERE cardinality(arms) > 0), '{}')
  FROM unnest(customer_ids, chosen_as, arms) AS c (id, chosen_as, arm) WHERE c.id <> ALL ($2::uuid[]))
WHERE tenant_id = $1 AND state = 'open' AND customer_ids && $2::uuid[]`;

// Needs campaign_recipients_by_customer. Bodies are read one by one: each may be a megabyte with a thousand customers.
const FIND_DELIVERIES = `
SELECT d.id FROM deliveries d
WHERE d.tenant_id = $1 AND d.body IS NOT NULL
  AND d.id IN (SELECT p.delivery_id FROM campaign_recipients r
               JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part
               WHERE r.tenant_id = $1 AND r.customer_id = ANY ($2::uuid[]) AND NOT r.holdout)
ORDER BY d.id FOR UPDATE`;

// Needs the primary key.
const READ_BODY = 'SELECT body FROM deliveries WHERE tenant_id = $1 AND id = $2';

// The endpoint's answer may repeat the ids that it received.
const REWRITE = `
WITH rewritten AS (UPDATE deliveries SET body = $3,
  attempts_log = (SELECT coalesce(jsonb_agg(entry || '{"response_body": null}'), '[]') FROM jsonb_array_elements(attempts_log) AS entry),
  next_attempt_at = CASE WHEN $3::text IS NULL THEN NULL ELSE next_attempt_at END,
  completed_at = CASE WHEN $3::text IS NULL THEN coalesce(completed_at, clock.now) ELSE completed_at END,
  dead_letter_reason = CASE WHEN $3::text IS NULL AND status IN ('pending', 'failed') THEN 'customer_erased' ELSE dead_letter_reason END,
  status = CASE WHEN $3::text IS NULL AND status IN ('pending', 'failed') THEN 'dead_letter' ELSE status END
FROM ${CLOCK} WHERE tenant_id = $1 AND id = $2 RETURNING id, campaign_id, status, last_attempt_at)
${finishPartsOf('rewritten')}`;

const REST = [
  'DELETE FROM campaign_recipients WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
  'DELETE FROM campaign_entries WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])',
];

/** Removes the customers from everything that campaigns have chosen and sent. The other customers of a delivery stay in it. */
export async function eraseFromCampaigns(db: TenantDb, ids: readonly CustomerId[], externalIds: readonly string[]): Promise<void> {
  const customers = uuidColumn(ids);
  await db.query(FORGET_IN_PARTS, [customers]);
  for (const { id: deliveryId } of await db.query<{ id: string }>(FIND_DELIVERIES, [customers])) {
    const [delivery] = await db.query<{ body: string }>(READ_BODY, [deliveryId]);
    if (delivery !== undefined) await db.query(REWRITE, [deliveryId, bodyWithout(delivery.body, new Set(externalIds))]);
  }
  for (const sql of REST) await db.query(sql, [customers]);
}

/** @returns null when no other customer is left */
function bodyWithout(body: string, externalIds: ReadonlySet<string>): string | null {
  const payload = JSON.parse(body) as CampaignSent;
  const without = (ids: readonly string[]): string[] => ids.filter((each) => !externalIds.has(each));
  const rest = without(payload.customer_external_ids);
  if (rest.length === 0) return null;
  const arms = payload.arms?.map((arm) => ({ ...arm, customer_external_ids: without(arm.customer_external_ids) }));
  const present = arms?.filter(({ customer_external_ids: ids }) => ids.length > 0);
  return canonicalJson({
    ...payload,
    customer_external_ids: rest,
    recipients_count: rest.length,
    ...(present !== undefined && { arms: present }),
  });
}
