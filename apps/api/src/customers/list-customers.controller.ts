import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { CustomerPageDto, ListCustomersQuery } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { ApiKeyGuard, Tenant } from '#libs/guards';
import { ListCustomers } from './list-customers.js';

@ApiTags('Customers')
@ApiSecurity('key')
@ApiResponse({ status: 401, type: ErrorDto, description: 'The API key is missing or not valid' })
@Controller('customers')
@UseGuards(ApiKeyGuard)
export class ListCustomersController {
  constructor(private readonly listCustomers: ListCustomers) {}

  @Get()
  @ApiOperation({
    summary: 'List customers with their scores',
    description: 'The customers most at risk come first, unless `sort` says otherwise.',
  })
  @ApiResponse({ status: 200, type: CustomerPageDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  list(@Tenant() tenantId: TenantId, @Query() query: ListCustomersQuery): Promise<CustomerPageDto> {
    return this.listCustomers.page(tenantId, query);
  }
}
