import type { OauthPlatform, PlatformApp } from './platforms.js';
import type { PlatformResult } from './platform-result.js';

/** A shop of a platform at which the service has an app. */
export interface PlatformShop {
  readonly platform: OauthPlatform;
  readonly app: PlatformApp;
  readonly shop: string;
}

/** Where a platform announces a topic. */
export interface RemoteSubscription {
  readonly id: string;
  readonly topic: string;
  readonly address: string;
}

/** Tokens as a platform gives them. */
export interface Grant {
  readonly accessToken: string;
  /** Null for a token that does not end, and for one that is renewed by the secret of the app. */
  readonly refreshToken: string | null;
  /** Null for a token that does not end. */
  readonly lifetimeMs: number | null;
  readonly scopes: string | null;
}

/** What a platform says to a grant; `invalid_grant` is for good. */
export type GrantResult = PlatformResult<Grant> | { readonly kind: 'invalid_grant' };
