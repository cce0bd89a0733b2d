import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { LabelChangePageDto, LabelChangesQuery } from '#libs/dto';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { KeyAccess } from '../../http/access/key-access.js';
import { GetLabelChanges } from './get-label-changes.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn')
export class GetLabelChangesController {
  constructor(private readonly changes: GetLabelChanges) {}

  @Get('changes')
  @ApiOperation({
    summary: 'List label changes since a time',
    description:
      'Lists each customer whose label changed, appeared or went away since then, with the present label, also where a new model, new settings or imported history changed it without a webhook. Read all pages; a page may have fewer entries than `limit`, or none, before the last one. Then keep `next_since` for the next walk. Customers are in an order that never changes, so a walk misses none. Erased customers are not listed.',
  })
  @ApiResponse({ status: 200, type: LabelChangePageDto })
  @ApiResponse({
    status: 422,
    type: ErrorDto,
    description: '`since` is missing, not a time or in the future, or another parameter is not valid',
  })
  list(@Tenant() tenantId: TenantId, @Query() query: LabelChangesQuery): Promise<LabelChangePageDto> {
    return this.changes.page(tenantId, query);
  }
}
