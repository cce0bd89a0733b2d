import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { AuditOrigin } from '#libs/tenants';
import { NewWebhookSecretDto, RotateWebhookSecretDto } from './webhook-settings.dto.js';
import { Account, type AccountCaller, FreshProof } from '#libs/guards';
import { OwnerAccess } from '../../http/access/account-access.js';
import { Origin } from '../../http/request/audit-origin.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';

@ApiTags('Settings')
@OwnerAccess()
@Controller('settings/webhook')
export class RotateWebhookSecretController {
  constructor(private readonly rotateWebhookSecret: RotateWebhookSecret) {}

  @Post('secret')
  @FreshProof()
  @OptionalBody()
  @ApiOperation({
    summary: 'Rotate the webhook secret',
    description:
      'Owners only. The previous secret stays valid for the grace period. A secret that was already in its grace period ends now.',
  })
  @ApiBody({ type: RotateWebhookSecretDto, required: false })
  @ApiResponse({ status: 201, type: NewWebhookSecretDto })
  rotate(
    @Account() account: AccountCaller,
    @Body() body: RotateWebhookSecretDto,
    @Origin() origin: AuditOrigin,
  ): Promise<NewWebhookSecretDto> {
    return this.rotateWebhookSecret.rotate(account, body.grace_period_hours, origin);
  }
}
