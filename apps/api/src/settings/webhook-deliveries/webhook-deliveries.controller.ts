import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { TenantId } from '#libs/core';
import type { AuditOrigin } from '#libs/database';
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
import { ErrorDto } from '../../http/error.dto.js';
import { Tenant } from '#libs/guards';
import type { JobOrigin } from '#libs/queues';
import { AccountAccess } from '../../http/account-access.js';
import { Origin } from '../../http/audit-origin.js';
import { CausedBy } from '../../http/caused-by.js';
import { OptionalBody } from '../../http/optional-body.js';
import { DeliveryStats } from './delivery-stats.js';
import { ListDeliveries } from './list-deliveries.js';
import { ReplayDeliveries } from './replay-deliveries.js';
import { SendTestWebhook } from './send-test-webhook.js';

@ApiTags('Settings')
@AccountAccess()
@Controller('settings/webhook')
export class WebhookDeliveriesController {
  constructor(
    private readonly listDeliveries: ListDeliveries,
    private readonly replayDeliveries: ReplayDeliveries,
    private readonly sendTestWebhook: SendTestWebhook,
    private readonly deliveryStats: DeliveryStats,
  ) {}

  @Get('deliveries')
  @ApiOperation({ summary: 'What was sent, or will be', description: 'Kept for 30 days after success, for 90 as a dead letter.' })
  @ApiResponse({ status: 200, type: DeliveryPageDto })
  list(@Tenant() tenantId: TenantId, @Query() query: ListDeliveriesQuery): Promise<DeliveryPageDto> {
    return this.listDeliveries.page(tenantId, query);
  }

  @Get('deliveries/:id')
  @ApiOperation({ summary: 'One delivery with what was sent and how each attempt went' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiResponse({ status: 200, type: DeliveryDetailDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such delivery' })
  get(@Tenant() tenantId: TenantId, @Param('id') id: string): Promise<DeliveryDetailDto> {
    return this.listDeliveries.detail(tenantId, id);
  }

  @Post('deliveries/:id/replay')
  @HttpCode(202)
  @OptionalBody()
  @ApiOperation({
    summary: 'Send a delivery again',
    description: 'It begins afresh, with all its attempts, and goes to where announcements go now. Its id and its bytes stay.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiResponse({ status: 202, type: DeliveryDetailDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'You have no such delivery' })
  @ApiResponse({
    status: 409,
    type: ErrorDto,
    description: 'It cannot be sent: there is no URL or secret, the endpoint is off, its content was erased',
  })
  replay(
    @Tenant() tenantId: TenantId,
    @Param('id') id: string,
    @Origin() origin: AuditOrigin,
    @CausedBy() cause: JobOrigin,
  ): Promise<DeliveryDetailDto> {
    return this.replayDeliveries.one(tenantId, id, origin, cause);
  }

  @Post('recover')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send again what was not delivered within a span of time',
    description: 'Dead letters unless `statuses` says otherwise; the oldest 10000 of at most 14 days, oldest first.',
  })
  @ApiResponse({ status: 202, type: RecoveryDto })
  @ApiResponse({ status: 400, type: ErrorDto, description: 'The body is not as described, or the span is too long' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'Nothing can be sent: there is no URL or secret, or the endpoint is off' })
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
    summary: 'Send a made-up announcement at once',
    description: 'Signed like any other, with the header `X-Service-Test: true`. The receiver has 4 s to answer, and there is one attempt.',
  })
  @ApiBody({ type: TestWebhookDto, required: false })
  @ApiResponse({ status: 200, type: DeliveryDetailDto, description: 'It was sent; `status` tells whether it was taken' })
  @ApiResponse({ status: 409, type: ErrorDto, description: 'There is no URL or secret' })
  test(@Tenant() tenantId: TenantId, @Body() body: TestWebhookDto, @CausedBy() cause: JobOrigin): Promise<DeliveryDetailDto> {
    return this.sendTestWebhook.send(tenantId, body, cause);
  }

  @Get('stats')
  @ApiOperation({ summary: 'How many deliveries succeed, and how soon after the score their first attempt begins' })
  @ApiResponse({ status: 200, type: DeliveryStatsDto })
  stats(@Tenant() tenantId: TenantId, @Query() query: DeliveryStatsQuery): Promise<DeliveryStatsDto> {
    return this.deliveryStats.get(tenantId, query.period);
  }
}
