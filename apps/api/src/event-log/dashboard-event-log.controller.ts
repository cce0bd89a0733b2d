import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import { Tenant } from '#libs/guards';
import { EventLogPageDto, EventLogQuery } from './event-log.dto.js';
import { ListEvents } from './list-events.js';
import { AccountAccess } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';

/** Gives signed-in people the list of received events, which otherwise needs an API key. */
@ApiTags('Dashboard')
@AccountAccess()
@Controller('dashboard/events')
export class DashboardEventLogController {
  constructor(private readonly listEvents: ListEvents) {}

  @Get()
  @ApiOperation({ summary: 'List received events', description: 'Like GET /events, for people who are signed in.' })
  @ApiResponse({ status: 200, type: EventLogPageDto })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  list(@Tenant() tenantId: TenantId, @Query() query: EventLogQuery): Promise<EventLogPageDto> {
    return this.listEvents.page(tenantId, query);
  }
}
