import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { LIMITS } from '#libs/core';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { presentsSignature } from './platform-headers.js';
import { type StorefrontRequest, UnsignedError } from './storefront-call.js';

/** Signs nothing: where there is no secret the check takes as long. */
const NOBODY = randomBytes(32);
const PING = /^webhook_id=\d{1,20}$/;

/**
 * What the guards of storefront webhooks share. Calls that are signed are not counted: platforms give a receiver up that answers 429.
 * All others are counted by address, or by the tenant whose key they have.
 */
@Injectable()
export class SignedBody {
  constructor(private readonly rateLimit: RateLimitGuard) {}

  /**
   * Lets the body be read and then checked. Without secrets nothing is right, and it is found out at the same moment as a wrong
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

  /** WooCommerce asks a new address without a signature whether it is there, and gives it up unless the answer is 200. */
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

  /** Counts the call, which is refused. */
  async refuse(context: ExecutionContext): Promise<never> {
    await this.rateLimit.canActivate(context);
    throw new UnsignedError();
  }
}

export const mayBePing = (request: StorefrontRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '') && !presentsSignature(request.headersDistinct);

/** Every secret is tried, so that the time it takes does not tell which of them was close. */
function isSigned(secrets: readonly string[], digest: Buffer, bytes: Buffer): boolean {
  return [...secrets, NOBODY].map((secret) => timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), digest)).includes(true);
}
