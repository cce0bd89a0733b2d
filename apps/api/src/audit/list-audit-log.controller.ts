import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AuditLogDto, AuditLogQuery } from './audit-log.dto.js';
import { Tenant } from '#libs/guards';
import { OwnerAccess } from '../http/account-access.js';
import { ListAuditLog } from './list-audit-log.js';

@ApiTags('Settings')
@OwnerAccess()
@Controller('audit-log')
export class ListAuditLogController {
  constructor(private readonly listAuditLog: ListAuditLog) {}

  @Get()
  @ApiOperation({
    summary: 'Who did what of consequence, newest first',
    description: 'Owners only. Nobody can change an entry. Users are named by id, callers by their network.',
  })
  @ApiResponse({ status: 200, type: AuditLogDto })
  list(@Tenant() tenantId: TenantId, @Query() query: AuditLogQuery): Promise<AuditLogDto> {
    return this.listAuditLog.page(tenantId, query);
  }
}
