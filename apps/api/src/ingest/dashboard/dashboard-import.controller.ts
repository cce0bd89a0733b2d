import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { AtLeast, Tenant } from '#libs/guards';
import { findKnownCustomers, findOwners } from '#libs/ingestion';
import { AccountAccess } from '../../http/access/account-access.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { PSEUDONYM_KEY } from '../ingest.controller.js';
import { KNOWN_CUSTOMERS } from '../order-customers/order-customers.controller.js';
import {
  CustomerIdsDto,
  KnownCustomersDto,
  OrderCustomersDto,
  OrderIdsDto,
  toOrderCustomers,
} from '../order-customers/order-customers.dto.js';
import { CustomerIdsPipe, IdList, OrderIdsPipe } from '../order-customers/order-ids.pipe.js';
import { PseudonymKeyDto } from '../pseudonym-key.dto.js';
import { PseudonymKeys } from '../pseudonym-keys.js';

/** Answers what the dashboard asks before it sends the orders of a file. It reads the file in the browser. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/import')
export class DashboardImportController {
  constructor(
    private readonly database: Database,
    private readonly pseudonymKeys: PseudonymKeys,
  ) {}

  @Get('pseudonym-key')
  @ApiOperation({
    summary: 'Get the key of pseudonyms',
    description: `${PSEUDONYM_KEY} The dashboard also searches for an e-mail address by it.`,
  })
  @ApiResponse({ status: 200, type: PseudonymKeyDto })
  pseudonymKey(@Tenant() tenantId: TenantId): Promise<PseudonymKeyDto> {
    return this.pseudonymKeys.show(tenantId);
  }

  @Post('by-orders')
  @AtLeast('viewer')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Find the customers of orders',
    description: 'Like POST /customers/by-orders. The dashboard also searches by an order number with it.',
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
  @ApiOperation({ summary: 'Find out which customers are known', description: `Owners and admins only. ${KNOWN_CUSTOMERS}` })
  @ApiBody({ type: CustomerIdsDto })
  @ApiResponse({ status: 200, type: KnownCustomersDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid' })
  async known(@Tenant() tenantId: TenantId, @Body(CustomerIdsPipe) { list }: IdList): Promise<KnownCustomersDto> {
    return { data: await this.database.transaction(tenantId, (db) => findKnownCustomers(db, list)) };
  }
}
