import { Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AnalyticsDto, AnalyticsQuery, BacktestDto, ModelDto, PageQuery, ScoreHistogramDto } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { ChurnAnalytics } from './churn-analytics.js';
import { GetModel } from './get-model.js';
import { GetBacktest } from './past/get-backtest.js';
import { ScoreHistogram } from './score-histogram.js';

const BAD_QUERY = { status: 422, type: ErrorDto, description: 'A query parameter is not valid' };

@ApiTags('Churn')
@KeyOrAccountAccess('churn', 'read')
export class ChurnController {
  constructor(
    private readonly churnAnalytics: ChurnAnalytics,
    private readonly getBacktest: GetBacktest,
    private readonly getModel: GetModel,
    private readonly scoreHistogram: ScoreHistogram,
  ) {}

  @Get('analytics')
  @ApiOperation({
    summary: 'Get churn analytics',
    description: 'Shows the scores of all customers per day, and the customers most at risk.',
  })
  @ApiResponse({ status: 200, type: AnalyticsDto })
  @ApiResponse(BAD_QUERY)
  analytics(@Tenant() tenantId: TenantId, @Query() { period }: AnalyticsQuery): Promise<AnalyticsDto> {
    return this.churnAnalytics.get(tenantId, period);
  }

  @Get('score-histogram')
  @ApiOperation({ summary: 'Get the distribution of scores', description: 'Helps you to try label thresholds before you set them.' })
  @ApiResponse({ status: 200, type: ScoreHistogramDto })
  histogram(@Tenant() tenantId: TenantId): Promise<ScoreHistogramDto> {
    return this.scoreHistogram.get(tenantId);
  }

  @Get('model')
  @ApiOperation({
    summary: 'Get the model and its quality',
    description:
      'Measures quality against what your customers did: on published scores whose horizon has passed, or on a replay of your history. Says whether the model knows all of your history, and when the horizon changes.',
  })
  @ApiResponse({ status: 200, type: ModelDto })
  model(@Tenant() tenantId: TenantId): Promise<ModelDto> {
    return this.getModel.get(tenantId);
  }

  @Get('backtest')
  @ApiOperation({
    summary: 'Compare a past list with what happened',
    description:
      'Shows whom the list of customers to contact (slipping away, or with a second order due) would have named about three months ago, with a model that knew the orders until then, and which of them ordered in the horizon after it. Nobody contacted them because of it: coming back is what they do by themselves. The worker calculates it after the first model was fitted.',
  })
  @ApiResponse({ status: 200, type: BacktestDto })
  @ApiResponse(BAD_QUERY)
  backtest(@Tenant() tenantId: TenantId, @Query() query: PageQuery): Promise<BacktestDto> {
    return this.getBacktest.page(tenantId, query);
  }
}
