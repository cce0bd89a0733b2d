import { Body, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { AtLeast, Tenant } from '#libs/guards';
import { findKnownCustomers, findOwners } from '#libs/ingestion';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { CustomerIdsDto, KnownCustomersDto, OrderCustomersDto, OrderIdsDto, toOrderCustomers } from './order-customers.dto.js';
import { CustomerIdsPipe, IdList, OrderIdsPipe } from './order-ids.pipe.js';
import { KeyOrAccountAccess } from '../../http/access/key-or-account-access.js';

const KNOWN_CUSTOMERS =
  'Returns which of these customers any event has named. An import of a list of customers asks, so that it states the marketing consent of customers of the shop only and creates none.';

@ApiTags('Customers')
@KeyOrAccountAccess('customers', 'import')
export class OrderCustomersController {
  constructor(private readonly database: Database) {}

  @Post('by-orders')
  @AtLeast('viewer')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Find the customers of orders',
    description:
      'Returns which customer has each order. An import asks before it sends orders of people whom it knows by their e-mail address only, so that a connected shop and the import do not make two customers of one. Unknown orders are left out, and so are orders of the last seconds.',
  })
  @ApiBody({ type: OrderIdsDto })
  @ApiResponse({ status: 200, type: OrderCustomersDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid' })
  async find(@Tenant() tenantId: TenantId, @Body(OrderIdsPipe) { list }: IdList): Promise<OrderCustomersDto> {
    return toOrderCustomers(await this.database.transaction(tenantId, (db) => findOwners(db, list)));
  }

  @Post('known')
  @AtLeast('admin')
  @HttpCode(200)
  @ApiOperation({ summary: 'Find out which customers are known', description: KNOWN_CUSTOMERS })
  @ApiBody({ type: CustomerIdsDto })
  @ApiResponse({ status: 200, type: KnownCustomersDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid' })
  async known(@Tenant() tenantId: TenantId, @Body(CustomerIdsPipe) { list }: IdList): Promise<KnownCustomersDto> {
    return { data: await this.database.transaction(tenantId, (db) => findKnownCustomers(db, list)) };
  }
}
