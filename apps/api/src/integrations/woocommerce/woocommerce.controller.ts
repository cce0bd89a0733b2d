import { Body, Controller, Header, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { AuditOrigin } from '#libs/tenants';
import { ConnectWooCommerceDto, WooCommerceConnectionDto, WooCommerceKeysDto } from './woocommerce.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { IntegrationsDto } from '../integrations.dto.js';
import { Account, type AccountCaller } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { OwnerAccess } from '../../http/access/account-access.js';
import { Origin } from '../../http/request/audit-origin.js';
import { CausedBy } from '../../http/request/caused-by.js';
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
      'Owners only. Returns a secret and the URLs to enter in the shop. The first signed webhook connects the shop. With keys of the REST API, the service also imports past orders and finds orders that webhooks missed. With keys that may write, it also creates the webhooks. If you connect the same shop again, it gets a new secret.',
  })
  @ApiResponse({ status: 201, type: WooCommerceConnectionDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The URL is not a shop, or the shop refuses the keys' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another shop is connected' })
  connect(
    @Account() account: AccountCaller,
    @Body() body: ConnectWooCommerceDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<WooCommerceConnectionDto> {
    const input = { address: body.shop, keys: keysOf(body), graceHours: body.grace_period_hours };
    return this.connectWooCommerce.connect(account, input, origin, cause);
  }

  @Patch()
  @ApiOperation({
    summary: 'Save the WooCommerce API keys',
    description: 'Owners only. Needs a connected WooCommerce shop. Replaces earlier keys. The webhook secret does not change.',
  })
  @ApiResponse({ status: 200, type: IntegrationsDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The shop refuses the keys, or does not answer' })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'No WooCommerce shop is connected' })
  async saveKeys(
    @Account() account: AccountCaller,
    @Body() body: WooCommerceKeysDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<IntegrationsDto> {
    await this.giveKeys.save(account, body, origin, cause);
    return this.getIntegrations.get(account.tenantId);
  }
}

const keysOf = ({ consumer_key: key = null, consumer_secret: secret = null }: ConnectWooCommerceDto): WooCommerceKeys | null =>
  key === null || secret === null ? null : { consumer_key: key, consumer_secret: secret };
