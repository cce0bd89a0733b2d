import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AppError } from '#libs/core';
import { AcceptedDto, UnauthorizedDto } from '../../ingest/storefront/storefront-webhook.dto.js';
import { ComplianceGuard, OwnComplianceGuard, Storefront, type StorefrontCall, UnsignedError } from '#libs/guards';
import { PlatformResources, PlatformResourcesPipe } from '../../ingest/storefront/platform-resources.pipe.js';
import { ApiStorefrontWebhook } from '../../ingest/storefront/storefront-docs.js';
import { HandleComplianceRequest } from './handle-compliance-request.js';

@ApiTags('Integrations')
@Controller('integrations/storefront')
export class ComplianceController {
  constructor(private readonly comply: HandleComplianceRequest) {}

  @Post('compliance')
  @HttpCode(202)
  @UseGuards(ComplianceGuard)
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
  create(@Storefront() call: StorefrontCall, @Body(PlatformResourcesPipe) body: PlatformResources): Promise<AcceptedDto> {
    return this.accept(call, body);
  }

  @Post('t/:tenant_id/compliance')
  @HttpCode(202)
  @UseGuards(OwnComplianceGuard)
  @ApiOperation({
    summary: "Receive privacy requests of a merchant's own app",
    description:
      'Like POST /integrations/storefront/compliance, for one tenant: signed with the secret of the app that the tenant has registered at the platform. The header must name the shop of the body, and the address carries the key of `compliance_url` from GET /integrations/storefront/own-app.',
  })
  @ApiParam({ name: 'tenant_id', format: 'uuid', description: 'Your tenant, from GET /tenant' })
  @ApiStorefrontWebhook()
  @ApiResponse({
    status: 202,
    type: AcceptedDto,
    description: 'The request is recorded. `accepted` counts the connections that it concerns: 0 for a call that was carried out before',
  })
  @ApiResponse({
    status: 401,
    type: UnauthorizedDto,
    description: 'Not signed by the own app of this tenant in the shop that header and body name, or the address lacks the right key',
  })
  createOwn(@Storefront() call: StorefrontCall, @Body(PlatformResourcesPipe) body: PlatformResources): Promise<AcceptedDto> {
    return this.accept(call, body);
  }

  private async accept(call: StorefrontCall, { list }: PlatformResources): Promise<AcceptedDto> {
    if (call.kind === 'ping') throw new UnsignedError();
    if (list.length !== 1) throw new AppError('validation_error', `the body holds ${list.length} requests: it must be one JSON object`);
    return { accepted: await this.comply.handle(call, list[0]) };
  }
}
