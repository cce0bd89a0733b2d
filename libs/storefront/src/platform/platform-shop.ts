import type { OauthPlatform, PlatformApp } from './platforms.js';

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
