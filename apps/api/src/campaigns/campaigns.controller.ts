import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS, type TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import {
  CampaignDto,
  CampaignPageDto,
  ChangeCampaignDto,
  CreateCampaignDto,
  ListCampaignsQuery,
  RemovedCampaignDto,
} from './campaign.dto.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Account, type AccountCaller, type Caller, CurrentCaller, FreshProofFor, Tenant } from '#libs/guards';
import { AccountAccess, AlsoForKeys } from '../http/access/account-access.js';
import { ViewersSeeHosts } from '../http/access/viewers-see-hosts.js';
import { Origin } from '../http/request/audit-origin.js';
import { ManageCampaigns } from './manage-campaigns.js';

const ID = { name: 'id', format: 'uuid', description: 'From GET /campaigns' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such campaign' };
const { campaigns, automatic } = LIMITS.campaign;
const INVALID = {
  status: 400,
  type: ErrorDto,
  description: 'A field is unknown or not valid. For a URL, the message names the rule that it breaks',
};

@ApiTags('Campaigns')
@AccountAccess()
@ViewersSeeHosts()
@Controller('campaigns')
export class CampaignsController {
  constructor(private readonly manageCampaigns: ManageCampaigns) {}

  @Get()
  @AlsoForKeys('read')
  @ApiOperation({ summary: 'List campaigns', description: 'Includes archived campaigns.' })
  @ApiResponse({ status: 200, type: CampaignPageDto })
  list(@Tenant() tenantId: TenantId, @Query() query: ListCampaignsQuery): Promise<CampaignPageDto> {
    return this.manageCampaigns.page(tenantId, query);
  }

  @Post()
  @AlsoForKeys('all')
  @FreshProofFor('webhook_url')
  @ApiOperation({
    summary: 'Create a campaign',
    description: `The service sends an active campaign by its schedule or trigger. A draft is sent only when you send it. You can have ${campaigns} campaigns that are not archived; at most ${automatic} active ones can have a schedule or a trigger. A \`webhook_url\` needs a fresh proof (POST /auth/confirm), because it gets data of your customers. With an API key a campaign must be a draft with the channel \`download\` and without \`webhook_url\`, which a person sends.`,
  })
  @ApiResponse({ status: 201, type: CampaignDto })
  @ApiResponse(INVALID)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: `You have ${campaigns} campaigns already, or ${automatic} active ones with a schedule or a trigger`,
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateCampaignDto, @Origin() origin: AuditOrigin): Promise<CampaignDto> {
    return this.manageCampaigns.create(caller, body, origin);
  }

  @Get(':id')
  @AlsoForKeys('read')
  @ApiOperation({ summary: 'Get a campaign' })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: CampaignDto })
  @ApiResponse(UNKNOWN)
  get(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<CampaignDto> {
    return this.manageCampaigns.get(tenantId, id);
  }

  @Patch(':id')
  @FreshProofFor('webhook_url')
  @ApiOperation({
    summary: 'Change a campaign',
    description:
      'Applies to everything that is sent from now on; a new `webhook_url` also moves the deliveries that wait for an attempt. Fields that are left out stay as they are. If the service had disabled the endpoint, a `webhook_url` in the body enables it again, even if the URL is the same. Another URL needs a fresh proof (POST /auth/confirm).',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: CampaignDto })
  @ApiResponse(INVALID)
  @ApiResponse(UNKNOWN)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: `The campaign is archived, its status cannot change to this one, or ${automatic} other active campaigns have a schedule or a trigger`,
  })
  change(
    @Account() caller: AccountCaller,
    @Param('id') id: string,
    @Body() body: ChangeCampaignDto,
    @Origin() origin: AuditOrigin,
  ): Promise<CampaignDto> {
    return this.manageCampaigns.change(caller, id, body, origin);
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Delete or archive a campaign',
    description: 'Deletes a campaign that was never sent, and archives one that was.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: RemovedCampaignDto })
  @ApiResponse(UNKNOWN)
  remove(@Account() caller: AccountCaller, @Param('id') id: string, @Origin() origin: AuditOrigin): Promise<RemovedCampaignDto> {
    return this.manageCampaigns.remove(caller, id, origin);
  }
}
