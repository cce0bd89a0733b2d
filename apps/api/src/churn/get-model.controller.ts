import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ModelDto } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { GetModel } from './get-model.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn')
export class GetModelController {
  constructor(private readonly getModel: GetModel) {}

  @Get('model')
  @ApiOperation({
    summary: 'Get the model and its quality',
    description:
      'Measures quality against what your customers did: on published scores whose horizon has passed, or on a replay of your history. Says whether the model knows all of your history, and when the horizon changes.',
  })
  @ApiResponse({ status: 200, type: ModelDto })
  get(@Tenant() tenantId: TenantId): Promise<ModelDto> {
    return this.getModel.get(tenantId);
  }
}
