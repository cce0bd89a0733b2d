import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { AuditOrigin } from '#libs/tenants';
import { NewApiKeyDto, RegenerateApiKeyDto } from './api-key.dto.js';
import { Account, type AccountCaller, FreshProof, StrictRateLimitGuard } from '#libs/guards';
import { OwnerAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { OptionalBody } from '../http/body/optional-body.js';
import { RegenerateApiKey } from './regenerate-api-key.js';

@ApiTags('Settings')
@OwnerAccess()
@Controller('tenant/api-key')
// The decorator below the others comes first: callers without a valid token are limited too.
@UseGuards(StrictRateLimitGuard)
export class RegenerateApiKeyController {
  constructor(private readonly regenerateApiKey: RegenerateApiKey) {}

  @Post('regenerate')
  @FreshProof()
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Replace the main API key',
    description:
      'Owners only, who get a mail about it. Creates one key for all operations. It replaces the key from the registration, and the keys that replaced that one before. They end after the grace period. With a grace period of 0 they end at once; while Redis is away, they may work for five more seconds. Keys of `POST /tenant/api-keys` stay.',
  })
  @ApiBody({ type: RegenerateApiKeyDto, required: false })
  @ApiResponse({ status: 200, type: NewApiKeyDto })
  regenerate(@Account() account: AccountCaller, @Body() body: RegenerateApiKeyDto, @Origin() origin: AuditOrigin): Promise<NewApiKeyDto> {
    return this.regenerateApiKey.regenerate(account, body.grace_period_hours, origin);
  }
}
