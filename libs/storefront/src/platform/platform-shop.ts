import { isOauthPlatform, type OauthPlatform, type PlatformApp, type Platforms } from './platforms.js';
import type { PlatformResult } from './platform-result.js';

/** A shop of a platform where the service has an app. */
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

/** Returns a shop with the credentials of its platform's app; null when the platform is not set up. */
export function platformShopOf(
  platforms: Platforms,
  { platform, shop }: { readonly platform: string; readonly shop: string },
): PlatformShop | null {
  const app = platforms.appOf(platform);
  return app === null || !isOauthPlatform(platform) ? null : { platform, app, shop };
}
