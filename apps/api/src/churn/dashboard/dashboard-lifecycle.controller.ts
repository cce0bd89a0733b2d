import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { LifecycleAnalyticsDto, LifecycleAnalyticsQuery } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { LifecycleAnalytics } from '../lifecycle-analytics.js';
import { AccountAccess } from '../../http/access/account-access.js';

/** Gives signed-in people the answer of `/analytics/lifecycle`, which needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/analytics')
export class DashboardLifecycleController {
  constructor(private readonly lifecycleAnalytics: LifecycleAnalytics) {}

  @Get('lifecycle')
  @ApiOperation({
    summary: 'Get lifecycles and expected revenue',
    description: 'Like GET /analytics/lifecycle, for people who are signed in.',
  })
  @ApiResponse({ status: 200, type: LifecycleAnalyticsDto })
  get(@Tenant() tenantId: TenantId, @Query() { trend_days: days }: LifecycleAnalyticsQuery): Promise<LifecycleAnalyticsDto> {
    return this.lifecycleAnalytics.get(tenantId, days);
  }
}
