/** The platform of a storefront. `generic` speaks Shopify's API at addresses that the operator sets. */
export type StorefrontPlatform = 'generic' | 'shopify' | 'shopline' | 'woocommerce';

/** Returns the placeholder for the unknown customer of an order that was refunded, cancelled or deleted before it arrived. */
export const unknownOwnerOf = (orderId: string): string => `storefront-order:${orderId}`;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)*$/;

/**
 * Normalises a shop: its domain in lower case, without scheme, port and path.
 * @returns null when the text contains no domain.
 */
export function normaliseShop(text: string): string | null {
  const [domain = ''] = text
    .slice(0, 2048)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[/:?#]/, 1);
  return DOMAIN.test(domain) ? domain : null;
}
