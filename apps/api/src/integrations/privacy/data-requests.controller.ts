import { Controller, Get, Header, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { CustomerDataDto, DataRequestListDto, DataRequestsQuery } from './privacy.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { OwnerAccess } from '../../http/access/account-access.js';
import { DataRequests } from './data-requests.js';

@ApiTags('Integrations')
@OwnerAccess()
@Controller('integrations/data-requests')
export class DataRequestsController {
  constructor(private readonly dataRequests: DataRequests) {}

  @Get()
  @ApiOperation({
    summary: 'List data requests of customers',
    description: 'Owners only. The storefront platform passes on requests of customers for their data. You hand the data over.',
  })
  @ApiResponse({ status: 200, type: DataRequestListDto })
  list(@Tenant() tenantId: TenantId, @Query() query: DataRequestsQuery): Promise<DataRequestListDto> {
    return this.dataRequests.page(tenantId, query);
  }

  @Get(':request_id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Download the data of a customer',
    description:
      'Owners only. Contains events, removed orders, marketing consent, traits, notes, names of segments, rejected events and scores of the customer. Campaigns and webhooks about the customer are in the timeline of the customer.',
  })
  @ApiParam({ name: 'request_id', format: 'uuid', description: 'From GET /integrations/data-requests' })
  @ApiResponse({ status: 200, type: CustomerDataDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such request, or the customer was erased' })
  fetch(@Tenant() tenantId: TenantId, @Param('request_id') id: string): Promise<StreamableFile> {
    return this.dataRequests.fetch(tenantId, id);
  }
}
