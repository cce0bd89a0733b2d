import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { AnalyticsDto, AnalyticsQuery } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Tenant } from '#libs/guards';
import { ChurnAnalytics } from './churn-analytics.js';
import { KeyAccess } from '../http/access/key-access.js';

@ApiTags('Churn')
@KeyAccess('read')
@Controller('churn')
export class GetAnalyticsController {
  constructor(private readonly churnAnalytics: ChurnAnalytics) {}

  @Get('analytics')
  @ApiOperation({
    summary: 'Get churn analytics',
    description: 'Shows the scores of all customers per day, and the customers most at risk.',
  })
  @ApiResponse({ status: 200, type: AnalyticsDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'The period is not one of the allowed values' })
  get(@Tenant() tenantId: TenantId, @Query() { period }: AnalyticsQuery): Promise<AnalyticsDto> {
    return this.churnAnalytics.get(tenantId, period);
  }
}
