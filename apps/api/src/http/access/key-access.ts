import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiResponse, ApiSecurity } from '@nestjs/swagger';
import type { NeededScope } from '#libs/core';
import { ApiKeyGuard, NeedsScope } from '#libs/guards';
import { ErrorDto } from '../errors/error.dto.js';

/**
 * Marks controllers for servers with an API key. Their handlers take `@Tenant()` or `@CurrentCaller()`.
 * @param needed the scope that the key needs. Without it each handler says so with `@NeedsScope()`.
 */
export const KeyAccess = (needed?: NeededScope): ClassDecorator =>
  applyDecorators(
    UseGuards(ApiKeyGuard),
    ...(needed === undefined ? [] : [NeedsScope(needed)]),
    ApiSecurity('key'),
    ApiResponse({ status: 401, type: ErrorDto, description: 'The API key is missing or not valid' }),
  );
