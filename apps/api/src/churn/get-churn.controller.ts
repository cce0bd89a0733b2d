import { Get, Param } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ChurnDetailDto } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { GetChurn } from './get-churn.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';

@ApiTags('Churn')
@KeyOrAccountAccess('customers', 'read')
export class GetChurnController {
  constructor(private readonly getChurn: GetChurn) {}

  @Get(':customer_id/churn')
  @ApiOperation({ summary: 'Get the score of a customer', description: 'Includes the strongest reasons and the latest scores.' })
  @ApiParam({ name: 'customer_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: ChurnDetailDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The service has never received an event of this customer' })
  get(@Tenant() tenantId: TenantId, @Param('customer_id', ExternalIdPipe) externalId: string): Promise<ChurnDetailDto> {
    return this.getChurn.get(tenantId, externalId);
  }
}
