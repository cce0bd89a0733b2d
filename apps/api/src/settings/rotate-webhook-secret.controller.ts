import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import { NewWebhookSecretDto, RotateWebhookSecretDto } from './webhook-settings.dto.js';
import { Tenant } from '#libs/guards';
import { OwnerAccess } from '../http/account-access.js';
import { Origin } from '../http/audit-origin.js';
import { OptionalBody } from '../http/optional-body.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';

@ApiTags('Settings')
@OwnerAccess()
@Controller('settings/webhook')
export class RotateWebhookSecretController {
  constructor(private readonly rotateWebhookSecret: RotateWebhookSecret) {}

  @Post('secret')
  @OptionalBody()
  @ApiOperation({
    summary: 'A new secret to sign webhooks with',
    description: 'Owners only. The secret before it stays good for the grace period; one that was on its way out already ends now.',
  })
  @ApiBody({ type: RotateWebhookSecretDto, required: false })
  @ApiResponse({ status: 201, type: NewWebhookSecretDto })
  rotate(@Tenant() tenantId: TenantId, @Body() body: RotateWebhookSecretDto, @Origin() origin: AuditOrigin): Promise<NewWebhookSecretDto> {
    return this.rotateWebhookSecret.rotate(tenantId, body.grace_period_hours, origin);
  }
}
