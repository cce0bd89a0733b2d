import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { ErrorDto } from '../errors/error.dto.js';
import type { NeededScope, Role } from '#libs/core';
import { AlsoForScope, AtLeast, JwtGuard } from '#libs/guards';

/**
 * Marks controllers for signed-in people. Their handlers take `@Tenant()` and `@Account()`.
 * @param least the lowest role that is admitted. Without it viewers may read, and members may change.
 */
export const AccountAccess = (least?: Role): ClassDecorator & MethodDecorator =>
  applyDecorators(
    UseGuards(JwtGuard),
    ...(least === undefined ? [] : [AtLeast(least)]),
    ApiBearerAuth('jwt'),
    ApiCookieAuth('cookie'),
    ApiResponse({ status: 401, type: ErrorDto, description: 'The access token is missing, not valid, or has ended' }),
    ApiResponse({
      status: 403,
      type: ErrorDto,
      description:
        'An API key instead of the token of a person, not allowed to your role, not while the tenant is suspended, or sent by cookie from a page that is not on the allow-list',
    }),
  );

/** Works like `AccountAccess`, for owners only. */
export const OwnerAccess = (): ClassDecorator & MethodDecorator => AccountAccess('owner');

/** Opens a handler for signed-in people to API keys of a scope too. Its handlers take `@Tenant()` and `@Origin()`. */
export const AlsoForKeys = (needed: NeededScope): MethodDecorator => applyDecorators(AlsoForScope(needed), ApiSecurity('key'));
