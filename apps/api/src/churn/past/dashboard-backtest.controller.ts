import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { BacktestDto, PageQuery } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { GetBacktest } from './get-backtest.js';
import { AccountAccess } from '../../http/access/account-access.js';

/** Gives signed-in people the answer of `/churn/backtest`, which needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard')
export class DashboardBacktestController {
  constructor(private readonly getBacktest: GetBacktest) {}

  @Get('backtest')
  @ApiOperation({
    summary: 'Compare a past list with what happened',
    description: 'Like GET /churn/backtest, for people who are signed in.',
  })
  @ApiResponse({ status: 200, type: BacktestDto })
  get(@Tenant() tenantId: TenantId, @Query() query: PageQuery): Promise<BacktestDto> {
    return this.getBacktest.page(tenantId, query);
  }
}
