import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AcceptedDto, UnauthorizedDto } from './storefront-webhook.dto.js';
import { NeedsScope, SendsEvents, Storefront, type StorefrontCall, StorefrontKeyGuard } from '#libs/guards';
import type { Topic } from '#libs/storefront';
import { originOf } from '../../http/request/request-context.js';
import { answerTo } from './answer-to.js';
import { PlatformResources, PlatformResourcesPipe } from './platform-resources.pipe.js';
import { ApiStorefrontWebhook, WHAT_COUNTS } from './storefront-docs.js';
import { TakeWebhook } from './take-webhook.js';

@ApiTags('Webhooks')
@ApiSecurity('key')
@NeedsScope('ingest')
@SendsEvents()
@ApiResponse({ status: 200, type: AcceptedDto, description: 'A ping without a signature, `webhook_id=N`: nothing is stored' })
@ApiResponse({ status: 202, type: AcceptedDto, description: 'What is accepted is stored and will be scored' })
@ApiResponse({ status: 401, type: UnauthorizedDto, description: 'The API key or the signature of the platform is missing or not valid' })
@Controller('webhooks/storefront')
@UseGuards(StorefrontKeyGuard)
export class StorefrontKeyController {
  constructor(private readonly takeWebhook: TakeWebhook) {}

  @Post('orders')
  @HttpCode(202)
  @ApiOperation({ summary: 'Pass on signed orders of a storefront', description: WHAT_COUNTS })
  @ApiStorefrontWebhook()
  orders(
    @Storefront() call: StorefrontCall,
    @Body(PlatformResourcesPipe) body: PlatformResources,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedDto> {
    return this.take(call, 'orders/create', body, response);
  }

  @Post('customers')
  @HttpCode(202)
  @ApiOperation({ summary: 'Pass on signed customers of a storefront', description: WHAT_COUNTS })
  @ApiStorefrontWebhook()
  customers(
    @Storefront() call: StorefrontCall,
    @Body(PlatformResourcesPipe) body: PlatformResources,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedDto> {
    return this.take(call, 'customers/update', body, response);
  }

  private async take(call: StorefrontCall, assumed: Topic, body: PlatformResources, response: Response): Promise<AcceptedDto> {
    const { accepted } = await answerTo(call, response, (signed) => this.takeWebhook.take(signed, assumed, body.list, originOf(response)));
    return { accepted };
  }
}
