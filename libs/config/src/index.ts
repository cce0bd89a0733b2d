export * from './config.js';
export * from './secret-keys.js';
export type { AppPlatform, StorefrontApp, StorefrontApps } from './storefront-apps.js';
export * from './trusted-proxies.js';
