import type { CustomerId } from '#libs/core';
import { consentedAt, refusedAt, type TenantDb, uuidColumn } from '#libs/database';

// Needs events_by_customer. Where the retention has removed events, a refusal among them must not get lost: then only a consent that is not
// before the last known refusal counts.
const RESTATE = `
UPDATE customers c SET consented_at = said.consented_at, refused_at = said.refused_at
FROM (
  SELECT id, ${consentedAt('id')} AS consented_at, ${refusedAt('id')} AS refused_at
  FROM unnest($2::uuid[]) AS of (id)) said
WHERE c.tenant_id = $1 AND c.id = said.id
  AND ((SELECT retained_from FROM tenants WHERE id = $1) IS NULL OR said.consented_at >= coalesce(c.refused_at, '-infinity'))`;

/**
 * Reads the consent of these customers from their events again. An import has corrected a statement about it, so the stored times may come from the
 * old statement.
 */
export async function restateConsent(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length > 0) await db.query(RESTATE, [uuidColumn(ids)]);
}
