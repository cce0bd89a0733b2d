import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { ChangeWebhookSettingsDto, WebhookSettingsDto } from './webhook-settings.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, AtLeast, FreshProof, Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../../http/access/account-access.js';
import { ViewersSeeHosts } from '../../http/access/viewers-see-hosts.js';
import { Origin } from '../../http/request/audit-origin.js';
import { CausedBy } from '../../http/request/caused-by.js';
import { ChangeWebhookSettings } from './change-webhook-settings.js';
import { GetWebhookSettings } from './get-webhook-settings.js';

@ApiTags('Settings')
@AccountAccess()
@ViewersSeeHosts()
@Controller('settings/webhook')
export class WebhookSettingsController {
  constructor(
    private readonly getWebhookSettings: GetWebhookSettings,
    private readonly changeWebhookSettings: ChangeWebhookSettings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the webhook settings',
    description: 'Includes the endpoint URL, the event types and the health of the endpoint.',
  })
  @ApiResponse({ status: 200, type: WebhookSettingsDto })
  get(@Tenant() tenantId: TenantId): Promise<WebhookSettingsDto> {
    return this.getWebhookSettings.get(tenantId);
  }

  @Patch()
  @AtLeast('admin')
  @FreshProof()
  @ApiOperation({
    summary: 'Change the webhook settings',
    description:
      'Owners and admins only. Fields that are left out stay as they are. A new URL starts with a clean record: the service enables an endpoint again that it had disabled.',
  })
  @ApiResponse({ status: 200, type: WebhookSettingsDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A field is not valid. For a URL, the message names the rule that it breaks' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Another destination has this URL' })
  change(
    @Account() caller: AccountCaller,
    @Body() body: ChangeWebhookSettingsDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<WebhookSettingsDto> {
    return this.changeWebhookSettings.change(caller, body, origin, cause);
  }
}
