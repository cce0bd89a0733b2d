import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { CustomerWithTraitsDto } from './customer-with-traits.dto.js';
import { ExternalIdPipe } from './external-id.pipe.js';
import { GetCustomer } from './get-customer.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Customers')
@KeyAccess('read')
@Controller('customers')
export class GetCustomerController {
  constructor(private readonly getCustomer: GetCustomer) {}

  @Get(':external_id')
  @ApiOperation({ summary: 'Get a customer with the current score' })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: CustomerWithTraitsDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The service has never received an event of this customer' })
  get(@Tenant() tenantId: TenantId, @Param('external_id', ExternalIdPipe) externalId: string): Promise<CustomerWithTraitsDto> {
    return this.getCustomer.get(tenantId, externalId);
  }
}
