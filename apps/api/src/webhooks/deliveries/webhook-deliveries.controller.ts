import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/tenants';
import {
  DeliveryDetailDto,
  DeliveryPageDto,
  DeliveryStatsDto,
  DeliveryStatsQuery,
  ListDeliveriesQuery,
  RecoverDeliveriesDto,
  RecoveryDto,
  TestWebhookDto,
} from './webhook-delivery.dto.js';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { Account, type AccountCaller, AtLeast, Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../../http/access/account-access.js';
import { ViewersSeeHosts } from '../../http/access/viewers-see-hosts.js';
import { Origin } from '../../http/request/audit-origin.js';
import { CausedBy } from '../../http/request/caused-by.js';
import { OptionalBody } from '../../http/body/optional-body.js';
import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';

@ApiTags('Settings')
@AccountAccess()
@ViewersSeeHosts()
@Controller('settings/webhook')
export class WebhookDeliveriesController {
  constructor(
    private readonly listDeliveries: ListDeliveries,
    private readonly replayDeliveries: ReplayDeliveries,
    private readonly sendTestWebhook: SendTestWebhook,
    private readonly deliveryStats: DeliveryStats,
  ) {}

  @Get('deliveries')
  @ApiOperation({
    summary: 'List webhook deliveries',
    description: 'Includes deliveries that still wait. The service keeps a successful delivery for 30 days and a dead letter for 90 days.',
  })
  @ApiResponse({ status: 200, type: DeliveryPageDto })
  list(@Tenant() tenantId: TenantId, @Query() query: ListDeliveriesQuery): Promise<DeliveryPageDto> {
    return this.listDeliveries.page(tenantId, query);
  }

  @Get('deliveries/:id')
  @ApiOperation({ summary: 'Get a webhook delivery', description: 'Includes the body that was sent and the result of each attempt.' })
  @ApiParam({ name: 'id', format: 'uuid', description: 'From GET /settings/webhook/deliveries' })
  @ApiResponse({ status: 200, type: DeliveryDetailDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such delivery' })
  get(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<DeliveryDetailDto> {
    return this.listDeliveries.detail(tenantId, id);
  }

  @Post('deliveries/:id/replay')
  @HttpCode(202)
  @OptionalBody()
  @ApiOperation({
    summary: 'Replay a webhook delivery',
    description: 'The delivery gets all its attempts again and goes to the current endpoint. Its id and its body do not change.',
  })
  @ApiParam({ name: 'id', format: 'uuid', description: 'From GET /settings/webhook/deliveries' })
  @ApiResponse({ status: 202, type: DeliveryDetailDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such delivery' })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'It cannot be sent: the URL or the secret is missing, the endpoint is disabled, or its content was erased',
  })
  replay(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<DeliveryDetailDto> {
    return this.replayDeliveries.replayOne(tenantId, id, origin, cause);
  }

  @Post('recover')
  @AtLeast('admin')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Recover failed deliveries of a period',
    description:
      'Owners and admins only. Replays dead letters, unless `statuses` names other deliveries. One call covers at most 14 days and replays at most 10000 deliveries, oldest first. To go on, repeat the call for dead letters; for others, begin with a later `since`.',
  })
  @ApiResponse({ status: 202, type: RecoveryDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not valid, or the period is too long' })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'Nothing can be sent: the URL or the secret is missing, or the endpoint is disabled',
  })
  recover(
    @Tenant() tenantId: TenantId,
    @Body() body: RecoverDeliveriesDto,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<RecoveryDto> {
    return this.replayDeliveries.span(tenantId, body, origin, cause);
  }

  @Post('test')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Send a test webhook',
    description:
      'Sends a made-up event at once, signed like any other, with the header `X-Service-Test: true`. The endpoint has 4 s to answer. There is one attempt.',
  })
  @ApiBody({ type: TestWebhookDto, required: false })
  @ApiResponse({ status: 200, type: DeliveryDetailDto, description: 'The test was sent; `status` says whether the endpoint accepted it' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'The URL or the secret is missing' })
  test(@Account() caller: AccountCaller, @Body() body: TestWebhookDto, @CausedBy() cause: JobOrigin): Promise<DeliveryDetailDto> {
    return this.sendTestWebhook.send(caller, caller.tenantId, body, cause);
  }

  @Get('stats')
  @ApiOperation({
    summary: 'Get delivery statistics',
    description: 'Counts successful deliveries and measures the time from the score to the first attempt.',
  })
  @ApiResponse({ status: 200, type: DeliveryStatsDto })
  stats(@Tenant() tenantId: TenantId, @Query() query: DeliveryStatsQuery): Promise<DeliveryStatsDto> {
    return this.deliveryStats.get(tenantId, query.period);
  }
}
