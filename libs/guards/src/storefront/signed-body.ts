import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { LIMITS } from '#libs/core';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { presentsSignature } from './platform-headers.js';
import { type StorefrontRequest, UnsignedError } from './storefront-call.js';

/** A key that signs nothing. Checking with it takes the same time when there is no secret. */
const NOBODY = randomBytes(32);
const PING = /^webhook_id=\d{1,20}$/;

/**
 * Shared code of the guards of storefront webhooks. Signed calls are not counted, because platforms stop calling an endpoint that answers 429.
 * All other calls count by IP address, or by the tenant of their API key.
 */
@Injectable()
export class SignedBody {
  constructor(private readonly rateLimit: RateLimitGuard) {}

  /**
   * Sets the check that runs after the body is read. Without secrets every call fails, at the same moment as one with a wrong
   * signature.
   */
  expect(context: ExecutionContext, secrets: readonly string[], digest: Buffer): void {
    const request = context.switchToHttp().getRequest<StorefrontRequest>();
    request.bodyLimit = LIMITS.storefrontBodyBytes;
    request.bodyFormat = 'platform';
    request.checkRawBody = async (bytes) => {
      if (!isSigned(secrets, digest, bytes)) await this.refuse(context);
    };
  }

  /** WooCommerce pings a new address without a signature, and drops the address unless the answer is 200. */
  async expectPing(context: ExecutionContext): Promise<void> {
    await this.rateLimit.canActivate(context);
    const request = context.switchToHttp().getRequest<StorefrontRequest>();
    request.bodyLimit = LIMITS.storefrontBodyBytes;
    request.bodyFormat = 'none';
    request.storefrontCall = { kind: 'ping' };
    request.checkRawBody = (bytes) => {
      if (!PING.test(bytes.toString('latin1'))) throw new UnsignedError();
    };
  }

  /** Counts a refused call. */
  async refuse(context: ExecutionContext): Promise<never> {
    await this.rateLimit.canActivate(context);
    throw new UnsignedError();
  }
}

export const mayBePing = (request: StorefrontRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '') && !presentsSignature(request.headersDistinct);

/** Tries every secret, so that the time taken does not reveal which one was close. */
function isSigned(secrets: readonly string[], digest: Buffer, bytes: Buffer): boolean {
  return [...secrets, NOBODY].map((secret) => timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), digest)).includes(true);
}
