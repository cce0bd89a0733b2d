import type { IncomingMessage } from 'node:http';
import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { AppError, LIMITS, MINUTE_MS, type Role } from '#libs/core';
import type { Caller } from '../api-keys.js';
import type { TokenSubject } from './access-tokens.js';
import { SAFE_METHODS } from './require-allowed-origin.js';

/** A person who has signed in. The role decides what they may do for their tenant. */
export interface AccountCaller extends Caller, TokenSubject {
  /**
   * The session in the tenant that has the password and the second factor. It is this session, or, for a person of several tenants, one in
   * another tenant.
   */
  readonly signIn: TokenSubject;
  readonly role: Role;
  /** False until the person has proven that the e-mail address is theirs. */
  readonly isVerified: boolean;
  /** Time at which the person last gave the password, and the code of the second factor where one is on: at the sign-in, or in a confirmation. */
  readonly provenAt: Date;
}

/** Tells people from API keys. */
export const isPerson = (caller: Caller): caller is AccountCaller => 'userId' in caller;

/** Injects the signed-in caller. The route needs `JwtGuard`. */
export const Account = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountCaller => context.switchToHttp().getRequest<{ user: AccountCaller }>().user,
);

export const VERIFIED_ONLY = Symbol('verified only');

/** Marks a handler behind `JwtGuard` as open to verified e-mail addresses only: others get 403 `email_not_verified`. */
export const VerifiedOnly = (): MethodDecorator => SetMetadata(VERIFIED_ONLY, true);

export const FRESH_PROOF = Symbol('fresh proof');

/**
 * Marks a handler behind `JwtGuard` that a stolen session must not be enough for: the person has given the password, and the code of the
 * second factor where one is on, within `LIMITS.freshProofMs`. Others get 403 with the detail `fresh_proof_required`, confirm with
 * POST /auth/confirm, and call again. The OpenAPI document shows it as `x-fresh-proof`.
 */
export const FreshProof = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(FRESH_PROOF, true), ApiExtension('x-fresh-proof', true));

const PROOF_MINUTES = LIMITS.freshProofMs / MINUTE_MS;

/** @throws AppError `forbidden` with the detail `fresh_proof_required` */
export function requireFreshProof({ provenAt }: AccountCaller, now: Date): void {
  if (provenAt.getTime() >= now.getTime() - LIMITS.freshProofMs) return;
  const message = `this needs your password, and the code of your second factor if it is on, within the last ${PROOF_MINUTES} minutes: send them to POST /auth/confirm, then try again`;
  throw new AppError('forbidden', message, [{ field: 'session', code: 'fresh_proof_required', message }]);
}

/** Marks a handler that asks for a fresh proof when this field of the body changes; the use case calls `requireFreshProof`. */
export const FreshProofFor = (field: string): MethodDecorator => ApiExtension('x-fresh-proof', field);

const LEAST_ROLE = Symbol('least role');
const reflector = new Reflector();

/**
 * Sets the lowest role that may use a handler or controller behind `JwtGuard`; lower ones get 403. Without it viewers may read, and
 * members may change. The OpenAPI document shows it as `x-least-role`.
 */
export const AtLeast = (role: Role): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(LEAST_ROLE, role), ApiExtension('x-least-role', role));

/** Tells whether a handler only reads, or changes nothing but the person's own account: viewers may use it. */
export const isForViewers = (context: ExecutionContext): boolean => leastRoleOf(context) === 'viewer';

/** Returns the lowest role that the handler of a request is open to. */
export function leastRoleOf(context: ExecutionContext): Role {
  const set = reflector.getAllAndOverride<Role | undefined>(LEAST_ROLE, [context.getHandler(), context.getClass()]);
  const { method = 'GET' } = context.switchToHttp().getRequest<IncomingMessage>();
  return set ?? (SAFE_METHODS.has(method) ? 'viewer' : 'member');
}
