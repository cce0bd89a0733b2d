import { Body, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BatchReplyDto, EventBatchDto } from '#libs/dto';
import { ErrorDto } from '../http/errors/error.dto.js';
import { EventTypeListDto } from './event-types.dto.js';
import { ListEventTypes } from './list-event-types.js';
import { IngestQuery } from './ingest-query.dto.js';
import { RefusedBatchDto } from './refused-batch.dto.js';
import { AtLeast, type Caller, CurrentCaller, isPerson, LargeBody, NeedsScope, SendsEvents } from '#libs/guards';
import type { AuditOrigin } from '#libs/tenants';
import { Ingestion } from '#libs/ingestion';
import { originOf } from '../http/request/request-context.js';
import { answerBatch } from './batch-reply.js';
import { PseudonymKeyDto } from './pseudonym-key.dto.js';
import { PseudonymKeys } from './pseudonym-keys.js';
import { EventBatchPipe, type EventBatch } from './event-batch.pipe.js';
import { keySource, receiveBatch } from './receive-batch.js';
import { KeyOrAccountAccess } from '../http/access/key-or-account-access.js';
import { Origin } from '../http/request/audit-origin.js';
import { NoteUpload } from './note-upload.js';

const PSEUDONYM_KEY =
  'An import replaces e-mail addresses, phone numbers and names by keyed hashes before it sends them. With this key it gets the same pseudonym for a person as a connected shop and every other import.';

@ApiTags('Events')
@KeyOrAccountAccess('events')
export class IngestController {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly eventTypes: ListEventTypes,
    private readonly pseudonymKeys: PseudonymKeys,
    private readonly uploads: NoteUpload,
  ) {}

  @Post()
  @NeedsScope('ingest')
  @AtLeast('admin')
  @LargeBody()
  @SendsEvents('until body')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Send customer events',
    description:
      'The service stores an event once, however often you send it. Scores follow within seconds. A person may send up to 1000 events in a batch, and the audit log tells once an hour who does.',
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
    @Origin() origin: AuditOrigin,
  ): Promise<object> {
    const options = { dryRun: query.dry_run === 'true', origin: originOf(response) };
    if (!isPerson(caller)) {
      return answerBatch(await receiveBatch(this.ingestion, caller, batch, { ...options, source: keySource(caller, 'api') }), response);
    }
    if (!options.dryRun) await this.uploads.note(caller.tenantId, caller.userId, origin);
    const source = { via: 'upload', sender: null } as const;
    return answerBatch(await receiveBatch(this.ingestion, { ...caller, plan: 'upload' }, batch, { ...options, source }), response);
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
