import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { StorefrontTakenDto, UnauthorizedDto } from './storefront-webhook.dto.js';
import { Storefront, type StorefrontCall, StorefrontWebhookGuard } from '#libs/guards';
import type { Topic } from '#libs/storefront';
import { originOf } from '../../http/request/request-context.js';
import { answerTo } from './answer-to.js';
import { PlatformResources, PlatformResourcesPipe } from './platform-resources.pipe.js';
import { ApiStorefrontWebhook, WHAT_COUNTS } from './storefront-docs.js';
import { TakeWebhook } from './take-webhook.js';

@ApiTags('Webhooks')
@ApiParam({ name: 'tenant_id', format: 'uuid', description: 'Your tenant, from GET /tenant' })
@ApiResponse({ status: 200, type: StorefrontTakenDto, description: 'A ping without a signature, `webhook_id=N`: nothing is stored' })
@ApiResponse({ status: 202, type: StorefrontTakenDto, description: 'What is accepted is stored and will be scored' })
@ApiResponse({
  status: 401,
  type: UnauthorizedDto,
  description: 'Not signed by the shop that this tenant has connected. The same answer whatever is wrong',
})
@Controller('webhooks/storefront/t/:tenant_id')
@UseGuards(StorefrontWebhookGuard)
export class StorefrontWebhookController {
  constructor(private readonly takeWebhook: TakeWebhook) {}

  @Post('orders')
  @HttpCode(202)
  @ApiOperation({ summary: 'Receive orders of the connected storefront', description: WHAT_COUNTS })
  @ApiStorefrontWebhook()
  orders(
    @Storefront() call: StorefrontCall,
    @Body(PlatformResourcesPipe) body: PlatformResources,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StorefrontTakenDto> {
    return this.take(call, 'orders/create', body, response);
  }

  @Post('customers')
  @HttpCode(202)
  @ApiOperation({ summary: 'Receive customers of the connected storefront', description: WHAT_COUNTS })
  @ApiStorefrontWebhook()
  customers(
    @Storefront() call: StorefrontCall,
    @Body(PlatformResourcesPipe) body: PlatformResources,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StorefrontTakenDto> {
    return this.take(call, 'customers/create', body, response);
  }

  private take(call: StorefrontCall, assumed: Topic, body: PlatformResources, response: Response): Promise<StorefrontTakenDto> {
    return answerTo(call, response, (signed) => this.takeWebhook.take(signed, assumed, body.list, originOf(response)));
  }
}
