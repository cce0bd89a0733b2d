import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { CustomerPageDto, ListCustomersQuery } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { ListCustomers } from './list-customers.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Customers')
@KeyAccess('read')
@Controller('customers')
export class ListCustomersController {
  constructor(private readonly listCustomers: ListCustomers) {}

  @Get()
  @ApiOperation({
    summary: 'List customers with their scores',
    description:
      'The customers most at risk come first, unless `sort` says otherwise. To read all pages, take `sort=created_asc`: scores change at any time, and by score a customer can be missed.',
  })
  @ApiResponse({ status: 200, type: CustomerPageDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  list(@Tenant() tenantId: TenantId, @Query() query: ListCustomersQuery): Promise<CustomerPageDto> {
    return this.listCustomers.page(tenantId, query);
  }
}
