import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AppError, type StorefrontPlatform, type TenantId } from '#libs/core';
import type { LimitedBody } from '../limited-body.js';
import type { SignedRequest } from '../custom-webhook.guard.js';
import type { LiveConnection } from './live-connection.sql.js';
import type { PlatformHeaders } from './platform-headers.js';

/** Secrets of the apps that sign for all shops of their platform: the current one, then the previous one. */
export class StorefrontAppSecrets {
  constructor(readonly byPlatform: Readonly<Partial<Record<StorefrontPlatform, readonly string[]>>>) {}

  secretsOf(platform: StorefrontPlatform): readonly string[] {
    return this.byPlatform[platform] ?? [];
  }
}

/** A platform's call. Its signature is checked as soon as its body is read. `ping`: a call that only asks whether the address exists. */
export type StorefrontCall =
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'webhook';
      readonly headers: PlatformHeaders;
      /** Null when no connection is known: the headers name another platform, or the shop has not connected yet. */
      readonly tenantId: TenantId | null;
      readonly connection: LiveConnection | null;
    };

/** The parts of a request that the guards of storefront webhooks read and set. */
export type StorefrontRequest = IncomingMessage & SignedRequest & LimitedBody & { storefrontCall?: StorefrontCall };

/** Injects the call that the guard admitted. */
export const Storefront = createParamDecorator((_: unknown, context: ExecutionContext): StorefrontCall => {
  const call = context.switchToHttp().getRequest<StorefrontRequest>().storefrontCall;
  if (call === undefined) throw new Error('the route has no storefront guard');
  return call;
});

/**
 * Gives no reason. A caller must not learn whether the tenant exists, whether it has connected a shop, or whether the shop or the
 * signature was wrong.
 */
export class UnsignedError extends AppError {
  constructor() {
    super('unauthorized', 'the signature of the storefront is missing or not valid');
  }
}
