import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBasicAuth, ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Caller, CurrentCaller, RateLimitGuard, SendsEvents } from '#libs/guards';
import type { Fields } from '#libs/storefront';
import type { AuditOrigin } from '#libs/tenants';
import { KeyAccess } from '../http/access/key-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { Origin } from '../http/request/audit-origin.js';
import { originOf } from '../http/request/request-context.js';
import { CallBodyPipe, CALLS, callsOf, requestsIn } from './calls-of.js';
import { ReceiveCalls } from './receive-calls.js';
import { SegmentAnswerDto, SegmentCallDto } from './segment-call.dto.js';

@ApiTags('Events')
@SendsEvents()
@Controller('segment/v1')
@KeyAccess('ingest')
@ApiBasicAuth('write_key')
export class SegmentCallsController {
  constructor(
    private readonly receiveCalls: ReceiveCalls,
    private readonly limiter: RateLimitGuard,
  ) {}

  @Post(':call')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Receive calls of Segment clients',
    description:
      'Takes what clients of Segment and RudderStack send. The API key is the user name of basic authentication, or is sent in `X-API-Key`. Events of the e-commerce and e-mail specifications become events of the service, and `alias` joins two identifiers. Refused and unused calls appear in the log of events (`GET /events?status=rejected`): the answer does not name them, because clients drop a request that is refused. A request counts as several when it has more calls than a batch of the plan, or changes a hundred customers or more. `import` is a batch of history, for which no webhook is sent.',
  })
  @ApiParam({ name: 'call', enum: CALLS, description: 'The kind of call. A batch has calls of several kinds' })
  @ApiBody({ type: SegmentCallDto })
  @ApiResponse({ status: 200, type: SegmentAnswerDto, description: 'The calls were received. The log of events says what was refused' })
  @ApiResponse({
    status: 400,
    type: ErrorDto,
    description: 'The body is not an object, or its batch is not an array of at most 2500 calls',
  })
  @ApiResponse({ status: 404, type: ErrorDto, description: 'There is no such call' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Not certainly stored; sending the request again is safe' })
  async receive(
    @CurrentCaller() caller: Caller,
    @Param('call') call: string,
    @Body(CallBodyPipe) body: Fields,
    @Res({ passthrough: true }) response: Response,
    @Origin() auditOrigin: AuditOrigin,
  ): Promise<SegmentAnswerDto> {
    const calls = callsOf(call, body);
    // The guard has counted one of them.
    await this.limiter.countFurther(caller, response, requestsIn(calls, caller.plan) - 1);
    await this.receiveCalls.receive({ caller, origin: originOf(response), auditOrigin }, calls);
    return { success: true };
  }
}
