import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { TenantDto } from './tenant.dto.js';
import { Tenant } from '#libs/guards';
import { AccountAccess } from '../http/access/account-access.js';
import { GetTenant } from './get-tenant.js';

@ApiTags('Settings')
@AccountAccess()
@Controller('tenant')
export class GetTenantController {
  constructor(private readonly getTenant: GetTenant) {}

  @Get()
  @ApiOperation({ summary: 'Get the tenant and its API keys', description: 'Shows only the first characters of each API key.' })
  @ApiResponse({ status: 200, type: TenantDto })
  get(@Tenant() tenantId: TenantId): Promise<TenantDto> {
    return this.getTenant.get(tenantId);
  }
}
