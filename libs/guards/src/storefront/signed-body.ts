import type { IncomingMessage } from 'node:http';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { LIMITS } from '#libs/core';
import { bodyPlanOf, type CheckBytes, setBodyPlan } from '../body-plan.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { requireRunning } from '../require-running.js';
import { OwnSecretCalls } from './own-secret-calls.js';
import { presentsSignature } from './platform-headers.js';
import { type SignedCall, type StorefrontCall, UnsignedError } from './storefront-call.js';

/** A random key that never signs anything. Checking with it takes the same time when the secret does not exist. */
const NOBODY = randomBytes(32);
const PING = /^webhook_id=\d{1,20}$/;

/**
 * Shared code of the guards of storefront webhooks. Calls that a platform's app signed are not counted, because platforms stop calling an
 * endpoint that answers 429. Those of a shop with its own secret count by tenant. All other calls count by IP address, or by the tenant of their API key.
 */
@Injectable()
export class SignedBody {
  constructor(
    private readonly rateLimit: RateLimitGuard,
    private readonly ownSecretCalls: OwnSecretCalls,
  ) {}

  /**
   * Plans the check that runs after the body is read. Without secrets every call fails, at the same moment as one with a wrong
   * signature.
   */
  expect(context: ExecutionContext, called: Omit<SignedCall, 'countEvents'>, secrets: readonly string[]): void {
    const call = { ...called, countEvents: (events: number) => this.ownSecretCalls.countEvents(called, events) };
    this.plan(context, call, async (bytes) => {
      if (!isSigned(secrets, call.headers.digest, bytes)) await this.refuse(context);
      requireRunning(called.connection ?? {});
      // A few kilobytes may inflate to the limit, so a compressed call counts as the largest. Shops do not compress their calls.
      const isPlain = requestOf(context).headers['content-encoding'] === undefined;
      await this.ownSecretCalls.countCall(call, isPlain ? bytes.length : LIMITS.storefrontBodyBytes);
    });
  }

  /** WooCommerce pings a new address without a signature, and drops the address unless the answer is 200. */
  async expectPing(context: ExecutionContext): Promise<void> {
    await this.rateLimit.canActivate(context);
    this.plan(context, { kind: 'ping' }, (bytes) => {
      if (!PING.test(bytes.toString('latin1'))) throw new UnsignedError();
    });
  }

  /** Counts a refused call. */
  async refuse(context: ExecutionContext): Promise<never> {
    await this.rateLimit.canActivate(context);
    throw new UnsignedError();
  }

  private plan(context: ExecutionContext, call: StorefrontCall, check: CheckBytes): void {
    setBodyPlan(requestOf(context), { kind: 'storefront', limit: LIMITS.storefrontBodyBytes, check, call });
  }
}

const requestOf = (context: ExecutionContext): IncomingMessage => context.switchToHttp().getRequest<IncomingMessage>();

/** Injects the call that the guard admitted. */
export const Storefront = createParamDecorator((_: unknown, context: ExecutionContext): StorefrontCall => {
  const plan = bodyPlanOf(requestOf(context));
  if (plan.kind !== 'storefront') throw new Error('the route has no storefront guard');
  return plan.call;
});

export const mayBePing = (request: IncomingMessage): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '') && !presentsSignature(request.headersDistinct);

/** Tries every secret, so that the time taken does not reveal which one was close. */
function isSigned(secrets: readonly string[], digest: Buffer, bytes: Buffer): boolean {
  return [...secrets, NOBODY].map((secret) => timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), digest)).includes(true);
}
