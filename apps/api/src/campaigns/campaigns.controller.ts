import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
import {
  CampaignDto,
  CampaignPageDto,
  ChangeCampaignDto,
  CreateCampaignDto,
  ListCampaignsQuery,
  RemovedCampaignDto,
} from './campaign.dto.js';
import { ErrorDto } from '../http/error.dto.js';
import { Tenant } from '#libs/guards';
import { AccountAccess } from '../http/account-access.js';
import { Origin } from '../http/audit-origin.js';
import { ManageCampaigns } from './manage-campaigns.js';

const ID = { name: 'id', format: 'uuid' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such campaign' };
const INVALID = { status: 400, type: ErrorDto, description: 'A field is not valid or unknown; of a URL the rule that it breaks is named' };

@ApiTags('Campaigns')
@AccountAccess()
@Controller('campaigns')
export class CampaignsController {
  constructor(private readonly manageCampaigns: ManageCampaigns) {}

  @Get()
  @ApiOperation({ summary: 'Your campaigns, also archived ones' })
  @ApiResponse({ status: 200, type: CampaignPageDto })
  list(@Tenant() tenantId: TenantId, @Query() query: ListCampaignsQuery): Promise<CampaignPageDto> {
    return this.manageCampaigns.page(tenantId, query);
  }

  @Post()
  @ApiOperation({
    summary: 'A new campaign',
    description: 'A draft is sent by nobody but you; an active one also by its schedule or trigger.',
  })
  @ApiResponse({ status: 201, type: CampaignDto })
  @ApiResponse(INVALID)
  create(@Tenant() tenantId: TenantId, @Body() body: CreateCampaignDto, @Origin() origin: AuditOrigin): Promise<CampaignDto> {
    return this.manageCampaigns.create(tenantId, body, origin);
  }

  @Get(':id')
  @ApiOperation({ summary: 'One campaign' })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: CampaignDto })
  @ApiResponse(UNKNOWN)
  get(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<CampaignDto> {
    return this.manageCampaigns.get(tenantId, id);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Change a campaign',
    description:
      'Holds for what is sent from now on. A `webhook_url` that is given, also the same again, is tried again if it was given up.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: CampaignDto })
  @ApiResponse(INVALID)
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'It is archived, or cannot come to this status from the one that it has' })
  change(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Body() body: ChangeCampaignDto,
    @Origin() origin: AuditOrigin,
  ): Promise<CampaignDto> {
    return this.manageCampaigns.change(tenantId, id, body, origin);
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Delete a campaign, or archive it when it has been sent' })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: RemovedCampaignDto })
  @ApiResponse(UNKNOWN)
  remove(@Tenant() tenantId: TenantId, @Param('id') id: string, @Origin() origin: AuditOrigin): Promise<RemovedCampaignDto> {
    return this.manageCampaigns.remove(tenantId, id, origin);
  }
}
