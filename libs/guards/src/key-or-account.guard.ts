import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { JwtGuard } from './account/jwt.guard.js';
import { ApiKeyGuard } from './api-key.guard.js';

/** Paths below it need a signed-in person. The same path without it needs an API key. */
export const PEOPLE_PATH = 'dashboard';

/** Admits people below `dashboard/`, and API keys elsewhere, so that one handler serves both. */
@Injectable()
export class KeyOrAccountGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeyGuard,
    private readonly people: JwtGuard,
  ) {}

  canActivate(context: ExecutionContext): Promise<boolean> {
    const { route } = context.switchToHttp().getRequest<IncomingMessage & { readonly route: { readonly path: string } }>();
    const guard = route.path.includes(`/${PEOPLE_PATH}/`) ? this.people : this.keys;
    return guard.canActivate(context);
  }
}
