import type { IncomingMessage } from 'node:http';
import { SetMetadata } from '@nestjs/common';
import { LIMITS, PLANS } from '#libs/core';
import type { Caller } from './api-keys.js';
import type { StorefrontCall } from './storefront/storefront-call.js';

/**
 * Checks the bytes of a body as they were sent, before they are inflated or parsed.
 * @throws AppError `unauthorized` when the signature does not match the bytes.
 */
export type CheckBytes = (bytes: Buffer) => void | Promise<void>;

/** The way in which the body of one request is read. `limit` is in bytes, sent or inflated. */
export type BodyPlan =
  | { readonly kind: 'json'; readonly limit: number }
  | { readonly kind: 'signed_json'; readonly limit: number; readonly check: CheckBytes }
  // JSON of any content type. The body of a ping is not parsed.
  | { readonly kind: 'storefront'; readonly limit: number; readonly check: CheckBytes; readonly call: StorefrontCall };

export const ACCOUNT_BODY: BodyPlan = { kind: 'json', limit: LIMITS.accountBodyBytes };

const plans = new WeakMap<IncomingMessage, BodyPlan>();

/** Decides how the body of a request is read. Guards call it once, because they know the caller and run before the body is read. */
export function setBodyPlan(request: IncomingMessage, plan: BodyPlan): void {
  if ((plans.get(request) ?? plan) !== plan) throw new Error('two guards decided differently how the body is read');
  plans.set(request, plan);
}

/** Returns what a guard decided. All other bodies are JSON, and as large as the plan of the caller's tenant allows. */
export const bodyPlanOf = (request: IncomingMessage & { readonly user?: Pick<Caller, 'plan'> }): BodyPlan =>
  plans.get(request) ?? { kind: 'json', limit: PLANS[request.user?.plan ?? 'starter'].maxBodyBytes };

export const LARGE_BODY = Symbol('large body');

/** Marks a handler behind `JwtGuard` that accepts bodies up to the limit of the tenant's plan, like a request with an API key. */
export const LargeBody = (): MethodDecorator => SetMetadata(LARGE_BODY, true);
