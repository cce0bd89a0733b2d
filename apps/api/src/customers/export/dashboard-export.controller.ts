import { Body, Controller, Get, Header, HttpCode, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AtLeast, LargeBody, Tenant } from '#libs/guards';
import { ExportCustomersQuery } from './export-customers.dto.js';
import { ExportCustomers } from './export-customers.js';
import { AccountAccess } from '../../http/access/account-access.js';
import { ChosenCustomersDto } from './chosen-customers.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';

/** Sends the customer list as a file. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard')
export class DashboardExportController {
  constructor(private readonly exportCustomers: ExportCustomers) {}

  @Get('customers.csv')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Download customers as a file',
    description:
      'CSV in UTF-8 of all customers that match, with the filters of GET /dashboard/customers; `limit` has no effect. The customers are in the order of their creation, each of them once. Text that a spreadsheet would take for a formula begins with an apostrophe.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Two downloads of the tenant are running' })
  download(@Tenant() tenantId: TenantId, @Query() query: ExportCustomersQuery): Promise<StreamableFile> {
    return this.exportCustomers.open(tenantId, query);
  }

  @Post('customers.csv')
  @HttpCode(200)
  @AtLeast('viewer')
  @LargeBody()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Download chosen customers as a file',
    description: 'Like GET /dashboard/customers.csv, of up to 10,000 customers that you name. Unknown ones are left out.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The list of customers is not valid' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Two downloads of the tenant are running' })
  downloadChosen(@Tenant() tenantId: TenantId, @Body() body: ChosenCustomersDto): Promise<StreamableFile> {
    return this.exportCustomers.openChosen(tenantId, body.customer_ids);
  }
}
