import { type AuditAction, DAY_MS, type DestinationKind, endpointIdOf, isUuid, takesAll, type TenantId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { recordAudit, type SecretBox } from '#libs/tenants';
import { enableEndpoint, endpointOf, registerEndpoint, retryEndpointsNow } from '#libs/delivery';
import { type Mail, queueNoticeToOwners, webhookDisabledMail } from '#libs/mail';
import { customerAccess } from '#libs/storefront';
import { findTenant } from '../tenants.js';
import { hostOf } from './list-endpoints.js';

interface Switched {
  readonly tenant_id: TenantId;
  readonly endpoint_id: string;
  readonly enabled: boolean;
  /** False when it was so already. */
  readonly changed: boolean;
}

interface Found {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly name: string;
  readonly url: string | null;
  readonly enabled: boolean;
  readonly isDestination: boolean;
}

/** An older mail about a disabled endpoint is not sent. */
const MAIL_LIFETIME_MS = 7 * DAY_MS;

const DESTINATION = `
SELECT id, kind, name, url, enabled, true AS "isDestination" FROM destinations
WHERE tenant_id = $1 AND id = $2 AND (kind <> 'webhook' OR url IS NOT NULL)`;
const CAMPAIGN_URLS = `
SELECT DISTINCT c.webhook_url AS url, h.disabled_reason IS NULL AS enabled
FROM campaigns c LEFT JOIN endpoint_health h ON h.tenant_id = $1 AND h.url = c.webhook_url
WHERE c.tenant_id = $1 AND c.webhook_url IS NOT NULL AND NOT EXISTS (SELECT 1 FROM destinations d WHERE d.tenant_id = $1 AND d.url = c.webhook_url)`;

const SWITCH = `
UPDATE destinations SET enabled = $3, disabled_reason = CASE WHEN $3 THEN NULL ELSE 'operator' END, updated_at = $4,
  resync_wanted_at = CASE WHEN $5 THEN $4 ELSE resync_wanted_at END
WHERE tenant_id = $1 AND id = $2`;
const MARK_DISABLED = `UPDATE endpoint_health SET disabled_reason = 'operator' WHERE tenant_id = $1 AND id = $2`;

/**
 * Switches an endpoint off, as its owners can. A worker gives up its waiting deliveries, and later events become dead letters. Mails the owners.
 * @throws when the tenant does not have the endpoint
 */
export async function disableEndpointOf(database: Database, nameOrId: string, id: string, box: SecretBox): Promise<Switched> {
  const now = new Date();
  return switchWith(database, nameOrId, id, false, async (db, found) => {
    if (found.isDestination) await db.query(SWITCH, [found.id, false, now, false]);
    else {
      await registerEndpoint(db, { id: found.id, url: String(found.url) });
      await db.query(MARK_DISABLED, [found.id]);
    }
    await record(db, 'webhook.disabled', found, now);
    const vendor = found.kind === 'webhook' ? null : found.name;
    const about = { host: hostOf(found.url) ?? found.name, reason: 'operator', vendor, isEndpoint: found.isDestination } as const;
    const compose = (to: string): Mail => webhookDisabledMail(to, about);
    await queueNoticeToOwners(db, box, { kind: 'webhook_disabled', compose }, { now, lifetimeMs: MAIL_LIFETIME_MS });
  });
}

/**
 * Switches an endpoint on and forgets its failures. Dead letters stay: the owners recover them.
 * @throws when the tenant has no such endpoint, or the shop has not allowed to change customers.
 */
export async function enableEndpointOf(database: Database, nameOrId: string, id: string): Promise<Switched> {
  const now = new Date();
  return switchWith(database, nameOrId, id, true, async (db, found) => {
    if (found.isDestination) {
      if (found.kind === 'shopify' && (await customerAccess(db)) !== 'granted')
        throw new Error('the shop has not allowed to change customers: an owner connects it again, which switches this on');
      await db.query(SWITCH, [found.id, true, now, takesAll(found.kind)]);
    }
    const endpoint = endpointOf(db.tenantId, found);
    if (endpoint !== null) {
      if (found.kind !== 'webhook') await registerEndpoint(db, endpoint);
      await enableEndpoint(db, endpoint.id);
    }
    await record(db, 'webhook.enabled', found, now);
  });
}

async function switchWith(
  database: Database,
  nameOrId: string,
  id: string,
  enabled: boolean,
  change: (db: TenantDb, found: Found) => Promise<void>,
): Promise<Switched> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    await db.lockTenant();
    const found = await find(db, id);
    const changed = found.enabled !== enabled;
    if (changed) {
      await change(db, found);
      const endpoint = endpointOf(tenantId, found);
      // A worker that leases the endpoint applies the change.
      if (endpoint !== null) await retryEndpointsNow(db, [endpoint.id]);
    }
    return { tenant_id: tenantId, endpoint_id: found.id, enabled, changed };
  });
}

async function find(db: TenantDb, id: string): Promise<Found> {
  const [destination] = isUuid(id) ? await db.query<Found>(DESTINATION, [id]) : [];
  if (destination !== undefined) return destination;
  const urls = await db.query<{ url: string; enabled: boolean }>(CAMPAIGN_URLS);
  const campaign = urls.find(({ url }) => endpointIdOf(db.tenantId, url) === id.toLowerCase());
  if (campaign !== undefined) return { ...campaign, id: id.toLowerCase(), kind: 'webhook', name: 'campaigns', isDestination: false };
  throw new Error(`the tenant has no endpoint "${id}"; "admin endpoint list" shows all endpoints`);
}

function record(db: TenantDb, action: AuditAction, { id, url, kind, isDestination }: Found, now: Date): Promise<void> {
  const details = { reason: 'operator', host: hostOf(url) ?? kind, used_by: isDestination ? 'settings' : 'campaigns', destination_id: id };
  return recordAudit(db, { action, actor: { kind: 'admin' }, details }, now);
}
