import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { LIMITS, type TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { CampaignResultsDto, OverallResultsDto } from './campaign-results.dto.js';
import { AudiencePreviewDto, CampaignPreviewDto, CampaignSendDto, SendCampaignDto } from './campaign-sending.dto.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { PreviewAudienceDto } from './campaign.dto.js';
import { AtLeast, Tenant } from '#libs/guards';
import { AccountAccess, AlsoForKeys } from '../http/access/account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { OptionalBody } from '../http/body/optional-body.js';
import { CampaignResults } from './campaign-results.js';
import { SendCampaign } from './send-campaign.js';

const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such campaign' };

@ApiTags('Campaigns')
@AccountAccess()
@Controller('campaigns')
export class CampaignSendingController {
  constructor(
    private readonly sendCampaign: SendCampaign,
    private readonly campaignResults: CampaignResults,
  ) {}

  @Post('preview')
  @AtLeast('viewer')
  @AlsoForKeys('read')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Preview the audience of unsaved settings',
    description:
      'Use it while you create or change a campaign. It stores nothing. Fields that are left out have the values of a new campaign.',
  })
  @ApiResponse({ status: 200, type: AudiencePreviewDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid' })
  @ApiResponse({ ...UNKNOWN, description: 'You have no campaign with this `campaign_id`' })
  previewUnsaved(@Tenant() tenantId: TenantId, @Body() body: PreviewAudienceDto): Promise<AudiencePreviewDto> {
    return this.sendCampaign.previewUnsaved(tenantId, body);
  }

  @Post(':id/preview')
  @AtLeast('viewer')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Preview the audience of a campaign',
    description: 'Shows who would get the campaign now, who is left out, and why. It sends nothing.',
  })
  @ApiParam({ name: 'id', format: 'uuid', description: 'From GET /campaigns' })
  @ApiBody({ type: SendCampaignDto, required: false })
  @ApiResponse({ status: 200, type: CampaignPreviewDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid' })
  @ApiResponse(UNKNOWN)
  preview(@Tenant() tenantId: TenantId, @Param('id') id: string, @Body() body: SendCampaignDto): Promise<CampaignPreviewDto> {
    return this.sendCampaign.preview(tenantId, id, body);
  }

  @Post(':id/send')
  @HttpCode(202)
  @OptionalBody()
  @ApiOperation({
    summary: 'Send a campaign',
    description:
      'Sends once per Idempotency-Key: a repeated request with the same key and body returns the same answer and sends nothing. The service then delivers the recipients, a thousand per delivery, signed with your webhook secret. A draft without schedule and trigger becomes active.',
  })
  @ApiParam({ name: 'id', format: 'uuid', description: 'From GET /campaigns' })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: true,
    description: 'Any text of yours, a new one for each send',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.campaign.idempotencyKeyLength },
  })
  @ApiBody({ type: SendCampaignDto, required: false })
  @ApiResponse({ status: 202, type: CampaignSendDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The key is missing or the body not as described' })
  @ApiResponse(UNKNOWN)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description:
      'It is paused or archived, there is no webhook secret, the key was used with another body, the deliveries of its last send are still being made, or your campaigns have 20,000 deliveries under way or ten recipients a day for each customer',
  })
  send(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Body() body: SendCampaignDto,
    @Headers('idempotency-key') key: string | undefined,
    @Origin() origin: AuditOrigin,
  ): Promise<CampaignSendDto> {
    return this.sendCampaign.send(tenantId, id, { key, body, origin });
  }

  @Get('results')
  @AlsoForKeys('read')
  @ApiOperation({
    summary: 'Get the results of all campaigns together',
    description:
      'Compares all customers whom a campaign ever chose with those it would have chosen but for the tenant-wide control group (`control_percent` in the settings). Each counts once, from the first choice on.',
  })
  @ApiResponse({ status: 200, type: OverallResultsDto })
  overall(@Tenant() tenantId: TenantId): Promise<OverallResultsDto> {
    return this.campaignResults.overall(tenantId);
  }

  @Get(':id/results')
  @AlsoForKeys('read')
  @ApiOperation({
    summary: 'Get the results of a campaign',
    description:
      'Counts the customers who ordered within the window, among those contacted and in the control group. The uplift is the difference of the two return rates. A customer counts until another campaign chooses them.',
  })
  @ApiParam({ name: 'id', format: 'uuid', description: 'From GET /campaigns' })
  @ApiResponse({ status: 200, type: CampaignResultsDto })
  @ApiResponse(UNKNOWN)
  results(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<CampaignResultsDto> {
    return this.campaignResults.get(tenantId, id);
  }
}
