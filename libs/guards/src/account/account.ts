import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '#libs/core';
import type { Caller } from '../api-keys.js';
import type { TokenSubject } from './access-tokens.js';

/** A person who has signed in. The role decides what they may do for their tenant. */
export interface AccountCaller extends Caller, TokenSubject {
  readonly role: Role;
  /** False until the person has proven that the e-mail address is theirs. */
  readonly isVerified: boolean;
}

/** Injects the signed-in caller. The route needs `JwtGuard`. */
export const Account = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountCaller => context.switchToHttp().getRequest<{ user: AccountCaller }>().user,
);

export const VERIFIED_ONLY = Symbol('verified only');

/** Marks a handler behind `JwtGuard` as open to verified e-mail addresses only: others get 403 `email_not_verified`. */
export const VerifiedOnly = (): MethodDecorator => SetMetadata(VERIFIED_ONLY, true);

export const LEAST_ROLE = Symbol('least role');

/**
 * Sets the lowest role that may use a handler or controller behind `JwtGuard`; lower ones get 403. Without it viewers may read, and
 * members may change. The OpenAPI document shows it as `x-least-role`.
 */
export const AtLeast = (role: Role): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(LEAST_ROLE, role), ApiExtension('x-least-role', role));
