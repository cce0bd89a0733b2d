import { type DestinationKind, endpointIdOf, type OutboundEvent, type StorageSettings, type TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { DeadLetterReason } from './next-step.js';

/** A system outside that the tenant wants scores in, with the fields that sending needs. */
export interface Destination {
  readonly id: string;
  readonly kind: DestinationKind;
  /** The URL of a webhook, or the place of files. Null for a kind without a URL, and for a webhook with a removed URL. */
  readonly url: string | null;
  readonly enabled: boolean;
  /** Null: all. */
  readonly event_types: readonly OutboundEvent['event'][] | null;
  /** Null for all kinds but `storage`. */
  readonly storage: StorageSettings | null;
  /** Sealed; null for a kind without a credential. */
  readonly ciphertext: Buffer | null;
  readonly key_id: string | null;
  /** It also gets scores that moved within their label. */
  readonly reports_moves: boolean;
}

// Needs the primary key. A tenant has at most ten.
const READ = `
SELECT id, kind, url, enabled, event_types, storage, ciphertext, key_id, score_delta_threshold IS NOT NULL AS reports_moves FROM destinations WHERE tenant_id = $1 ORDER BY id`;

export const readDestinations = (db: TenantDb): Promise<Destination[]> => db.prepared<Destination>(READ);

/** The endpoint that deliveries to a destination go to. */
export interface DestinationEndpoint {
  readonly id: string;
  /** For a kind without a URL of the tenant's, the address of the vendor. */
  readonly url: string;
}

type Place = Pick<Destination, 'id' | 'kind' | 'url'>;

/** The address of each vendor, as people see it in the list of deliveries. */
const VENDOR_URLS: Readonly<Record<Exclude<DestinationKind, 'webhook' | 'storage'>, string>> = {
  klaviyo: 'https://a.klaviyo.com',
  shopify: 'https://admin.shopify.com',
  slack: 'https://hooks.slack.com',
};

/** @returns null for a webhook without a URL. */
export function endpointOf(tenantId: TenantId, { id, kind, url }: Place): DestinationEndpoint | null {
  if (kind !== 'webhook' && kind !== 'storage') return { id, url: VENDOR_URLS[kind] };
  if (url === null) return null;
  return { id: kind === 'storage' ? id : endpointIdOf(tenantId, url), url };
}

/** Returns the reason why deliveries to the destination are given up; null when they can be sent. @param hasSecret to sign webhooks */
export function blockedBy(
  { kind, url, enabled }: Pick<Destination, 'kind' | 'url' | 'enabled'>,
  hasSecret: boolean,
): DeadLetterReason | null {
  const isWebhook = kind === 'webhook';
  if (isWebhook && url === null) return 'url_removed';
  if (!enabled) return 'endpoint_disabled';
  return isWebhook && !hasSecret ? 'no_secret' : null;
}

// Needs index webhook_secrets_current.
const HAS_SECRET = 'SELECT EXISTS (SELECT 1 FROM webhook_secrets WHERE tenant_id = $1 AND expires_at IS NULL) AS has_secret';

/** Tells whether the tenant has a secret to sign webhooks with. */
export async function hasWebhookSecret(db: TenantDb): Promise<boolean> {
  return (await db.prepared<{ has_secret: boolean }>(HAS_SECRET))[0]?.has_secret === true;
}
