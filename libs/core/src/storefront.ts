/** What a storefront runs on. `generic` speaks as Shopify does, at addresses that the operator sets. */
export type StorefrontPlatform = 'generic' | 'shopify' | 'shopline' | 'woocommerce';

/** Stands for the customer of an order that has been refunded, cancelled or deleted and was never seen: nobody, until the order comes. */
export const unknownOwnerOf = (orderId: string): string => `storefront-order:${orderId}`;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)*$/;

/**
 * A shop as it is compared and stored: its domain in lower case, without scheme, port and path.
 * @returns null when the text names no domain.
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
