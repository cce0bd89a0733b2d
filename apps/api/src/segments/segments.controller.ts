import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS, type TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { LargeBody, Tenant } from '#libs/guards';
import { AccountAccess, AlsoForKeys } from '../http/access/account-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { ManageSegments } from './manage-segments.js';
import { ChangeSegmentDto, CreateSegmentDto, DeletedSegmentDto, SegmentDto, SegmentsDto } from './segment.dto.js';

const ID = { name: 'id', description: 'From GET /segments' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such segment' };
const INVALID = { status: 400, type: ErrorDto, description: 'A field is not valid' };

@ApiTags('Segments')
@AccountAccess()
@Controller('segments')
export class SegmentsController {
  constructor(private readonly segments: ManageSegments) {}

  @Get()
  @AlsoForKeys('read')
  @ApiOperation({
    summary: 'List segments with their sizes',
    description:
      'Named sets of customers: conditions, or customers that somebody listed. Customer lists, their CSV files and audiences of campaigns take the id.',
  })
  @ApiResponse({ status: 200, type: SegmentsDto })
  list(@Tenant() tenantId: TenantId): Promise<SegmentsDto> {
    return this.segments.list(tenantId);
  }

  @Post()
  @LargeBody()
  @AlsoForKeys('all')
  @ApiOperation({
    summary: 'Create a segment',
    description: `Days ago, such as \`7d\`, stay relative to the day on which the segment is read. At most ${LIMITS.segments.count} segments.`,
  })
  @ApiResponse({ status: 201, type: SegmentDto })
  @ApiResponse(INVALID)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The name is taken, or you have the most segments' })
  create(@Tenant() tenantId: TenantId, @Body() body: CreateSegmentDto, @Origin() origin: AuditOrigin): Promise<SegmentDto> {
    return this.segments.create(tenantId, body, origin);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Rename a segment or change its conditions',
    description: 'Campaigns with this segment choose by the new conditions from their next send on.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: SegmentDto })
  @ApiResponse(INVALID)
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The segment is ready-made or lists customers, or the name is taken' })
  change(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Body() body: ChangeSegmentDto,
    @Origin() origin: AuditOrigin,
  ): Promise<SegmentDto> {
    return this.segments.change(tenantId, id, body, origin);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a segment', description: 'The customers stay. A segment that a campaign uses cannot be deleted.' })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: DeletedSegmentDto })
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The segment is ready-made, or campaigns use it: the message names them' })
  remove(@Tenant() tenantId: TenantId, @Param('id') id: string, @Origin() origin: AuditOrigin): Promise<DeletedSegmentDto> {
    return this.segments.remove(tenantId, id, origin);
  }
}
