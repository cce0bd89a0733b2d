import { newId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { type SecretBox, sealedPlace } from '#libs/tenants';
import { type PlatformShop, platformShopOf } from '../platform/platform-shop.js';
import type { AppCredentials, Platforms } from '../platform/platforms.js';

interface Row {
  readonly platform: string;
  readonly shop: string;
  readonly own_app: boolean;
  readonly secret_id: string | null;
  readonly kind: 'client_id' | 'webhook_secret' | 'former_webhook_secret' | null;
  readonly ciphertext: Buffer;
  readonly key_id: string;
}

// Needs the primary key and the unique index (tenant_id, connection_id, kind).
const READ = `
SELECT c.platform, c.shop, c.own_app, s.id AS secret_id, s.kind, s.ciphertext, s.key_id
FROM storefront_connections c LEFT JOIN storefront_secrets s ON s.tenant_id = $1 AND s.connection_id = c.id AND c.own_app
  AND s.kind IN ('client_id', 'webhook_secret', 'former_webhook_secret') AND (s.expires_at IS NULL OR s.expires_at > now())
WHERE c.tenant_id = $1 AND c.id = $2`;

/**
 * Returns the shop of a connection with the credentials of its app: the merchant's own, or the operator's.
 * @returns null without such credentials. A connection of a merchant's own app never gets those of the operator.
 * @throws AppError `service_unavailable` when they cannot be opened
 */
export async function readPlatformShop(
  db: TenantDb,
  box: SecretBox,
  platforms: Platforms,
  connectionId: string,
): Promise<PlatformShop | null> {
  const rows = await db.query<Row>(READ, [connectionId]);
  const [row] = rows;
  if (row === undefined) return null;
  if (!row.own_app) return platformShopOf(platforms, row, null);
  const own = credentialsIn(db, box, rows);
  return own === null ? null : platformShopOf(platforms, row, own);
}

function credentialsIn(db: TenantDb, box: SecretBox, rows: readonly Row[]): AppCredentials | null {
  const open = (kind: Row['kind']): string | null => {
    const row = rows.find((candidate) => candidate.kind === kind);
    return row === undefined ? null : box.open({ ciphertext: row.ciphertext, keyId: row.key_id }, placeOf(db, String(row.secret_id)));
  };
  const [clientId, secret, former] = [open('client_id'), open('webhook_secret'), open('former_webhook_secret')];
  if (clientId === null || secret === null) return null;
  return { clientId, secrets: [secret, former].filter((one) => one !== null) };
}

// The statements need the unique index (tenant_id, connection_id, kind).
const FORGET = 'DELETE FROM storefront_secrets WHERE tenant_id = $1 AND connection_id = $2 AND kind = $3';
const PUT_ASIDE = `
UPDATE storefront_secrets SET kind = 'former_webhook_secret', expires_at = $3
WHERE tenant_id = $1 AND connection_id = $2 AND kind = 'webhook_secret'`;
const KEEP = 'INSERT INTO storefront_secrets (tenant_id, id, connection_id, kind, ciphertext, key_id) VALUES ($1, $2, $3, $4, $5, $6)';

/** A secret that a shop signs with from now on. */
interface NewSecret {
  readonly connectionId: string;
  readonly secret: string;
  /** The end of the previous secret; null ends it now. */
  readonly formerUntil: Date | null;
}

/** Replaces the secret that the shop signs with. The caller holds the lock of the tenant or of the connection. */
export async function replaceWebhookSecret(db: TenantDb, box: SecretBox, { connectionId, secret, formerUntil }: NewSecret): Promise<void> {
  await db.query(FORGET, [connectionId, 'former_webhook_secret']);
  if (formerUntil === null) await db.query(FORGET, [connectionId, 'webhook_secret']);
  else await db.query(PUT_ASIDE, [connectionId, formerUntil]);
  await keep(db, box, connectionId, { kind: 'webhook_secret', secret });
}

/**
 * Stores the credentials of the merchant's own app. The same secret again changes nothing, also not its predecessor.
 * @param input.isFromStore the credentials were read from the connection earlier, so they replace none: the merchant may have changed them since
 */
export async function keepOwnApp(
  db: TenantDb,
  box: SecretBox,
  { clientId, isFromStore, ...input }: NewSecret & { readonly clientId: string; readonly isFromStore: boolean },
): Promise<void> {
  const { connectionId, secret } = input;
  const known = credentialsIn(db, box, await db.query<Row>(READ, [connectionId]));
  if (isFromStore && known !== null) return;
  if (known?.secrets[0] !== secret) await replaceWebhookSecret(db, box, input);
  if (known?.clientId === clientId) return;
  await db.query(FORGET, [connectionId, 'client_id']);
  await keep(db, box, connectionId, { kind: 'client_id', secret: clientId });
}

// Needs the primary keys. A tenant has few ended connections.
const FORGET_ENDED = `
DELETE FROM storefront_secrets WHERE tenant_id = $1 AND connection_id IN (
  SELECT id FROM storefront_connections WHERE tenant_id = $1 AND platform = $2 AND shop = $3 AND status = 'disconnected')`;

/** Deletes the credentials of apps that were installed in the shop earlier: their privacy calls would reach the data of the present connection. */
export async function forgetEndedApps(db: TenantDb, { platform, shop }: Pick<PlatformShop, 'platform' | 'shop'>): Promise<void> {
  await db.query(FORGET_ENDED, [platform, shop]);
}

async function keep(
  db: TenantDb,
  box: SecretBox,
  connectionId: string,
  { kind, secret }: { kind: 'client_id' | 'webhook_secret'; secret: string },
): Promise<void> {
  const id = newId();
  const { ciphertext, keyId } = box.seal(secret, placeOf(db, id));
  await db.query(KEEP, [id, connectionId, kind, ciphertext, keyId]);
}

const placeOf = (db: TenantDb, id: string): string => sealedPlace('storefront_secrets', db.tenantId, id);
