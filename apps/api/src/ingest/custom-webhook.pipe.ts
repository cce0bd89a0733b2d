import { Injectable, type PipeTransform } from '@nestjs/common';
import { type EventBatch, EventBatchPipe } from './event-batch.pipe.js';

/** Accepts `{events: […]}`, `[…]` or one event, because many webhook senders cannot choose the shape of their body. */
@Injectable()
export class CustomWebhookPipe implements PipeTransform<unknown, EventBatch> {
  private readonly batches = new EventBatchPipe();

  transform(body: unknown): EventBatch {
    return this.batches.transform(asBatch(body));
  }
}

function asBatch(body: unknown): unknown {
  if (Array.isArray(body)) return { events: body };
  const isOneEvent = typeof body === 'object' && body !== null && !Object.hasOwn(body, 'events');
  return isOneEvent ? { events: [body] } : body;
}
