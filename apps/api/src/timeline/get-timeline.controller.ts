import { Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { PageQuery, TimelinePageDto } from '#libs/dto';
import { type Caller, CurrentCaller } from '#libs/guards';
import { ExternalIdPipe } from '../customers/external-id.pipe.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { GetTimeline } from './get-timeline.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';

@ApiTags('Customers')
@KeyOrAccountAccess('customers', 'read')
export class GetTimelineController {
  constructor(private readonly getTimeline: GetTimeline) {}

  @Get(':external_id/timeline')
  @ApiOperation({
    summary: 'List what happened with a customer',
    description:
      'Orders, refunds whose order is unknown, other events counted by UTC day and type, score changes, sends of campaigns, and webhook events about the customer, the latest first. Score changes are the first score (the last one of its UTC day), every later change of label or lifecycle, and moves of at least 0.05 by a new model or new settings. Webhook events are listed as long as deliveries are kept. Signed-in people see notes too.',
  })
  @ApiParam({ name: 'external_id', description: 'Your own identifier of the customer, percent-encoded' })
  @ApiResponse({ status: 200, type: TimelinePageDto })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'The service has never received an event of this customer' })
  @ApiResponse({ status: 422, type: ErrorDto, description: 'A query parameter is not valid' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('external_id', ExternalIdPipe) externalId: string,
    @Query() query: PageQuery,
  ): Promise<TimelinePageDto> {
    return this.getTimeline.page(caller, externalId, query);
  }
}
