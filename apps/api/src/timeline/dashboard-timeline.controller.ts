import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { PageQuery, PeopleTimelinePageDto } from '#libs/dto';
import { Account, type AccountCaller, Tenant } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { AccountAccess } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { GetTimeline } from './get-timeline.js';

/** Gives signed-in people the timeline of a customer, which otherwise needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/customers')
export class DashboardTimelineController {
  constructor(private readonly getTimeline: GetTimeline) {}

  @Get(':external_id/timeline')
  @ApiOperation({
    summary: 'List what happened with a customer',
    description: 'Like GET /customers/{external_id}/timeline, for people who are signed in, and with the notes of people.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: PeopleTimelinePageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is nothing about this customer' })
  get(
    @Tenant() tenantId: TenantId,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Query() query: PageQuery,
    @Account() person: AccountCaller,
  ): Promise<PeopleTimelinePageDto> {
    return this.getTimeline.pageWithNotes(tenantId, externalId, query, person);
  }
}
