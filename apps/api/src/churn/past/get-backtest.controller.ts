import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { BacktestDto, PageQuery } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { GetBacktest } from './get-backtest.js';
import { KeyAccess } from '../../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn')
export class GetBacktestController {
  constructor(private readonly getBacktest: GetBacktest) {}

  @Get('backtest')
  @ApiOperation({
    summary: 'Compare a past list with what happened',
    description:
      'Shows whom the list of customers to contact (slipping away, or with a second order due) would have named about three months ago, with a model that knew the orders until then, and which of them ordered in the horizon after it. Nobody contacted them because of it: coming back is what they do by themselves. The worker calculates it after the first model was fitted.',
  })
  @ApiResponse({ status: 200, type: BacktestDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  get(@Tenant() tenantId: TenantId, @Query() query: PageQuery): Promise<BacktestDto> {
    return this.getBacktest.page(tenantId, query);
  }
}
