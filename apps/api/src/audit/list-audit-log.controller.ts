import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AuditLogDto, AuditLogQuery } from './audit-log.dto.js';
import { Tenant } from '#libs/guards';
import { OwnerAccess } from '../http/access/account-access.js';
import { ListAuditLog } from './list-audit-log.js';

@ApiTags('Settings')
@OwnerAccess()
@Controller('audit-log')
export class ListAuditLogController {
  constructor(private readonly listAuditLog: ListAuditLog) {}

  @Get()
  @ApiOperation({
    summary: 'List audit log entries',
    description:
      'Owners only. The newest entries come first. Nobody can change an entry. An entry names a user by id and a caller by network.',
  })
  @ApiResponse({ status: 200, type: AuditLogDto })
  list(@Tenant() tenantId: TenantId, @Query() query: AuditLogQuery): Promise<AuditLogDto> {
    return this.listAuditLog.page(tenantId, query);
  }
}
