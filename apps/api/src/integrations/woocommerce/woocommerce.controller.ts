import { Body, Controller, Header, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import { ConnectWooCommerceDto, WooCommerceConnectionDto, WooCommerceKeysDto } from './woocommerce.dto.js';
import { ErrorDto } from '../../http/error.dto.js';
import { IntegrationsDto } from '../integrations.dto.js';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { OwnerAccess } from '../../http/account-access.js';
import { Origin } from '../../http/audit-origin.js';
import { CausedBy } from '../../http/caused-by.js';
import { GetIntegrations } from '../get-integrations.js';
import { ConnectWooCommerce } from './connect-woocommerce.js';
import { SaveKeys } from './save-keys.js';
import type { WooCommerceKeys } from './try-keys.js';

@ApiTags('Integrations')
@OwnerAccess()
@Controller('integrations/storefront/woocommerce')
export class WooCommerceController {
  constructor(
    private readonly connectWooCommerce: ConnectWooCommerce,
    private readonly giveKeys: SaveKeys,
    private readonly getIntegrations: GetIntegrations,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Connect a WooCommerce shop',
    description:
      'Owners only. Gives a secret and the addresses to enter in the shop; the shop is connected with its first signed webhook. With keys of its REST API the orders of the past are imported, and what webhooks lose is found; keys that may write enter the webhooks as well. The same shop again gets another secret.',
  })
  @ApiResponse({ status: 201, type: WooCommerceConnectionDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'Not the address of a shop, or keys that it does not take' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another shop is connected' })
  connect(
    @Tenant() tenantId: TenantId,
    @Account() { userId }: AccountCaller,
    @Body() body: ConnectWooCommerceDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<WooCommerceConnectionDto> {
    const input = { address: body.shop, keys: keysOf(body), graceHours: body.grace_period_hours, userId };
    return this.connectWooCommerce.connect(tenantId, input, origin, cause);
  }

  @Patch()
  @ApiOperation({
    summary: 'Give the service keys of the WooCommerce shop',
    description: 'Owners only. For a shop that is connected: in the place of the keys before, too. Its webhook secret stays.',
  })
  @ApiResponse({ status: 200, type: IntegrationsDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The shop does not take the keys, or does not answer' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'No WooCommerce shop is connected' })
  async give(
    @Tenant() tenantId: TenantId,
    @Account() { userId }: AccountCaller,
    @Body() body: WooCommerceKeysDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<IntegrationsDto> {
    await this.giveKeys.save(tenantId, body, userId, origin, cause);
    return this.getIntegrations.get(tenantId);
  }
}

const keysOf = ({ consumer_key: key, consumer_secret: secret }: ConnectWooCommerceDto): WooCommerceKeys | null =>
  key === undefined || secret === undefined ? null : { consumer_key: key, consumer_secret: secret };
