import { Controller, Get, Header, Query, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Tenant } from '#libs/guards';
import { KeyAccess } from '../../http/access/key-access.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { ExportFileQuery } from './export-customers.dto.js';
import { ExportCustomers } from './export-customers.js';

const FILE = { schema: { type: 'string', format: 'binary' } };

/** Sends all customers in one answer. Its module registers it before `GET /customers/{external_id}`, which would match this path too. */
@ApiTags('Customers')
@KeyAccess('read')
@Controller('customers/export')
export class ExportCustomersController {
  constructor(private readonly exportCustomers: ExportCustomers) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Export all customers',
    description:
      'One request instead of a page for each 200 customers, with the filters of GET /customers; `limit` has no effect. The customers are in the order of their creation, each of them once. In CSV, text that a spreadsheet would take for a formula begins with an apostrophe. A connection that ends early means that the file is not complete. A customer whose own identifier is `export` is at `/customers/%65xport`.',
  })
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': FILE, 'application/x-ndjson': FILE } })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Two downloads of the tenant are running' })
  export(@Tenant() tenantId: TenantId, @Query() query: ExportFileQuery): Promise<StreamableFile> {
    return this.exportCustomers.open(tenantId, query, query.format);
  }
}
