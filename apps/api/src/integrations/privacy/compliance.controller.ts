import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AppError } from '#libs/core';
import { AcceptedDto, UnauthorizedDto } from '../../ingest/storefront/storefront-webhook.dto.js';
import { ComplianceGuard, Storefront, type StorefrontCall, UnsignedError } from '#libs/guards';
import { PlatformResources, PlatformResourcesPipe } from '../../ingest/storefront/platform-resources.pipe.js';
import { ApiStorefrontWebhook } from '../../ingest/storefront/storefront-docs.js';
import { HandleComplianceRequest } from './handle-compliance-request.js';

@ApiTags('Integrations')
@Controller('integrations/storefront/compliance')
@UseGuards(ComplianceGuard)
export class ComplianceController {
  constructor(private readonly comply: HandleComplianceRequest) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Receive privacy requests of a storefront platform',
    description:
      'Accepts the topics `customers/data_request`, `customers/redact`, `shop/redact` and `app/uninstalled`. The platform signs with the secret of the app. The body names the shop; the header is not signed, so it is not used.',
  })
  @ApiStorefrontWebhook()
  @ApiResponse({
    status: 202,
    type: AcceptedDto,
    description:
      'The request is recorded. `accepted` counts the connections that it concerns: 0 for an unknown shop, and for a call that was carried out before or is older than the connection',
  })
  @ApiResponse({
    status: 401,
    type: UnauthorizedDto,
    description: 'The signature is missing or not valid, or header and body name different shops',
  })
  async create(@Storefront() call: StorefrontCall, @Body(PlatformResourcesPipe) { list }: PlatformResources): Promise<AcceptedDto> {
    if (call.kind === 'ping') throw new UnsignedError();
    if (list.length !== 1) throw new AppError('validation_error', `the body holds ${list.length} requests: it must be one JSON object`);
    return { accepted: await this.comply.handle(call, list[0]) };
  }
}
