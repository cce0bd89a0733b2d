import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { ChurnDetailDto, CustomerPageDto, ErasureDto, ListCustomersQuery, OrderPageDto, PageQuery } from '#libs/dto';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { AtLeast, Tenant } from '#libs/guards';
import { CustomerWithTraitsDto } from '../../customers/customer-with-traits.dto.js';
import { ExternalIdPipe } from '../../customers/external-id.pipe.js';
import { GetChurn } from '../get-churn.js';
import { EraseCustomer } from '../../customers/erase/erase-customer.js';
import { GetCustomer } from '../../customers/get-customer.js';
import { ListCustomers } from '../../customers/list-customers.js';
import { ListOrders } from '../../customers/list-orders.js';
import { AccountAccess } from '../../http/access/account-access.js';
import { Origin } from '../../http/request/audit-origin.js';

const EXTERNAL_ID = { name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'There is nothing about this customer' };

/** Gives signed-in people the answers of `/customers`, which needs an API key, and the orders of a customer. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/customers')
export class DashboardCustomersController {
  constructor(
    private readonly listCustomers: ListCustomers,
    private readonly getCustomer: GetCustomer,
    private readonly getChurn: GetChurn,
    private readonly listOrders: ListOrders,
    private readonly eraseCustomer: EraseCustomer,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List customers with their scores', description: 'Like GET /customers, for people who are signed in.' })
  @ApiResponse({ status: 200, type: CustomerPageDto })
  list(@Tenant() tenantId: TenantId, @Query() query: ListCustomersQuery): Promise<CustomerPageDto> {
    return this.listCustomers.page(tenantId, query);
  }

  @Get(':external_id')
  @ApiOperation({
    summary: 'Get a customer with the current score',
    description: 'Like GET /customers/{external_id}, for people who are signed in.',
  })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 200, type: CustomerWithTraitsDto })
  @ApiResponse(UNKNOWN)
  get(@Tenant() tenantId: TenantId, @Param('external_id', ExternalIdPipe) externalId: string): Promise<CustomerWithTraitsDto> {
    return this.getCustomer.get(tenantId, externalId);
  }

  @Get(':external_id/churn')
  @ApiOperation({
    summary: 'Get the score of a customer',
    description: 'Like GET /customers/{customer_id}/churn, for people who are signed in.',
  })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 200, type: ChurnDetailDto })
  @ApiResponse(UNKNOWN)
  churn(@Tenant() tenantId: TenantId, @Param('external_id', ExternalIdPipe) externalId: string): Promise<ChurnDetailDto> {
    return this.getChurn.get(tenantId, externalId);
  }

  @Get(':external_id/orders')
  @ApiOperation({ summary: 'List the orders of a customer', description: 'The latest order comes first.' })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 200, type: OrderPageDto })
  @ApiResponse(UNKNOWN)
  orders(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Query() query: PageQuery,
  ): Promise<OrderPageDto> {
    return this.listOrders.page(tenantId, externalId, query);
  }

  @Delete(':external_id')
  @HttpCode(202)
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Erase a customer',
    description: 'Owners and admins only. Like DELETE /customers/{external_id}, for people who are signed in.',
  })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 202, type: ErasureDto, description: 'The erasure job. A repeated request returns the same job' })
  @ApiResponse(UNKNOWN)
  erase(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Origin() origin: AuditOrigin,
  ): Promise<ErasureDto> {
    return this.eraseCustomer.start(tenantId, externalId, origin);
  }
}
