import { HttpStatus, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { isScopeFor } from '#libs/core';
import { ApiKeys, bodyPlanOf, type Caller, RateLimitGuard } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { isPlainJson, withBody } from '../http/body/read-body.js';
import { originOf } from '../http/request/request-context.js';
import { answerBatch } from './batch-reply.js';
import { EventBatchPipe } from './event-batch.pipe.js';
import { keySource, receiveBatch } from './receive-batch.js';

/**
 * Serves the usual form of `POST /events`: a known key, plain JSON of a known length, no query string. It does the same as the
 * guard, the interceptor and the handler of `IngestController`, with the same functions in the same order, but without Nest
 * between them, which costs several times as much as a single event. Every other request goes on to the controller unchanged.
 */
@Injectable()
export class IngestFastPath implements NestMiddleware {
  private readonly batches = new EventBatchPipe();

  constructor(
    private readonly keys: ApiKeys,
    private readonly limiter: RateLimitGuard,
    private readonly ingestion: Ingestion,
  ) {}

  async use(request: Request & { user?: Caller }, response: Response, next: NextFunction): Promise<void> {
    const caller = isPlain(request) ? await this.keys.callerOf(String(request.headers['x-api-key']), request.ip) : null;
    // The guard of the controller refuses keys with another scope, and suspended tenants.
    if (caller?.key === undefined || caller.isSuspended === true || !isScopeFor(caller.key.scope, 'ingest')) {
      next();
      return;
    }
    request.user = caller;
    await this.limiter.countUntilBody(request, caller, response);
    const outcomes = await withBody(request, response, { plan: bodyPlanOf(request) }, async (body) => {
      await this.keys.requireKey(String(request.headers['x-api-key']), request.ip);
      const batch = this.batches.transform(body);
      return receiveBatch(this.ingestion, caller, batch, { dryRun: false, source: keySource(caller, 'api'), origin: originOf(response) });
    });
    response.status(HttpStatus.ACCEPTED);
    const answer = JSON.stringify(answerBatch(outcomes, response));
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(answer));
    response.end(answer);
  }
}

function isPlain({ headers, url }: Request): boolean {
  return (
    !url.includes('?') &&
    headers['x-api-key'] !== undefined &&
    Number(headers['content-length'] ?? 0) > 0 &&
    headers['content-encoding'] === undefined &&
    isPlainJson(headers)
  );
}
