import { DAY_MS } from '#libs/core';
import { recordAudit, type SecretBox, type TenantDb } from '#libs/database';
import type { DisabledReason } from '#libs/delivery';
import { queueMailToOwners, webhookDisabledMail } from '#libs/mail';
import { type GivenUp, giveUpAll } from './follow-settings.sql.js';

// Need the primary keys; a tenant has few campaigns.
const DISABLE_ENDPOINT = `
UPDATE destinations SET enabled = false, disabled_reason = $3, updated_at = now()
WHERE tenant_id = $1 AND enabled AND url = (SELECT url FROM endpoint_health WHERE tenant_id = $1 AND id = $2)
RETURNING 1`;
const MARK_DISABLED = `
UPDATE endpoint_health r SET disabled_reason = $3 WHERE r.tenant_id = $1 AND r.id = $2
RETURNING r.url, EXISTS (SELECT FROM campaigns c WHERE c.tenant_id = $1 AND c.webhook_url = r.url AND c.status <> 'archived') AS has_campaigns`;

/** An older mail about a disabled endpoint is not sent. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

interface DisableTools {
  /** Seals the mails to the owners. */
  readonly box: SecretBox;
  readonly now: Date;
}

/**
 * Disables the endpoint, for the tenant's outbox events and for campaigns, and gives up its open deliveries. Records it in the audit
 * log and mails the owners.
 */
export async function disableEndpoint(
  db: TenantDb,
  endpointId: string,
  reason: DisabledReason,
  { box, now }: DisableTools,
): Promise<GivenUp> {
  const isInSettings = (await db.query(DISABLE_ENDPOINT, [endpointId, reason])).length > 0;
  const [endpoint] = await db.query<{ url: string; has_campaigns: boolean }>(MARK_DISABLED, [endpointId, reason]);
  const givenUp = await giveUpAll(db, endpointId, 'endpoint_disabled');
  if (endpoint === undefined || !(isInSettings || endpoint.has_campaigns)) return givenUp;
  // The path and the query of a URL may contain secrets.
  const { host } = new URL(endpoint.url);
  const details = { reason, host, used_by: isInSettings ? 'settings' : 'campaigns' };
  await recordAudit(db, { action: 'webhook.disabled', actor: { kind: 'system' }, details }, now);
  const times = { now, lifetimeMs: MAIL_LIFETIME_MS };
  await queueMailToOwners(db, box, (to) => webhookDisabledMail(to, { host, reason, isEndpoint: isInSettings }), times);
  return givenUp;
}
