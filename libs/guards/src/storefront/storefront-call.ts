import { AppError, type StorefrontPlatform, type TenantId } from '#libs/core';
import type { LiveConnection } from './live-connection.sql.js';
import type { PlatformHeaders } from './platform-headers.js';

/** Secrets of the apps that sign for all shops of their platform: the current one, then the previous one. */
export class StorefrontAppSecrets {
  constructor(readonly byPlatform: Readonly<Partial<Record<StorefrontPlatform, readonly string[]>>>) {}

  secretsOf(platform: StorefrontPlatform): readonly string[] {
    return this.byPlatform[platform] ?? [];
  }
}

/** A call that a platform signed. The signature is checked as soon as the body is read. */
export interface SignedCall {
  readonly kind: 'webhook';
  readonly headers: PlatformHeaders;
  /** Null when no connection is known: the headers name another platform, the shop has not connected yet, or the operator's app signs a privacy call. */
  readonly tenantId: TenantId | null;
  readonly connection: LiveConnection | null;
  /** Counts events of the call before they are stored. @throws AppError `service_unavailable` when the shop has sent too many in a minute */
  readonly countEvents: (events: number) => Promise<void>;
}

/** A platform's call. `ping`: a call that only asks whether the address exists. */
export type StorefrontCall = { readonly kind: 'ping' } | SignedCall;

/**
 * Gives no reason. A caller must not learn whether the tenant exists, whether it has connected a shop, or whether the shop or the
 * signature was wrong.
 */
export class UnsignedError extends AppError {
  constructor() {
    super('unauthorized', 'the signature of the storefront is missing or not valid');
  }
}
