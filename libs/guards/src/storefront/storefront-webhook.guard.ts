import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isUuid, normaliseShop, toTenantId } from '#libs/core';
import { ConnectedShops } from './connected-shops.js';
import type { LiveConnection } from './live-connection.sql.js';
import { readPlatformHeaders } from './platform-headers.js';
import { mayBePing, SignedBody } from './signed-body.js';
import { StorefrontAppSecrets, type StorefrontRequest } from './storefront-call.js';

/**
 * Lets through what is signed for the shop that the tenant in the path has connected. Neither the path nor the header that names the
 * shop is signed, and the secret of an app is the same for all shops: so both must fit the connection.
 */
@Injectable()
export class StorefrontWebhookGuard implements CanActivate {
  constructor(
    private readonly shops: ConnectedShops,
    private readonly secrets: StorefrontAppSecrets,
    private readonly body: SignedBody,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<StorefrontRequest & { params: { tenant_id?: string } }>();
    if (mayBePing(request)) {
      await this.body.expectPing(context);
      return true;
    }
    const headers = readPlatformHeaders(request.headersDistinct);
    if (headers === null) return this.body.refuse(context);
    const tenantId = isUuid(request.params.tenant_id) ? toTenantId(request.params.tenant_id) : null;
    const connection = tenantId === null ? null : await this.shops.find(tenantId);
    const fits = connection !== null && isOfShop(connection, headers.shop);
    this.body.expect(context, fits ? secretsOf(connection, this.secrets) : [], headers.digest);
    request.storefrontCall = { kind: 'webhook', headers, tenantId, connection };
    return true;
  }
}

/** A shop with a secret of its own signs with that one alone. */
export const secretsOf = (connection: LiveConnection, apps: StorefrontAppSecrets): readonly string[] =>
  connection.ownSecrets.length === 0 ? apps.secretsOf(connection.platform) : connection.ownSecrets;

/** @param named what the header says; null when it is not there, which is allowed. */
export function isOfShop({ platform, shop }: LiveConnection, named: string | null): boolean {
  if (named === null) return true;
  const given = normaliseShop(named);
  // WooCommerce names the address of the site, which people write with and without www.
  return platform === 'woocommerce' ? withoutWww(given) === withoutWww(shop) : given === shop;
}

const withoutWww = (shop: string | null): string | undefined => shop?.replace(/^www\./, '');
