import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { ApiKeyGuard, Tenant } from '#libs/guards';
import { CustomerWithTraitsDto } from './customer-with-traits.dto.js';
import { ExternalIdPipe } from './external-id.pipe.js';
import { GetCustomer } from './get-customer.js';

@ApiTags('Customers')
@ApiSecurity('key')
@ApiResponse({ status: 401, type: ErrorDto, description: 'The API key is missing or not valid' })
@Controller('customers')
@UseGuards(ApiKeyGuard)
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
