/**
 * SQL that updates the parts of campaigns when their deliveries end, in the statement that ends them. A part that was delivered once stays
 * delivered, even if a replay fails. Needs campaign_parts_by_delivery.
 *
 * @param ended a query in the same statement with `id`, `campaign_id`, `status` and `last_attempt_at` of deliveries
 */
export const finishPartsOf = (ended: string): string => `
UPDATE campaign_parts p SET (state, delivered_at) = (
  SELECT CASE WHEN e.status = 'success' THEN 'delivered' ELSE 'undelivered' END, CASE WHEN e.status = 'success' THEN e.last_attempt_at END
  FROM ${ended} e WHERE e.id = p.delivery_id)
WHERE p.tenant_id = $1 AND p.state <> 'delivered'
  AND p.delivery_id = ANY (ARRAY(SELECT e.id FROM ${ended} e WHERE e.campaign_id IS NOT NULL AND e.status IN ('success', 'dead_letter')))`;
