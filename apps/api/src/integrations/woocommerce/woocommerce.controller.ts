import { Body, Controller, Header, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import { ConnectWooCommerceDto, ErrorDto, WooCommerceConnectionDto } from '#libs/dto';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import { OwnerAccess } from '../../http/account-access.js';
import { Origin } from '../../http/audit-origin.js';
import { ConnectWooCommerce } from './connect-woocommerce.js';

@ApiTags('Integrations')
@OwnerAccess()
@Controller('integrations/storefront/woocommerce')
export class WooCommerceController {
  constructor(private readonly connectWooCommerce: ConnectWooCommerce) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Connect a WooCommerce shop',
    description:
      'Owners only. Gives a secret and the addresses to enter in the shop; the shop is connected with its first signed webhook. The same shop again gets another secret.',
  })
  @ApiResponse({ status: 201, type: WooCommerceConnectionDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'Not the address of a shop' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another shop is connected' })
  connect(
    @Tenant() tenantId: TenantId,
    @Account() { userId }: AccountCaller,
    @Body() body: ConnectWooCommerceDto,
    @Origin() origin: AuditOrigin,
  ): Promise<WooCommerceConnectionDto> {
    return this.connectWooCommerce.run(tenantId, body.shop, userId, origin);
  }
}
