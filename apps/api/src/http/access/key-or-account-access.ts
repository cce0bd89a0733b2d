import { applyDecorators, Controller, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiSecurity } from '@nestjs/swagger';
import type { NeededScope } from '#libs/core';
import { KeyOrAccountGuard, NeedsScope, PEOPLE_PATH } from '#libs/guards';

/**
 * Serves a controller to servers with an API key at its path, and to signed-in people at the same path below `dashboard/`. `@NeedsScope()` says
 * which keys a handler admits, and `@AtLeast()` which roles. Without `@AtLeast()` viewers may read, and members may change.
 * @param needed the scope that a key needs. Without it each handler says so with `@NeedsScope()`.
 */
export const KeyOrAccountAccess = (path: string, needed?: NeededScope): ClassDecorator =>
  applyDecorators(
    Controller([path, `${PEOPLE_PATH}/${path}`]),
    UseGuards(KeyOrAccountGuard),
    ...(needed === undefined ? [] : [NeedsScope(needed)]),
    ApiSecurity('key'),
    ApiBearerAuth('jwt'),
    ApiCookieAuth('cookie'),
  );
