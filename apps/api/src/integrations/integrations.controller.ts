import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { AuthorizeStorefrontDto, ConnectStorefrontDto, IntegrationsDto } from './integrations.dto.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import { AccountAccess, OwnerAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { ConnectStorefront } from './connect-storefront.js';
import { DisconnectStorefront } from './disconnect-storefront.js';
import { GetIntegrations } from './get-integrations.js';

@ApiTags('Integrations')
@Controller('integrations')
export class IntegrationsController {
  constructor(
    private readonly getIntegrations: GetIntegrations,
    private readonly connectStorefront: ConnectStorefront,
    private readonly disconnectStorefront: DisconnectStorefront,
  ) {}

  @Get()
  @AccountAccess()
  @ApiOperation({ summary: 'Get the connected storefront', description: 'Shows the state of the connection and of the import.' })
  @ApiResponse({ status: 200, type: IntegrationsDto })
  get(@Tenant() tenantId: TenantId): Promise<IntegrationsDto> {
    return this.getIntegrations.get(tenantId);
  }

  @Post('storefront/connect')
  @HttpCode(200)
  @OwnerAccess()
  @ApiOperation({
    summary: 'Connect a shop',
    description:
      'Send the person to `authorize_url`. The platform redirects them to this service. The service redirects them to the Integrations page of the dashboard with `?storefront=connected`, or with `?storefront=error&reason=` and one of `denied`, `invalid_state`, `invalid_hmac`, `exchange_failed`, `already_connected` (the shop is connected to another account), `another_shop` (this account has another shop).',
  })
  @ApiResponse({ status: 200, type: AuthorizeStorefrontDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A field is unknown or not valid, or the platform has no shop at that domain' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another shop is connected, or the platform is not set up here' })
  async connect(
    @Account() { tenantId, userId }: AccountCaller,
    @Body() { shop, platform }: ConnectStorefrontDto,
  ): Promise<AuthorizeStorefrontDto> {
    return { authorize_url: await this.connectStorefront.begin({ tenantId, userId, shop, platform }) };
  }

  @Delete('storefront')
  @HttpCode(200)
  @OwnerAccess()
  @ApiOperation({
    summary: 'Disconnect the shop',
    description:
      'Orders and customers that are stored stay. The service takes nothing more from the shop. Where the platform lets it, it removes its app there; the platform may then ask, days later, to erase what came from the shop.',
  })
  @ApiResponse({ status: 200, type: IntegrationsDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'No shop is connected' })
  async disconnect(@Account() account: AccountCaller, @Origin() origin: AuditOrigin): Promise<IntegrationsDto> {
    await this.disconnectStorefront.end(account, origin);
    return this.getIntegrations.get(account.tenantId);
  }
}
