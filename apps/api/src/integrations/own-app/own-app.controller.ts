import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Account, type AccountCaller, FreshProof, Tenant } from '#libs/guards';
import type { TenantId } from '#libs/core';
import type { JobOrigin } from '#libs/queues';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { OwnerAccess } from '../../http/access/account-access.js';
import { CausedBy } from '../../http/request/caused-by.js';
import { Visitor, type VisitorTraits } from '../../http/request/visitor.js';
import { ConnectOwnApp } from './connect-own-app.js';
import { OwnAppSetup } from './own-app-setup.js';
import { ConnectOwnAppDto, OwnAppConnectionDto, OwnAppSetupDto } from './own-app.dto.js';

@ApiTags('Integrations')
@OwnerAccess()
@Controller('integrations/storefront/own-app')
export class OwnAppController {
  constructor(
    private readonly connectOwnApp: ConnectOwnApp,
    private readonly setup: OwnAppSetup,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the settings for your own app',
    description: 'Owners only. What to enter when you register an app of your own at a storefront platform.',
  })
  @ApiResponse({ status: 200, type: OwnAppSetupDto })
  get(@Tenant() tenantId: TenantId): Promise<OwnAppSetupDto> {
    return this.setup.of(tenantId);
  }

  @Post()
  @HttpCode(200)
  @FreshProof()
  @ApiOperation({
    summary: 'Connect a shop with your own app',
    description:
      'Owners only. The service first asks the platform for access with the credentials alone: it gives it when app and shop belong to one organization and the app is installed. Otherwise send the person to `authorize_url`, as after POST /integrations/storefront/connect. Webhooks and privacy calls of this shop are then verified with the secret of your app. Send the same shop again to change the secret.',
  })
  @ApiResponse({ status: 200, type: OwnAppConnectionDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A field is not valid, or the platform does not know the credentials' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another shop is connected, or the shop has another account' })
  connect(
    @Account() caller: AccountCaller,
    @Body() body: ConnectOwnAppDto,
    @Visitor() { address }: VisitorTraits,
    @CausedBy() cause: JobOrigin,
  ): Promise<OwnAppConnectionDto> {
    const { platform, shop, client_id: clientId, client_secret: clientSecret, grace_period_hours: graceHours } = body;
    return this.connectOwnApp.connect(caller, { platform, shop, clientId, clientSecret, graceHours }, { address, cause });
  }
}
