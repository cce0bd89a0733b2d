import { HttpStatus, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AppError, PLANS } from '#libs/core';
import { ApiKeys, type Caller, RateLimitGuard } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { admit, refuseOversized } from '../http/body/body-admission.js';
import { parseJson } from '../http/body/json-bytes.js';
import { originOf } from '../http/request/request-context.js';
import { answerBatch } from './batch-reply.js';
import { EventBatchPipe } from './event-batch.pipe.js';
import { receiveBatch } from './receive-batch.js';

const PLAIN_JSON = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Serves the usual form of `POST /events`: a known key, plain JSON of a known length, no query string. It does the same as the
 * guard, the interceptor and the handler of `IngestController`, with the same functions in the same order, but without Nest
 * between them, which costs several times as much as a single event. Every other request goes on to the controller unchanged.
 */
@Injectable()
export class IngestDoor implements NestMiddleware {
  private readonly batches = new EventBatchPipe();

  constructor(
    private readonly keys: ApiKeys,
    private readonly limiter: RateLimitGuard,
    private readonly ingestion: Ingestion,
  ) {}

  async use(request: Request & { user?: Caller }, response: Response, next: NextFunction): Promise<void> {
    const caller = isPlain(request) ? await this.keys.callerOf(String(request.headers['x-api-key'])) : null;
    if (caller === null) {
      next();
      return;
    }
    request.user = caller;
    await this.limiter.countCaller(caller, response);
    const limit = PLANS[caller.plan].maxBodyBytes;
    if (Number(request.headers['content-length']) > limit) await refuseOversized(request, response, limit);
    const bytes = await readAll(request);
    admit(request, response, bytes, 'utf-8');
    const batch = this.batches.transform(parseJson(bytes));
    const outcomes = await receiveBatch(this.ingestion, caller, batch, { dryRun: false, origin: originOf(response) });
    response.status(HttpStatus.ACCEPTED);
    const body = JSON.stringify(answerBatch(outcomes, response));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  }
}

function isPlain({ headers, url }: Request): boolean {
  return (
    !url.includes('?') &&
    headers['x-api-key'] !== undefined &&
    Number(headers['content-length'] ?? 0) > 0 &&
    headers['content-encoding'] === undefined &&
    PLAIN_JSON.test(headers['content-type'] ?? '')
  );
}

/** @returns the body in the length that Content-Length states. A caller that disconnects early gets no answer. */
function readAll(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once('error', () => reject(new AppError('validation_error', 'the body cannot be read: request aborted')));
  });
}
