import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BatchReplyDto, EventBatchDto } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { EventTypeListDto } from './event-types.dto.js';
import { ListEventTypes } from './list-event-types.js';
import { IngestQuery } from './ingest-query.dto.js';
import { RefusedBatchDto } from './refused-batch.dto.js';
import { type Caller, CurrentCaller, NeedsScope, SendsEvents } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { originOf } from '../http/request/request-context.js';
import { answerBatch } from './batch-reply.js';
import { PseudonymKeyDto } from './pseudonym-key.dto.js';
import { PseudonymKeys } from './pseudonym-keys.js';
import { EventBatchPipe, type EventBatch } from './event-batch.pipe.js';
import { keySource, receiveBatch } from './receive-batch.js';
import { KeyAccess } from '../http/access/key-access.js';

export const PSEUDONYM_KEY =
  'An import replaces e-mail addresses, phone numbers and names by keyed hashes before it sends them. With this key it gets the same pseudonym for a person as a connected shop and every other import.';

@ApiTags('Events')
@KeyAccess()
@Controller('events')
export class IngestController {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly eventTypes: ListEventTypes,
    private readonly pseudonymKeys: PseudonymKeys,
  ) {}

  @Post()
  @NeedsScope('ingest')
  @SendsEvents('until body')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send customer events',
    description: 'The service stores an event once, however often you send it. Scores follow within seconds.',
  })
  @ApiBody({ type: EventBatchDto })
  @ApiResponse({ status: 202, type: BatchReplyDto, description: 'No event was rejected. Accepted events are stored and will be scored' })
  @ApiResponse({ status: 207, type: BatchReplyDto, description: 'Some events were rejected, each with its reason. The others are stored' })
  @ApiResponse({
    status: 400,
    type: RefusedBatchDto,
    description:
      'The body is not a batch, is empty, has too many events or more than a million values (an object counts as five), or every event was rejected (then with `results`)',
  })
  @ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than the plan allows' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'Not certainly stored; sending the batch again is safe' })
  async create(
    @CurrentCaller() caller: Caller,
    @Body(EventBatchPipe) batch: EventBatch,
    @Query() query: IngestQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const options = { dryRun: query.dry_run === 'true', source: keySource(caller, 'api'), origin: originOf(response) };
    return answerBatch(await receiveBatch(this.ingestion, caller, batch, options), response);
  }

  @Get('types')
  @NeedsScope('any')
  @ApiOperation({
    summary: 'List the event types',
    description: 'Shows the role of each type (purchase, engagement, negative or profile), and whether your current model uses it.',
  })
  @ApiResponse({ status: 200, type: EventTypeListDto })
  types(@CurrentCaller() { tenantId }: Caller): Promise<EventTypeListDto> {
    return this.eventTypes.list(tenantId);
  }

  @Get('pseudonym-key')
  @NeedsScope('import')
  @ApiOperation({ summary: 'Get the key of pseudonyms', description: PSEUDONYM_KEY })
  @ApiResponse({ status: 200, type: PseudonymKeyDto })
  pseudonymKey(@CurrentCaller() { tenantId }: Caller): Promise<PseudonymKeyDto> {
    return this.pseudonymKeys.show(tenantId);
  }
}
