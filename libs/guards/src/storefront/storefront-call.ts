import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { AppError, type StorefrontPlatform, type TenantId } from '#libs/core';
import type { LimitedBody } from '../limited-body.js';
import type { SignedRequest } from '../custom-webhook.guard.js';
import type { LiveConnection } from './live-connection.sql.js';
import type { PlatformHeaders } from './platform-headers.js';

/** Secrets of the apps that sign for all shops of their platform: the current one, then the one before it. */
export class StorefrontAppSecrets {
  constructor(readonly byPlatform: Readonly<Partial<Record<StorefrontPlatform, readonly string[]>>>) {}

  secretsOf(platform: StorefrontPlatform): readonly string[] {
    return this.byPlatform[platform] ?? [];
  }
}

/** A call of a platform whose signature is checked as soon as its body has been read. `ping`: one that only asks whether we are here. */
export type StorefrontCall =
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'webhook';
      readonly headers: PlatformHeaders;
      /** Null where none is known: of another platform than the headers', or before the shop has connected. */
      readonly tenantId: TenantId | null;
      readonly connection: LiveConnection | null;
    };

/** What the guards of storefront webhooks read of a request, and leave on it. */
export type StorefrontRequest = IncomingMessage & SignedRequest & LimitedBody & { storefrontCall?: StorefrontCall };

/** The call that the guard has let through. */
export const Storefront = createParamDecorator((_: unknown, context: ExecutionContext): StorefrontCall => {
  const call = context.switchToHttp().getRequest<StorefrontRequest>().storefrontCall;
  if (call === undefined) throw new Error('the route has no storefront guard');
  return call;
});

/**
 * Says nothing but that it was refused: whether the tenant exists, has connected a shop, or which of shop and signature was wrong is
 * nobody's business.
 */
export class UnsignedError extends AppError {
  constructor() {
    super('unauthorized', 'the signature of the storefront is missing or not valid');
  }
}
