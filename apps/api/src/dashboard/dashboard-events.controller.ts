import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { BatchReplyDto, EventBatchDto } from '#libs/dto';
import { ErrorDto } from '../http/error.dto.js';
import { RefusedBatchDto } from '../ingest/refused-batch.dto.js';
import { Account, type AccountCaller, PlanBody } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { OwnerAccess } from '../http/account-access.js';
import { answerBatch } from '../ingest/batch-reply.js';
import { EventBatchPipe, type EventBatch } from '../ingest/event-batch.pipe.js';

/** What `POST /events` takes from the key of a tenant, for its owners, who try the service out or send what a server has missed. */
@ApiTags('Dashboard')
@OwnerAccess()
@Controller('dashboard/events')
export class DashboardEventsController {
  constructor(private readonly ingestion: Ingestion) {}

  @Post()
  @HttpCode(202)
  @PlanBody()
  @ApiOperation({ summary: 'As POST /events', description: 'Owners only.' })
  @ApiBody({ type: EventBatchDto })
  @ApiResponse({ status: 202, type: BatchReplyDto, description: 'None rejected: what is accepted is stored and will be scored' })
  @ApiResponse({ status: 207, type: BatchReplyDto, description: 'Some rejected, each with its reason; the others are stored' })
  @ApiResponse({
    status: 400,
    type: RefusedBatchDto,
    description: 'Not a batch, empty, too many, or all rejected (then with `results` too)',
  })
  @ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than the plan allows' })
  async create(
    @Account() { tenantId, plan }: AccountCaller,
    @Body(EventBatchPipe) batch: EventBatch,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const options = { backfill: batch.backfill, dryRun: false };
    return answerBatch(await this.ingestion.batch(tenantId, batch.within(plan), options), response);
  }
}
