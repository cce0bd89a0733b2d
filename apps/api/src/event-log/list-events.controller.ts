import { Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Tenant } from '#libs/guards';
import { ErrorDto } from '../http/errors/error.dto.js';
import { EventLogPageDto, EventLogQuery } from './event-log.dto.js';
import { ListEvents } from './list-events.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';

@ApiTags('Events')
@KeyOrAccountAccess('events', 'read')
export class ListEventsController {
  constructor(private readonly listEvents: ListEvents) {}

  @Get()
  @ApiOperation({
    summary: 'List received events',
    description:
      'Accepted and rejected events of the last 30 days, the latest first: accepted ones by the time when they happened, rejected ones by the time of arrival. Without a filter the newest 1000 accepted events that happened in these days are listed; search by customer, order or event for others. Of rejected events the newest 2000 are kept, at most 20 of a request and 200 of a minute in each process, without the values that broke a rule.',
  })
  @ApiResponse({ status: 200, type: EventLogPageDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  list(@Tenant() tenantId: TenantId, @Query() query: EventLogQuery): Promise<EventLogPageDto> {
    return this.listEvents.page(tenantId, query);
  }
}
