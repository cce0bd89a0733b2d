import { DAY_MS, type DestinationKind } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { recordAudit, type SecretBox } from '#libs/tenants';
import type { DisabledReason } from '#libs/delivery';
import { type DisabledWebhook, type Mail, queueNoticeToOwners, webhookDisabledMail } from '#libs/mail';
import { type GivenUp, giveUpAll } from './follow-settings.sql.js';

// Need the primary keys; a tenant has few campaigns.
const DISABLE_ENDPOINT = `
UPDATE destinations SET enabled = false, updated_at = now(),
  disabled_reason = CASE WHEN kind = 'shopify' AND $3 = 'key_refused' THEN 'access_ended' ELSE $3 END
WHERE tenant_id = $1 AND enabled AND (id = $2 OR url = (SELECT url FROM endpoint_health WHERE tenant_id = $1 AND id = $2))
RETURNING name, kind, disabled_reason`;
const MARK_DISABLED = `
UPDATE endpoint_health r SET disabled_reason = $3 WHERE r.tenant_id = $1 AND r.id = $2
RETURNING r.url, EXISTS (SELECT 1 FROM campaigns c WHERE c.tenant_id = $1 AND c.webhook_url = r.url AND c.status <> 'archived') AS has_campaigns`;

/** An older mail about a disabled endpoint is not sent. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

interface DisabledDestination {
  readonly name: string;
  readonly kind: DestinationKind;
  readonly disabled_reason: DisabledWebhook['reason'];
}

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
  const [destination] = await db.query<DisabledDestination>(DISABLE_ENDPOINT, [endpointId, reason]);
  const isInSettings = destination !== undefined;
  const [endpoint] = await db.query<{ url: string; has_campaigns: boolean }>(MARK_DISABLED, [endpointId, reason]);
  const givenUp = await giveUpAll(db, endpointId, 'endpoint_disabled');
  if (endpoint === undefined || !(isInSettings || endpoint.has_campaigns)) return givenUp;
  // The path and the query of a URL may contain secrets.
  const { host } = new URL(endpoint.url);
  const details = { reason, host, used_by: isInSettings ? 'settings' : 'campaigns' };
  await recordAudit(db, { action: 'webhook.disabled', actor: { kind: 'system' }, details }, now);
  const vendor = destination === undefined || destination.kind === 'webhook' ? null : destination.name;
  const about = { host, reason: destination?.disabled_reason ?? reason, vendor, isEndpoint: isInSettings };
  const compose = (to: string): Mail => webhookDisabledMail(to, about);
  await queueNoticeToOwners(db, box, { kind: 'webhook_disabled', compose }, { now, lifetimeMs: MAIL_LIFETIME_MS });
  return givenUp;
}
