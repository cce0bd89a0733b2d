import { isPlanId, requestsPerMinuteOf, type StorefrontPlatform } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { type SecretBox, sealedPlace } from '#libs/tenants';

/** The connected shop of a tenant, with the fields that its webhooks need. */
export interface LiveConnection {
  readonly id: string;
  readonly platform: StorefrontPlatform;
  readonly shop: string;
  /** True when the merchant has registered an app of its own at the platform. */
  readonly ownApp: boolean;
  readonly status: 'pending' | 'connected' | 'reauthorize' | 'disconnected';
  readonly lastWebhookAt: Date | null;
  /** The currency of the shop's orders; null until the first one. */
  readonly currency: string | null;
  /** The secrets of a shop that has its own: the current one, and the previous one while it is valid. */
  readonly ownSecrets: readonly string[];
  /** Requests per minute that the tenant may make. */
  readonly ratePerMinute: number;
  readonly isSuspended: boolean;
}

interface Row {
  readonly id: string;
  readonly platform: StorefrontPlatform;
  readonly shop: string;
  readonly own_app: boolean;
  readonly status: LiveConnection['status'];
  readonly last_webhook_at: Date | null;
  readonly currency: string | null;
  readonly plan: string;
  readonly rate_limit_per_minute: number | null;
  readonly is_suspended: boolean;
  readonly secret_id: string | null;
  readonly expires_at: Date | null;
  readonly ciphertext: Buffer | null;
  readonly key_id: string | null;
}

// Needs the primary key of tenants and the unique indexes storefront_connections_live and storefront_secrets (tenant_id, connection_id, kind).
const SELECT = `
SELECT c.id, c.platform, c.shop, c.own_app, c.status, c.last_webhook_at, c.currency, t.plan, t.rate_limit_per_minute, t.suspended_at IS NOT NULL AS is_suspended, s.id AS secret_id, s.expires_at, s.ciphertext, s.key_id
FROM storefront_connections c JOIN tenants t ON t.id = $1
LEFT JOIN storefront_secrets s ON s.tenant_id = $1 AND s.connection_id = c.id AND s.kind IN ('webhook_secret', 'former_webhook_secret')`;
const FIND = `${SELECT} WHERE c.tenant_id = $1 AND c.status <> 'disconnected'`;
// A tenant has few ended connections.
const FIND_OWN = `${SELECT} WHERE c.tenant_id = $1 AND c.platform = $2 AND c.shop = $3 AND c.own_app ORDER BY c.status = 'disconnected', c.created_at DESC`;

/** @returns null when the tenant has no connected shop, or does not exist. */
export async function findLiveConnection(db: TenantDb, box: SecretBox, now: Date): Promise<LiveConnection | null> {
  return withSecrets(await db.prepared<Row>(FIND), db, box, now);
}

/**
 * Returns the connection of a merchant's own app with a shop, for privacy calls. They come after the end of a connection too, so this is the
 * live one or the last one, with its own secrets only: an app that was replaced may not act on the connection of its successor.
 */
export async function findOwnAppConnection(
  db: TenantDb,
  box: SecretBox,
  { platform, shop }: { readonly platform: StorefrontPlatform; readonly shop: string },
  now: Date,
): Promise<LiveConnection | null> {
  return withSecrets(await db.query<Row>(FIND_OWN, [platform, shop]), db, box, now);
}

function withSecrets(rows: readonly Row[], db: TenantDb, box: SecretBox, now: Date): LiveConnection | null {
  const [row] = rows;
  if (row === undefined) return null;
  const good = rows.filter(({ id, expires_at: expiresAt }) => id === row.id && (expiresAt === null || expiresAt > now));
  return { ...connectionOf(row), ownSecrets: good.map((each) => secretOf(each, db, box)).filter((secret) => secret !== null) };
}

const connectionOf = ({
  id,
  platform,
  shop,
  own_app: ownApp,
  status,
  last_webhook_at: lastWebhookAt,
  currency,
  plan,
  rate_limit_per_minute: own,
  is_suspended: isSuspended,
}: Row): Omit<LiveConnection, 'ownSecrets'> => ({
  id,
  platform,
  shop,
  ownApp,
  status,
  lastWebhookAt,
  currency,
  ratePerMinute: requestsPerMinuteOf(isPlanId(plan) ? plan : 'starter', own),
  isSuspended,
});

function secretOf({ secret_id: id, ciphertext, key_id: keyId }: Row, db: TenantDb, box: SecretBox): string | null {
  if (id === null || ciphertext === null || keyId === null) return null;
  return box.open({ ciphertext, keyId }, sealedPlace('storefront_secrets', db.tenantId, id));
}
