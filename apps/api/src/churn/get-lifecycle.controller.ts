import { Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { LifecycleAnalyticsDto, LifecycleAnalyticsQuery } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { ErrorDto } from '../http/errors/error.dto.js';
import { LifecycleAnalytics } from './lifecycle-analytics.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';

@ApiTags('Churn')
@KeyOrAccountAccess('analytics', 'read')
export class GetLifecycleController {
  constructor(private readonly lifecycleAnalytics: LifecycleAnalytics) {}

  @Get('lifecycle')
  @ApiOperation({
    summary: 'Get lifecycles and expected revenue',
    description:
      'Shows how many customers are new, active, slipping away or lost, who moved this week, and what they are expected to bring.',
  })
  @ApiResponse({ status: 200, type: LifecycleAnalyticsDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  get(@Tenant() tenantId: TenantId, @Query() { trend_days: days }: LifecycleAnalyticsQuery): Promise<LifecycleAnalyticsDto> {
    return this.lifecycleAnalytics.get(tenantId, days);
  }
}
