import type { Platform } from './begin-connection';

/** How it went at the platform, as the address says to which the service leads people back; or which shop somebody comes from its list of apps with. */
export interface Return {
  readonly storefront?: 'connected' | 'error' | 'install' | undefined;
  readonly reason?: string | undefined;
  /** With `install`: what the form is filled with. Anybody can have written the link. */
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
