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

export const OWNER_ONLY = Symbol('owner only');

/** Marks a handler or controller behind `JwtGuard` as owners only: members get 403. The OpenAPI document shows it as `x-owner-only`. */
export const OwnerOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(OWNER_ONLY, true), ApiExtension('x-owner-only', true));
