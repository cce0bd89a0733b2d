import { type AppCredentials, isOauthPlatform, type OauthPlatform, type PlatformApp, type Platforms } from './platforms.js';
import type { PlatformResult } from './calls/platform-result.js';

/** A shop of a platform, and the app that is installed in it. */
export interface PlatformShop {
  readonly platform: OauthPlatform;
  readonly app: PlatformApp;
  readonly shop: string;
}

/** The subscription of a topic, and the URL that it calls. */
export interface RemoteSubscription {
  readonly id: string;
  readonly topic: string;
  readonly address: string;
}

/** Tokens as a platform issues them. */
export interface Grant {
  readonly accessToken: string;
  /** Null for a token that never expires, and for one that the app's secret renews. */
  readonly refreshToken: string | null;
  /** Null for a token that never expires. */
  readonly lifetimeMs: number | null;
  readonly scopes: string | null;
}

/** The result of a grant; `invalid_grant` is final. */
export type GrantResult = PlatformResult<Grant> | { readonly kind: 'invalid_grant' };

/**
 * Returns a shop with the credentials of an app.
 * @param own the app that the merchant has registered; null for the operator's app
 * @returns null when the operator has not set up the platform
 */
export function platformShopOf(
  platforms: Platforms,
  { platform, shop }: { readonly platform: string; readonly shop: string },
  own: AppCredentials | null,
): PlatformShop | null {
  if (!isOauthPlatform(platform)) return null;
  const app = own === null ? platforms.appOf(platform) : platforms.ownAppOf(platform, own);
  return app === null ? null : { platform, app, shop };
}
