import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import { PageQuery } from '#libs/dto';
import { Tenant } from '#libs/guards';
import { AccountAccess } from '../http/access/account-access.js';
import { OptionalBody } from '../http/body/optional-body.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { ContactedDto, RecipientsQuery, SendingDto, SendingPageDto } from './campaign-sends.dto.js';
import { DownloadRecipients } from './download-recipients.js';
import { ListCampaignSends } from './list-campaign-sends.js';
import { RecordListOutcome } from './record-list-outcome.js';

const ID = { name: 'id', format: 'uuid', description: 'From GET /campaigns' };
const SEND_ID = { name: 'send_id', format: 'uuid', description: 'From GET /campaigns/{id}/sends' };
const UNKNOWN = { status: 404, type: ErrorDto, description: 'You have no such campaign, or it has no such send' };

@ApiTags('Campaigns')
@AccountAccess()
@Controller('campaigns')
export class CampaignSendsController {
  constructor(
    private readonly listSends: ListCampaignSends,
    private readonly downloadRecipients: DownloadRecipients,
    private readonly recordListOutcome: RecordListOutcome,
  ) {}

  @Get(':id/sends')
  @ApiOperation({
    summary: 'List the sends of a campaign',
    description: 'Shows when each was sent, by what, and how many of its recipients the deliveries have reached.',
  })
  @ApiParam(ID)
  @ApiResponse({ status: 200, type: SendingPageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such campaign' })
  sends(@Tenant() tenantId: TenantId, @Param('id') id: string, @Query() query: PageQuery): Promise<SendingPageDto> {
    return this.listSends.page(tenantId, id, query);
  }

  @Get(':id/sends/:send_id/recipients.csv')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Download the recipients of a send',
    description:
      'CSV in UTF-8 with the columns `external_id`, `score`, `label`, `lifecycle`, `to_win` (`revenue_at_risk`; empty where the day of the last order is not known), `currency`, `delivery` (`contacted`, `not contacted yet`, or `not contacted`: the delivery or the list was given up), `reason` (the first one of the score; empty where the answer about the customer has none), `marketing_consent` (`yes`, `no` or `unknown`), `arm` and `arm_text` (empty without arms). All are those of now. It leaves out the control group, and customers who were erased or deleted or have unsubscribed or refused marketing since, as deliveries do. Recipients of sends older than 400 days may be deleted. Text that a spreadsheet would take for a formula begins with an apostrophe.',
  })
  @ApiParam(ID)
  @ApiParam(SEND_ID)
  @ApiResponse({ status: 200, description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } })
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The deliveries of the send are being made: try again in a minute' })
  recipients(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Param('send_id') sendId: string,
    @Query() { arm }: RecipientsQuery,
  ): Promise<StreamableFile> {
    return this.downloadRecipients.open(tenantId, { campaignId: id, sendId, arm: arm ?? null });
  }

  @Post(':id/sends/:send_id/contacted')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Say that a list was used',
    description:
      'For a campaign with the channel `download`: its customers count as contacted from now on, or from `contacted_at` on, and so does the control group with which they are compared. A second call changes nothing.',
  })
  @ApiParam(ID)
  @ApiParam(SEND_ID)
  @ApiBody({ type: ContactedDto, required: false })
  @ApiResponse({ status: 200, type: SendingDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: '`contacted_at` is before the list or in the future' })
  @ApiResponse(UNKNOWN)
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The list is being made or was given up, or the campaign goes to your server' })
  contacted(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Param('send_id') sendId: string,
    @Body() { contacted_at: at }: ContactedDto,
    @Origin() origin: AuditOrigin,
  ): Promise<SendingDto> {
    return this.recordListOutcome.contacted(tenantId, id, sendId, typeof at === 'string' ? new Date(at) : null, origin);
  }

  @Post(':id/sends/:send_id/give-up')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Give up a list',
    description:
      'For a campaign with the channel `download`: nobody will contact these customers, so the next sending can choose them. A list that is not used within 14 days is given up by itself. A second call changes nothing.',
  })
  @ApiParam(ID)
  @ApiParam(SEND_ID)
  @ApiResponse({ status: 200, type: SendingDto })
  @ApiResponse(UNKNOWN)
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'The list is being made or its customers were contacted, or the campaign goes to your server',
  })
  giveUp(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Param('send_id') sendId: string,
    @Origin() origin: AuditOrigin,
  ): Promise<SendingDto> {
    return this.recordListOutcome.giveUp(tenantId, id, sendId, origin);
  }
}
