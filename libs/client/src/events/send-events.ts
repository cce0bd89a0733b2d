import { ChurnApiError } from '../errors.js';
import type { BatchReplyDto } from '../generated/api.js';
import { isRecord } from '../http/read-answer.js';
import type { CallOptions, Transport } from '../http/transport.js';
import type { EventResult, WrittenEvent } from './churn-event.js';

export interface SendOptions extends CallOptions {
  /** Imported history: scored after fresh events, and announced to nobody. */
  readonly backfill?: boolean;
  /** Judge everything, store nothing. */
  readonly dryRun?: boolean;
}

/** Largest request: below the 8 MiB that every plan takes. */
export interface BatchLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Every plan takes so many events at once, Enterprise more. */
const SAFE_BATCH = 100;
export const BATCH_LIMITS: BatchLimits = { events: SAFE_BATCH, bytes: 4 * 1024 * 1024 };

/** Length of a batch with nothing in it, `backfill` included. */
const ENVELOPE_BYTES = 64;

/** Sends events in batches that the service takes, one after the other, and gives each event its result. */
export class EventSender {
  private largest: number;

  constructor(
    private readonly transport: Transport,
    private readonly limits: BatchLimits,
  ) {
    this.largest = limits.events;
  }

  /** Events in one request, as far as is known: a refusal teaches that the plan takes fewer. */
  get batchSize(): number {
    return this.largest;
  }

  /** Returns the number of leading events that fit into one request. */
  countOfBatch(events: readonly WrittenEvent[]): number {
    let bytes = ENVELOPE_BYTES;
    for (const [count, event] of events.entries()) {
      bytes += event.bytes + 1;
      if (count === this.largest || (count > 0 && bytes > this.limits.bytes)) return count;
    }
    return events.length;
  }

  /**
   * @returns a result for each event, in their order.
   * @throws as Transport; then earlier ones may be stored, and sending all of them again is safe.
   */
  async send(events: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    const results: EventResult[] = [];
    while (results.length < events.length) {
      const rest = events.slice(results.length);
      const before = results.length;
      const sent = await this.sendBatch(rest.slice(0, this.countOfBatch(rest)), options);
      results.push(...sent.map((result, index) => ({ ...result, index: before + index })));
    }
    return results;
  }

  private async sendBatch(batch: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    const body = `{"events":[${batch.map(({ json }) => json).join(',')}]${options.backfill === true ? ',"backfill":true' : ''}}`;
    const query = options.dryRun === true ? { dry_run: 'true' } : undefined;
    try {
      const reply = await this.transport.send('POST /events', { query }, body, options, (answer) => hasResults(answer, batch.length));
      return [...(reply as BatchReplyDto).results];
    } catch (error) {
      if (!(error instanceof ChurnApiError)) throw error;
      // A batch of which every event is rejected is answered with 400, and with a result for each.
      if (error.status === 400 && hasResults(error.body, batch.length)) return [...error.body.results];
      return this.sendSmaller(error, batch, options);
    }
  }

  /** After a refusal of the whole: in parts, when that may help. */
  private async sendSmaller(error: ChurnApiError, batch: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    if (error.status === 400 && batch.length > SAFE_BATCH) {
      this.largest = Math.min(this.largest, SAFE_BATCH);
      return this.send(batch, options);
    }
    if (error.status !== 413) throw error;
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) return [tooLarge(only)];
    const half = Math.ceil(batch.length / 2);
    const first = await this.sendBatch(batch.slice(0, half), options);
    return [...first, ...(await this.sendBatch(batch.slice(half), options))];
  }
}

const STATUSES: readonly unknown[] = ['accepted', 'duplicate', 'rejected'] satisfies EventResult['status'][];

/** One result for each event: anything less would tell a caller of one event what became of another. */
function hasResults(body: unknown, count: number): body is { readonly results: EventResult[] } {
  const results = isRecord(body) ? body['results'] : null;
  if (!Array.isArray(results) || results.length !== count) return false;
  return results.every((result: unknown) => isRecord(result) && STATUSES.includes(result['status']));
}

const tooLarge = ({ event, bytes }: WrittenEvent): EventResult => ({
  event_id: event.event_id,
  status: 'rejected',
  index: 0,
  code: 'too_large',
  error: `the event has ${bytes} bytes: more than the service takes in one request`,
});
