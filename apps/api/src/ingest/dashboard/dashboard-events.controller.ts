import { Body, Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BatchReplyDto, EventBatchDto } from '#libs/dto';
import { ErrorDto } from '../../http/errors/error.dto.js';
import { IngestQuery } from '../ingest-query.dto.js';
import { RefusedBatchDto } from '../refused-batch.dto.js';
import { Account, type AccountCaller, LargeBody } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { AccountAccess } from '../../http/access/account-access.js';
import type { AuditOrigin } from '#libs/tenants';
import { Origin } from '../../http/request/audit-origin.js';
import { originOf } from '../../http/request/request-context.js';
import { answerBatch } from '../batch-reply.js';
import { EventBatchPipe, type EventBatch } from '../event-batch.pipe.js';
import { receiveBatch } from '../receive-batch.js';
import { NoteUpload } from './note-upload.js';

/** Does what `POST /events` does, for signed-in people who try the service out or upload their orders. */
@ApiTags('Dashboard')
@AccountAccess('admin')
@Controller('dashboard/events')
export class DashboardEventsController {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly uploads: NoteUpload,
  ) {}

  @Post()
  @HttpCode(202)
  @LargeBody()
  @ApiOperation({
    summary: 'Send customer events',
    description:
      'Owners and admins only. Like POST /events, for people who are signed in, with up to 1000 events in a batch. The audit log tells once an hour who sends events.',
  })
  @ApiBody({ type: EventBatchDto })
  @ApiResponse({ status: 202, type: BatchReplyDto, description: 'No event was rejected. Accepted events are stored and will be scored' })
  @ApiResponse({ status: 207, type: BatchReplyDto, description: 'Some events were rejected, each with its reason. The others are stored' })
  @ApiResponse({
    status: 400,
    type: RefusedBatchDto,
    description: 'The body is not a batch, is empty, has too many events, or every event was rejected (then with `results`)',
  })
  @ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than the plan allows' })
  async create(
    @Account() account: AccountCaller,
    @Body(EventBatchPipe) batch: EventBatch,
    @Query() query: IngestQuery,
    @Res({ passthrough: true }) response: Response,
    @Origin() origin: AuditOrigin,
  ): Promise<object> {
    const dryRun = query.dry_run === 'true';
    if (!dryRun) await this.uploads.note(account.tenantId, account.userId, origin);
    const options = { dryRun, source: { via: 'upload', sender: null } as const, origin: originOf(response) };
    return answerBatch(await receiveBatch(this.ingestion, { tenantId: account.tenantId, plan: 'upload' }, batch, options), response);
  }
}
