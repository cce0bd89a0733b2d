import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { ChangedSettingsDto, ChangeSettingsDto, SettingsDto } from './settings.dto.js';
import { Account, type AccountCaller, AtLeast, FreshProofFor, Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { CausedBy } from '../http/request/caused-by.js';
import { ChangeSettings } from './change-settings.js';
import { GetSettings } from './get-settings.js';

@ApiTags('Settings')
@AccountAccess()
@Controller('settings')
export class SettingsController {
  constructor(
    private readonly getSettings: GetSettings,
    private readonly changeSettings: ChangeSettings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get the settings' })
  @ApiResponse({ status: 200, type: SettingsDto })
  get(@Tenant() tenantId: TenantId): Promise<SettingsDto> {
    return this.getSettings.get(tenantId);
  }

  @Patch()
  @AtLeast('admin')
  @FreshProofFor('customer_url')
  @ApiOperation({
    summary: 'Change settings',
    description:
      'Owners and admins only. Fields that are left out stay as they are. New label thresholds, a new horizon or a new currency recalculate all scores in a job. These changes do not trigger webhooks. A shorter retention deletes data, from the next night on. A new `customer_url` needs a fresh proof (POST /auth/confirm).',
  })
  @ApiResponse({ status: 200, type: ChangedSettingsDto })
  change(
    @Account() account: AccountCaller,
    @Body() body: ChangeSettingsDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<ChangedSettingsDto> {
    return this.changeSettings.change(account, body, origin, cause);
  }
}
