import { Body, Controller, HttpCode, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { BatchReplyDto, EventBatchDto, EventDto } from '#libs/dto';
import { KeyAccess } from '../http/access/key-access.js';
import { ErrorDto } from '../http/errors/error.dto.js';
import { IngestQuery } from './ingest-query.dto.js';
import { RefusedBatchDto } from './refused-batch.dto.js';
import { type Caller, CurrentCaller, CustomWebhookGuard, SendsEvents } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { originOf } from '../http/request/request-context.js';
import { refusalOf, toBatchReply } from './batch-reply.js';
import { CustomWebhookPipe } from './custom-webhook.pipe.js';
import type { EventBatch } from './event-batch.pipe.js';
import { OptionalHeader } from './optional-header.js';
import { keySource, receiveBatch } from './receive-batch.js';

const HOW_TO_SIGN = `Needs the API key **and** a signature of the body with the webhook secret, in one of two forms:

- \`X-Webhook-Signature: sha256=<hex HMAC-SHA256 of the body>\`, keyed with the secret as it was shown, \`whsec_\` included (or with the
  bytes that its base64 stands for). \`X-Service-Signature\` and \`X-Hub-Signature-256\` are other names for it.
- The three headers of [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` (within 300 s) and
  \`webhook-signature\`.

Sign the bytes of the body as you send them; for a compressed body, the compressed bytes. Every signature that you send must be valid.`;

const EVENT = { $ref: getSchemaPath(EventDto) };

@ApiTags('Webhooks')
@ApiExtraModels(EventBatchDto, EventDto)
@SendsEvents()
@Controller('webhooks/custom')
@UseGuards(CustomWebhookGuard)
// The decorator below the others comes first.
@KeyAccess('ingest')
export class CustomWebhookController {
  constructor(private readonly ingestion: Ingestion) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({ summary: 'Send customer events as a signed webhook', description: HOW_TO_SIGN })
  @OptionalHeader('X-Webhook-Signature', 'One of the two forms', { type: 'string', example: `sha256=${'0'.repeat(64)}` })
  @OptionalHeader('webhook-id', 'Unique per message', { type: 'string', minLength: 1, maxLength: 255 })
  @OptionalHeader('webhook-timestamp', 'Unix seconds', { type: 'string', example: '1763683340' })
  @OptionalHeader('webhook-signature', '`v1,<base64>`, or several with spaces between', { type: 'string' })
  @ApiBody({ schema: { oneOf: [{ $ref: getSchemaPath(EventBatchDto) }, { type: 'array', minItems: 1, items: EVENT }, EVENT] } })
  @ApiResponse({ status: 202, type: BatchReplyDto, description: 'At least one event was not rejected; `results` lists each event' })
  @ApiResponse({
    status: 400,
    type: RefusedBatchDto,
    description: 'The body has no events or too many, or every event was rejected (then with `results`)',
  })
  @ApiResponse({ status: 401, type: ErrorDto, description: 'The API key or the signature is missing or not valid, or no secret is set' })
  @ApiResponse({ status: 413, type: ErrorDto, description: 'The body is larger than the plan allows' })
  @ApiResponse({ status: 415, type: ErrorDto, description: 'The signature is valid, but the body is not JSON' })
  @ApiResponse({ status: 503, type: ErrorDto, description: 'The events may not be stored. It is safe to send them again' })
  async create(
    @CurrentCaller() caller: Caller,
    @Body(CustomWebhookPipe) batch: EventBatch,
    @Query() query: IngestQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const options = { dryRun: query.dry_run === 'true', source: keySource(caller, 'webhook'), origin: originOf(response) };
    const reply = toBatchReply(await receiveBatch(this.ingestion, caller, batch, options));
    // No 207 here: most webhook senders retry after any status except 200 and 202.
    return reply.rejected < reply.results.length ? reply : (response.status(400), refusalOf(reply, response));
  }
}
