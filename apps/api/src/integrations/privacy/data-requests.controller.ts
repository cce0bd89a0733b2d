import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { CustomerDataDto, DataRequestListDto } from './privacy.dto.js';
import { ErrorDto } from '../../http/error.dto.js';
import { Tenant } from '#libs/guards';
import { OwnerAccess } from '../../http/account-access.js';
import { DataRequests } from './data-requests.js';

@ApiTags('Integrations')
@OwnerAccess()
@Controller('integrations/data-requests')
export class DataRequestsController {
  constructor(private readonly dataRequests: DataRequests) {}

  @Get()
  @ApiOperation({
    summary: 'Customers who have asked the shop for their data',
    description: 'Owners only. The storefront platform passes such requests on; the data is yours to hand over.',
  })
  @ApiResponse({ status: 200, type: DataRequestListDto })
  list(@Tenant() tenantId: TenantId): Promise<DataRequestListDto> {
    return this.dataRequests.list(tenantId);
  }

  @Get(':request_id')
  @Header('Content-Disposition', 'attachment; filename="customer-data.json"')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'All that is stored about the customer of a request, as a download' })
  @ApiParam({ name: 'request_id', schema: { type: 'string', format: 'uuid' } })
  @ApiResponse({ status: 200, type: CustomerDataDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is no such request, or the customer has been erased' })
  fetch(@Tenant() tenantId: TenantId, @Param('request_id') id: string): Promise<CustomerDataDto> {
    return this.dataRequests.fetch(tenantId, id);
  }
}
