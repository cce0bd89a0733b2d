import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { CONNECTION_PARAMETER, isUuid, shopOf, type TenantId, toTenantId } from '#libs/core';
import { networkOf } from '../rate-limit/address-network.js';
import { AddressWindow } from '../rate-limit/address-window.js';
import { ConnectedShops } from './connected-shops.js';
import type { LiveConnection } from './live-connection.sql.js';
import { readPlatformHeaders } from './platform-headers.js';
import { parameterOf } from './query-parameter.js';
import { isSameText } from './same-text.js';
import { mayBePing, SignedBody } from './signed-body.js';
import { StorefrontAppSecrets } from './storefront-call.js';

/**
 * Admits calls that are signed for the connected shop of the tenant in the path. Neither the path nor the header that names the
 * shop is signed, and an app has one secret for all shops, so both must match the connection. The address of a merchant's own app names the
 * connection too: two merchants may have one secret.
 */
@Injectable()
export class StorefrontWebhookGuard implements CanActivate {
  constructor(
    private readonly shops: ConnectedShops,
    private readonly secrets: StorefrontAppSecrets,
    private readonly body: SignedBody,
    private readonly addresses: AddressWindow,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { params: { tenant_id?: string }; ip?: string }>();
    if (mayBePing(request)) {
      await this.body.expectPing(context);
      return true;
    }
    const headers = readPlatformHeaders(request.headersDistinct);
    if (headers === null) return this.body.refuse(context);
    const tenantId = isUuid(request.params.tenant_id) ? toTenantId(request.params.tenant_id) : null;
    const connection = tenantId === null ? null : await this.find(tenantId, request.ip);
    const fits = connection !== null && isOfShop(connection, headers.shop) && isAddressOf(connection, request.url);
    this.body.expect(context, { kind: 'webhook', headers, tenantId, connection }, fits ? secretsOf(connection, this.secrets) : []);
    return true;
  }

  /** Calls with made-up tenants make their address suspect. While requests cannot be counted, every address is. It may still be the one of a platform. */
  private async find(tenantId: TenantId, ip: string | undefined): Promise<LiveConnection | null> {
    return (await this.addresses.mayBeUsedUp(ip)) ? this.shops.findForSuspect(tenantId, networkOf(ip)) : this.shops.find(tenantId);
  }
}

/** A shop with its own secret, or an app of its own, signs only with that one. */
export const secretsOf = ({ ownApp, ownSecrets, platform }: LiveConnection, apps: StorefrontAppSecrets): readonly string[] =>
  ownApp || ownSecrets.length > 0 ? ownSecrets : apps.secretsOf(platform);

const isAddressOf = ({ ownApp, id }: LiveConnection, url: string | undefined): boolean =>
  !ownApp || isSameText(parameterOf(url, CONNECTION_PARAMETER), id);

/** @param named the shop in the header; null when the header is absent, which is allowed. */
export const isOfShop = ({ platform, shop }: LiveConnection, named: string | null): boolean =>
  named === null || shopOf(platform, named) === shop;
