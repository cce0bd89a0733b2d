import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiKeys, type Caller, noKey } from '../api-keys.js';
import { planCheckAgain } from '../check-again.js';
import { requireScope } from '../key-scope.js';
import { requireRunning } from '../require-running.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { ConnectedShops } from './connected-shops.js';
import type { LiveConnection } from './live-connection.sql.js';
import { type PlatformHeaders, readPlatformHeaders } from './platform-headers.js';
import { mayBePing, SignedBody } from './signed-body.js';
import { StorefrontAppSecrets } from './storefront-call.js';
import { isOfShop, secretsOf } from './storefront-webhook.guard.js';

type KeyRequest = IncomingMessage & { user?: Caller; readonly ip?: string };

/**
 * Admits callers with an API key that pass on a call that a platform signed. The key names the tenant, so no shop has to be connected.
 * When one is connected, only calls signed by that shop or its platform are accepted.
 */
@Injectable()
export class StorefrontKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly rateLimit: RateLimitGuard,
    private readonly shops: ConnectedShops,
    private readonly secrets: StorefrontAppSecrets,
    private readonly body: SignedBody,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<KeyRequest>();
    const caller = await this.callerOf(request);
    if (caller === null) {
      await this.rateLimit.canActivate(context);
      throw noKey();
    }
    request.user = caller;
    await this.requireCounted(context, caller);
    planCheckAgain(request, () => this.keys.requireKey(String(request.headers['x-api-key']), request.ip));
    if (mayBePing(request)) {
      await this.body.expectPing(context);
      return true;
    }
    const headers = readPlatformHeaders(request.headersDistinct);
    if (headers === null) return this.body.refuse(context);
    const { tenantId } = caller;
    const connection = await ((await this.rateLimit.mayHaveNoneLeft(caller))
      ? this.shops.findForSuspect(tenantId, tenantId)
      : this.shops.find(tenantId));
    this.body.expect(context, { kind: 'webhook', headers, tenantId, connection }, this.secretsFor(connection, headers));
    return true;
  }

  /** Counts a refusal like any other call. */
  private async requireCounted(context: ExecutionContext, caller: Caller): Promise<void> {
    try {
      requireScope(context, caller.key);
      requireRunning(caller);
    } catch (error) {
      await this.rateLimit.canActivate(context);
      throw error;
    }
  }

  private secretsFor(connection: LiveConnection | null, { family, shop }: PlatformHeaders): readonly string[] {
    if (connection === null) return this.secrets.secretsOf(family);
    return isOfShop(connection, shop) ? secretsOf(connection, this.secrets) : [];
  }

  private callerOf(request: KeyRequest): Promise<Caller | null> {
    const [key, ...more] = request.headersDistinct['x-api-key'] ?? [];
    return key === undefined || key === '' || more.length > 0 ? Promise.resolve(null) : this.keys.callerOf(key, request.ip);
  }
}
