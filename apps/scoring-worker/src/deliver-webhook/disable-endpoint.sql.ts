import { DAY_MS } from '#libs/core';
import { recordAudit, type SecretBox, type TenantDb } from '#libs/database';
import type { DisabledReason } from '#libs/delivery';
import { queueMailToOwners, webhookDisabledMail } from '#libs/mail';
import { giveUp } from './follow-settings.sql.js';

// Need the primary keys; a tenant has few campaigns.
const DISABLE_ENDPOINT = `
UPDATE webhook_endpoints SET enabled = false, disabled_reason = $3, updated_at = now()
WHERE tenant_id = $1 AND enabled AND url = (SELECT url FROM endpoint_health WHERE tenant_id = $1 AND id = $2)
RETURNING 1`;
const MARK_DISABLED = `
UPDATE endpoint_health r SET disabled_reason = $3 WHERE r.tenant_id = $1 AND r.id = $2
RETURNING r.url, EXISTS (SELECT FROM campaigns c WHERE c.tenant_id = $1 AND c.webhook_url = r.url AND c.status <> 'archived') AS has_campaigns`;

/** After so long nobody needs to be told any more. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

/** What a receiver is switched off with. */
interface DisableTools {
  /** Seals the mails to the owners. */
  readonly box: SecretBox;
  readonly now: Date;
}

/**
 * Switches the address off, for the tenant's own announcements and for campaigns, gives up what waits for it, and leaves word of it to
 * the audit log and to the owners.
 */
export async function disableEndpoint(db: TenantDb, endpointId: string, reason: DisabledReason, { box, now }: DisableTools): Promise<void> {
  const isEndpoint = (await db.query(DISABLE_ENDPOINT, [endpointId, reason])).length > 0;
  const [receiver] = await db.query<{ url: string; has_campaigns: boolean }>(MARK_DISABLED, [endpointId, reason]);
  await giveUp(db, endpointId, 'endpoint_disabled');
  if (receiver === undefined || !(isEndpoint || receiver.has_campaigns)) return;
  // The path and the query of an address may hold secrets.
  const { host } = new URL(receiver.url);
  const details = { reason, host, used_by: isEndpoint ? 'settings' : 'campaigns' };
  await recordAudit(db, { action: 'webhook.disabled', actor: { kind: 'system' }, details }, now);
  const times = { now, lifetimeMs: MAIL_LIFETIME_MS };
  await queueMailToOwners(db, box, (to) => webhookDisabledMail(to, { host, reason, isEndpoint }), times);
}
