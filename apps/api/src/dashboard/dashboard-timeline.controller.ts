import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { PageQuery, TimelinePageDto } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { AccountAccess } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { GetTimeline } from '../timeline/get-timeline.js';

/** Gives signed-in people the timeline of a customer, which otherwise needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/customers')
export class DashboardTimelineController {
  constructor(private readonly getTimeline: GetTimeline) {}

  @Get(':external_id/timeline')
  @ApiOperation({
    summary: 'List what happened with a customer',
    description: 'Like GET /customers/{external_id}/timeline, for people who are signed in.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: TimelinePageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is nothing about this customer' })
  get(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Query() query: PageQuery,
  ): Promise<TimelinePageDto> {
    return this.getTimeline.page(tenantId, externalId, query);
  }
}
