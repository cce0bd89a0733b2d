import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { ErasureDto } from '#libs/dto';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../external-id.pipe.js';
import { Origin } from '../../http/request/audit-origin.js';
import { EraseCustomer } from './erase-customer.js';
import { KeyAccess } from '../../http/access/key-access.js';

@ApiTags('Customers')
@KeyAccess('all')
@Controller('customers')
export class EraseCustomerController {
  constructor(private readonly eraseCustomer: EraseCustomer) {}

  @Delete(':external_id')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Erase a customer',
    description:
      'Erases events, orders, scores, history and outbound webhooks. What was received before this request is erased. An event that is received later stays and creates a new customer, also while the job runs.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
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
