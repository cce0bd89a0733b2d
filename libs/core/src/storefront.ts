import { createHash } from 'node:crypto';
import { type CustomerId, customerIdOf, type TenantId } from './ids.js';
import { LIMITS } from './limits.js';

/** The platform of a storefront. `generic` speaks Shopify's API at addresses that the operator sets. */
export type StorefrontPlatform = 'generic' | 'shopify' | 'shopline' | 'woocommerce';

/**
 * Query parameter that names the connection in the webhook addresses of a merchant's own app. The signature covers neither path nor headers,
 * and other merchants may have the same secret.
 */
export const CONNECTION_PARAMETER = 'connection';

/**
 * Query parameter with the key in the address for the privacy calls of a merchant's own app. Other merchants may have the same secret, and the
 * id of a tenant is not a secret.
 */
export const COMPLIANCE_KEY_PARAMETER = 'key';

/** Returns the name of a shop in ids and tables. */
export const shopKeyOf = ({ platform, shop }: { readonly platform: string; readonly shop: string }): string => `${platform}:${shop}`;

/** Returns the external id of the placeholder customer of an order that was refunded, cancelled or deleted before it arrived. */
export const placeholderExternalIdOf = (orderId: string): string => `storefront-order:${orderId}`;

/** Returns the id of the order's placeholder customer. */
export const placeholderOf = (tenantId: TenantId, orderId: string): CustomerId => customerIdOf(tenantId, placeholderExternalIdOf(orderId));

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)*$/;

/** The end of an address, after the domain. A colon without a port belongs to a scheme, as in `ftp://`. */
const PORT_OR_PATH = /^(?::\d{1,5})?(?:$|[/?#])/;

/**
 * Normalises a shop: its domain in lower case, without scheme, port and path.
 * @returns null when the text contains no domain.
 */
export function normaliseShop(text: string): string | null {
  const address = text
    .slice(0, 2048)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  const [domain = ''] = address.split(/[/:?#]/, 1);
  return DOMAIN.test(domain) && PORT_OR_PATH.test(address.slice(domain.length)) ? domain : null;
}

/**
 * Normalises a shop of a platform. WooCommerce names the address of the site, which may or may not have `www.`: both are one shop.
 * @returns null when the text contains no domain.
 */
export function shopOf(platform: string, text: string): string | null {
  const domain = normaliseShop(text);
  return platform === 'woocommerce' ? (domain?.replace(/^www\.(?=.*\.)/, '') ?? null) : domain;
}

const HASH_CHARACTERS = 64;

/** Returns the id itself, or as much of it as may be stored with a hash of the whole. */
export function fittingId(id: string): string {
  if (id.length <= LIMITS.idLength) return id;
  return `${id.slice(0, LIMITS.idLength - HASH_CHARACTERS - 1)}:${createHash('sha256').update(id).digest('hex')}`;
}
