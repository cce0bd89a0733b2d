import { ChurnApiError } from '../errors.js';
import type { BatchReplyDto } from '../generated/api.js';
import { isRecord } from '../http/read-answer.js';
import type { HttpCaller, SendingOptions } from '../http/http-caller.js';
import type { EventResult, WrittenEvent } from './churn-event.js';

export interface SendOptions extends SendingOptions {
  /** Imported history: the service scores it after fresh events and sends no webhooks for it. */
  readonly backfill?: boolean;
  /** With `backfill`: these are its last events. The service then fits its model at once, and not only after a quiet period. */
  readonly backfillDone?: boolean;
  /** The upload that the events belong to, from `uploads.create`. */
  readonly uploadId?: string | null;
  /** With `uploadId`: these are its last events. */
  readonly uploadDone?: boolean;
  /** Validates all events and stores nothing. */
  readonly dryRun?: boolean;
  /** Called for each warning about a batch: events were stored, but fields of them count for nothing. */
  readonly onWarning?: (warning: string) => void;
}

/** Maximum size of a request: below 8 MiB, which every plan accepts. */
export interface BatchLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Every plan accepts this many events in one request; Enterprise accepts more. */
const SAFE_BATCH = 100;
export const BATCH_LIMITS: BatchLimits = { events: SAFE_BATCH, bytes: 4 * 1024 * 1024 };

/** Length of an empty batch, including its flags. */
const ENVELOPE_BYTES = 160;

/** Sends events in batches that the service accepts, one after the other, and returns a result for each event. */
export class EventSender {
  private largest: number;

  constructor(
    private readonly http: HttpCaller,
    private readonly limits: BatchLimits,
  ) {
    this.largest = limits.events;
  }

  /** Number of events per request, as known so far. It shrinks when the plan refuses a batch. */
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
   * @returns a result for each event, in the given order.
   * @throws the errors of Transport. Earlier batches may be stored then; sending all events again is safe.
   */
  async send(events: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    const results: EventResult[] = [];
    while (results.length < events.length) {
      const rest = events.slice(results.length);
      const before = results.length;
      const batch = rest.slice(0, this.countOfBatch(rest));
      const sent = await this.sendBatch(batch, batch.length < rest.length ? notDone(options) : options);
      results.push(...sent.map((result, index) => ({ ...result, index: before + index })));
    }
    return results;
  }

  private async sendBatch(batch: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    const body = `{"events":[${batch.map(({ json }) => json).join(',')}]${flagsOf(options)}}`;
    const query = options.dryRun === true ? { dry_run: 'true' } : undefined;
    try {
      const reply = await this.http.send('POST /events', { query }, body, options, (answer) => hasResults(answer, batch.length));
      return answered(reply as BatchReplyDto, options);
    } catch (error) {
      if (!(error instanceof ChurnApiError)) throw error;
      // When the service rejects every event of a batch, it answers 400 with a result for each.
      if (error.status === 400 && hasResults(error.body, batch.length)) return answered(error.body, options);
      return this.sendSmaller(error, batch, options);
    }
  }

  /** Sends a refused batch again in smaller parts, if its size was the reason. */
  private async sendSmaller(error: ChurnApiError, batch: readonly WrittenEvent[], options: SendOptions): Promise<EventResult[]> {
    if (error.status === 400 && batch.length > SAFE_BATCH) {
      this.largest = Math.min(this.largest, SAFE_BATCH);
      return this.send(batch, options);
    }
    if (error.status !== 413) throw error;
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) return [tooLarge(only)];
    const half = Math.ceil(batch.length / 2);
    const first = await this.sendBatch(batch.slice(0, half), notDone(options));
    return [...first, ...(await this.sendBatch(batch.slice(half), options))];
  }
}

function answered({ results, warnings = [] }: Pick<BatchReplyDto, 'results' | 'warnings'>, { onWarning }: SendOptions): EventResult[] {
  for (const warning of warnings) onWarning?.(warning);
  return [...results];
}

const notDone = (options: SendOptions): SendOptions => ({ ...options, backfillDone: false, uploadDone: false });

function flagsOf({ backfill, backfillDone, uploadId, uploadDone }: SendOptions): string {
  const flags = {
    ...(backfill === true && { backfill, ...(backfillDone === true && { backfill_done: true }) }),
    ...(uploadId != null && { upload_id: uploadId, ...(uploadDone === true && { upload_done: true }) }),
  };
  const json = JSON.stringify(flags).slice(1, -1);
  return json === '' ? '' : `,${json}`;
}

const STATUSES: readonly unknown[] = ['accepted', 'duplicate', 'rejected'] satisfies EventResult['status'][];

/** Requires one result for each event. Otherwise a caller could get the result of another event. */
function hasResults(body: unknown, count: number): body is Pick<BatchReplyDto, 'results' | 'warnings'> {
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
