import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import { ChangeWebhookSettingsDto, WebhookSettingsDto } from './webhook-settings.dto.js';
import { ErrorDto } from '../http/error.dto.js';
import { Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../http/account-access.js';
import { Origin } from '../http/audit-origin.js';
import { CausedBy } from '../http/caused-by.js';
import { ChangeWebhookSettings } from './change-webhook-settings.js';
import { GetWebhookSettings } from './get-webhook-settings.js';

@ApiTags('Settings')
@AccountAccess()
@Controller('settings/webhook')
export class WebhookSettingsController {
  constructor(
    private readonly getWebhookSettings: GetWebhookSettings,
    private readonly changeWebhookSettings: ChangeWebhookSettings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Where announcements are sent to, which, and how that goes' })
  @ApiResponse({ status: 200, type: WebhookSettingsDto })
  get(@Tenant() tenantId: TenantId): Promise<WebhookSettingsDto> {
    return this.getWebhookSettings.get(tenantId);
  }

  @Patch()
  @ApiOperation({
    summary: 'Change where announcements are sent to, and which',
    description: 'A new URL begins with a clean record: an endpoint that the service had switched off is on again.',
  })
  @ApiResponse({ status: 200, type: WebhookSettingsDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'A field is not valid; of a URL the rule that it breaks is named' })
  change(
    @Tenant() tenantId: TenantId,
    @Body() body: ChangeWebhookSettingsDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<WebhookSettingsDto> {
    return this.changeWebhookSettings.change(tenantId, body, origin, cause);
  }
}
