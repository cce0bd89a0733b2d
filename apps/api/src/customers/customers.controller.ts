import { Body, Delete, Get, Header, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { CustomerPageDto, ErasureDto, ListCustomersQuery, OrderPageDto, PageQuery } from '#libs/dto';
import { AtLeast, LargeBody, NeedsScope, Tenant } from '#libs/guards';
import type { AuditOrigin } from '#libs/tenants';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { CustomerWithTraitsDto } from './customer-with-traits.dto.js';
import { EraseCustomer } from './erase/erase-customer.js';
import { ChosenCustomersDto } from './export/chosen-customers.dto.js';
import { ExportFileQuery } from './export/export-customers.dto.js';
import { ExportCustomers } from './export/export-customers.js';
import { ExternalIdPipe } from './external-id.pipe.js';
import { GetCustomer } from './get-customer.js';
import { ListCustomers } from './list-customers.js';
import { ListOrders } from './list-orders.js';

const EXTERNAL_ID = { name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'The service has never received an event of this customer' };
const BAD_QUERY = { status: 422, type: ErrorDto, description: 'A query parameter is not valid' };
const BUSY = { status: 503, type: ErrorDto, description: 'Two downloads of the tenant are running' };
const FILE = { schema: { type: 'string', format: 'binary' } };

@ApiTags('Customers')
@KeyOrAccountAccess('customers', 'read')
export class CustomersController {
  constructor(
    private readonly listCustomers: ListCustomers,
    private readonly exportCustomers: ExportCustomers,
    private readonly getCustomer: GetCustomer,
    private readonly listOrders: ListOrders,
    private readonly eraseCustomer: EraseCustomer,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List customers with their scores',
    description:
      'The customers most at risk come first, unless `sort` says otherwise. To read all pages, take `sort=created_asc`: scores change at any time, and by score a customer can be missed.',
  })
  @ApiResponse({ status: 200, type: CustomerPageDto })
  @ApiResponse(BAD_QUERY)
  list(@Tenant() tenantId: TenantId, @Query() query: ListCustomersQuery): Promise<CustomerPageDto> {
    return this.listCustomers.page(tenantId, query);
  }

  // Before the operations with an identifier in its place.
  @Get('export')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Export all customers',
    description:
      'One request instead of a page for each 200 customers, with the filters of GET /customers; `limit` has no effect. The customers are in the order of their creation, each of them once. In CSV, text that a spreadsheet would take for a formula begins with an apostrophe. A connection that ends early means that the file is not complete. A customer whose own identifier is `export` is at `/customers/%65xport`.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': FILE, 'application/x-ndjson': FILE } })
  @ApiResponse(BAD_QUERY)
  @ApiResponse(BUSY)
  export(@Tenant() tenantId: TenantId, @Query() query: ExportFileQuery): Promise<StreamableFile> {
    return this.exportCustomers.open(tenantId, query, query.format);
  }

  @Post('export')
  @HttpCode(200)
  @AtLeast('viewer')
  @LargeBody()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Export chosen customers',
    description: 'A CSV like that of GET /customers/export, of up to 10,000 customers that you name. Unknown ones are left out.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': FILE } })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The list of customers is not valid' })
  @ApiResponse(BUSY)
  exportChosen(@Tenant() tenantId: TenantId, @Body() body: ChosenCustomersDto): Promise<StreamableFile> {
    return this.exportCustomers.openChosen(tenantId, body.customer_ids);
  }

  @Get(':external_id')
  @ApiOperation({ summary: 'Get a customer with the current score' })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({ status: 200, type: CustomerWithTraitsDto })
  @ApiResponse(UNKNOWN)
  get(@Tenant() tenantId: TenantId, @Param('external_id', ExternalIdPipe) externalId: string): Promise<CustomerWithTraitsDto> {
    return this.getCustomer.get(tenantId, externalId);
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
  @NeedsScope('all')
  @AtLeast('admin')
  @ApiOperation({
    summary: 'Erase a customer',
    description:
      'Erases events, orders, scores, history and outbound webhooks. What was received before this request is erased. An event that is received later stays and creates a new customer, also while the job runs.',
  })
  @ApiParam(EXTERNAL_ID)
  @ApiResponse({
    status: 202,
    type: ErasureDto,
    description: 'The erasure job. A request that is repeated before it ends returns the same job, and covers what was received since',
  })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The service stores nothing about this customer' })
  erase(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Origin() origin: AuditOrigin,
  ): Promise<ErasureDto> {
    return this.eraseCustomer.start(tenantId, externalId, origin);
  }
}
