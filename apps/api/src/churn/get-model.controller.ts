import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { ErrorDto } from '../http/errors/error.dto.js';
import { ModelDto } from '#libs/dto';
import { ApiKeyGuard, Tenant } from '#libs/guards';
import { GetModel } from './get-model.js';

@ApiTags('Churn')
@ApiSecurity('key')
@ApiResponse({ status: 401, type: ErrorDto, description: 'The API key is missing or not valid' })
@Controller('churn')
@UseGuards(ApiKeyGuard)
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
