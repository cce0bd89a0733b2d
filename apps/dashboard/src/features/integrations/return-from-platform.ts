import type { Platform } from '../../shared/storefront/begin-connection';

/** The query of the URL to which a platform sends a user back: the result of the connection, or the shop that the user comes from. */
export interface Return {
  readonly storefront?: 'connected' | 'error' | 'install' | undefined;
  readonly reason?: string | undefined;
  /** With `install`: fills the form. Do not trust it, because anyone can write such a link. */
  readonly platform?: Platform | undefined;
  readonly shop?: string | undefined;
}

const OUTCOMES = ['connected', 'error', 'install'] as const;
const PLATFORMS = ['shopify', 'shopline', 'generic'] as const;
const REASON = /^[a-z_]{1,40}$/;
const SHOP = /^[a-z0-9._-]{1,253}$/;

export function readReturn({ storefront, reason, platform, shop }: Record<string, unknown>): Return {
  return {
    storefront: OUTCOMES.find((one) => one === storefront),
    reason: typeof reason === 'string' && REASON.test(reason) ? reason : undefined,
    platform: PLATFORMS.find((one) => one === platform),
    shop: typeof shop === 'string' && SHOP.test(shop) ? shop : undefined,
  };
}
