import type { IncomingMessage } from 'node:http';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { COMPLIANCE_KEY_PARAMETER, isUuid, shopOf, type StorefrontPlatform, type TenantId, toTenantId } from '#libs/core';
import { networkOf } from '../rate-limit/address-network.js';
import { AddressWindow } from '../rate-limit/address-window.js';
import { ConnectedShops } from './connected-shops.js';
import type { LiveConnection } from './live-connection.sql.js';
import { readPlatformHeaders } from './platform-headers.js';
import { parameterOf } from './query-parameter.js';
import { SignedBody } from './signed-body.js';

/**
 * Admits privacy calls that a merchant's own app signed, for the tenant in the path. The header must name a shop in which the tenant has or had
 * its own app. The address carries a key of the tenant, because apps of other tenants may have the same secret.
 */
@Injectable()
export class OwnComplianceGuard implements CanActivate {
  constructor(
    private readonly shops: ConnectedShops,
    private readonly body: SignedBody,
    private readonly addresses: AddressWindow,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingMessage & { params: { tenant_id?: string }; ip?: string }>();
    const headers = readPlatformHeaders(request.headersDistinct);
    if (headers === null) return this.body.refuse(context);
    const tenantId = isUuid(request.params.tenant_id) ? toTenantId(request.params.tenant_id) : null;
    const shop = headers.shop === null ? null : shopOf(headers.family, headers.shop);
    const key = parameterOf(request.url, COMPLIANCE_KEY_PARAMETER);
    const found =
      tenantId === null || shop === null ? null : await this.find(tenantId, { platform: headers.family, shop, key }, request.ip);
    // A suspended tenant must carry out privacy requests too.
    const connection = found === null ? null : { ...found, isSuspended: false };
    this.body.expect(context, { kind: 'webhook', headers, tenantId, connection }, connection?.ownSecrets ?? []);
    return true;
  }

  private async find(
    tenantId: TenantId,
    of: { platform: StorefrontPlatform; shop: string; key: string },
    ip: string | undefined,
  ): Promise<LiveConnection | null> {
    return this.shops.findOwnApp(tenantId, of, (await this.addresses.mayBeUsedUp(ip)) ? networkOf(ip) : null);
  }
}
