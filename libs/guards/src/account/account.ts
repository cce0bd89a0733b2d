import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '#libs/core';
import type { Caller } from '../api-keys.js';
import type { TokenSubject } from './access-tokens.js';

/** Somebody who has signed in, and may do what their role says for their tenant. */
export interface AccountCaller extends Caller, TokenSubject {
  readonly role: Role;
}

/** Who calls, behind `JwtGuard`. */
export const Account = createParamDecorator(
  (_: unknown, context: ExecutionContext): AccountCaller => context.switchToHttp().getRequest<{ user: AccountCaller }>().user,
);

export const OWNER_ONLY = Symbol('owner only');

/** On a handler or a controller behind `JwtGuard`: members are refused with 403. The document says so as `x-owner-only`. */
export const OwnerOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(SetMetadata(OWNER_ONLY, true), ApiExtension('x-owner-only', true));
