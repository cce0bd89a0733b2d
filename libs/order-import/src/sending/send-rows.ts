import type { OutgoingEvent } from '../outgoing-event.js';
import type { EventSender, SentEvent } from './event-sender.js';

/** Events that belong together, with the place they come from (a line of a file, or an index). */
export interface SendingRow {
  readonly position: number;
  readonly events: readonly OutgoingEvent[];
}

/** An event that the service refused, and the reason. */
interface Refusal {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
}

/** The outcome of the rows after the previous outcome, up to and including `upTo`. */
export interface BatchOutcome {
  readonly upTo: number;
  readonly sentAt: Date;
  readonly accepted: readonly OutgoingEvent[];
  /** Those of them that correct what an earlier import said. */
  readonly corrected: number;
  readonly duplicates: number;
  /** Duplicates of stored events with different content; the service keeps the first. */
  readonly conflicts: number;
  readonly refusals: readonly Refusal[];
}

export interface SendingOptions {
  /** Validates all events and stores nothing. */
  readonly dryRun?: boolean;
  readonly backfill?: boolean;
  /** The last of these rows end the backfill: they are sent when all others are answered. */
  readonly endsBackfill?: boolean;
  /** The upload that the rows belong to. They are all of its rows. */
  readonly uploadId?: string | null;
  /** Called in the order of the rows, independent of the order of the answers. */
  readonly onOutcome: (outcome: BatchOutcome) => void | Promise<void>;
  /** Stops sending before the next batch, but waits for batches in flight. */
  readonly signal?: AbortSignal;
}

const REQUESTS_IN_FLIGHT = 4;

interface Sending {
  readonly client: EventSender;
  readonly dryRun: boolean;
  readonly backfill: boolean;
  readonly uploadId: string | null;
  readonly abandon: AbortController;
}

/**
 * Sends rows through `POST /events`, several batches at once; the events of one row stay in one batch.
 * @throws what the sender throws when the service refuses a whole batch or cannot be reached. Outcomes that were reported stay valid.
 */
export async function sendRows(
  client: EventSender,
  rows: Iterable<SendingRow> | AsyncIterable<SendingRow>,
  options: SendingOptions,
): Promise<void> {
  const sending: Sending = {
    client,
    dryRun: options.dryRun ?? false,
    backfill: options.backfill ?? true,
    uploadId: options.uploadId ?? null,
    abandon: new AbortController(),
  };
  const inFlight: Promise<BatchOutcome>[] = [];
  let inFlightAllowed = 1;
  const reportOldest = async (): Promise<void> => {
    const oldest = inFlight.shift();
    if (oldest !== undefined) await options.onOutcome(await oldest);
  };
  const reportAll = async (): Promise<void> => {
    while (inFlight.length > 0) await reportOldest();
  };
  try {
    for await (const { batch, isLast } of batches(rows, () => client.batchSize)) {
      if (options.signal?.aborted === true) break;
      const endsBackfill = isLast && options.endsBackfill === true;
      const uploadDone = isLast && sending.uploadId !== null;
      if (endsBackfill || uploadDone) await reportAll();
      inFlight.push(markHandled(sendBatch(sending, batch, { endsBackfill, uploadDone })));
      if (inFlight.length >= inFlightAllowed) await reportOldest();
      // The first batch goes alone: its answer tells the allowed batch size for all others.
      inFlightAllowed = REQUESTS_IN_FLIGHT;
    }
    await reportAll();
  } finally {
    sending.abandon.abort();
  }
}

/** Marks a promise as handled. A batch may fail while we still wait for an older one; its failure is thrown in order. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

interface Batch {
  readonly batch: readonly SendingRow[];
  readonly isLast: boolean;
}

async function* batches(rows: Iterable<SendingRow> | AsyncIterable<SendingRow>, largest: () => number): AsyncGenerator<Batch> {
  let batch: SendingRow[] = [];
  let size = 0;
  for await (const row of rows) {
    if (size > 0 && size + row.events.length > largest()) {
      yield { batch, isLast: false };
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += row.events.length;
  }
  if (batch.length > 0) yield { batch, isLast: true };
}

async function sendBatch(
  { client, abandon, ...sending }: Sending,
  batch: readonly SendingRow[],
  { endsBackfill, uploadDone }: { readonly endsBackfill: boolean; readonly uploadDone: boolean },
): Promise<BatchOutcome> {
  const placed = batch.flatMap((row) => row.events.map((event) => ({ position: row.position, event })));
  const sentAt = new Date();
  const results = await client.sendEvents(
    placed.map(({ event }) => event),
    { ...sending, backfillDone: endsBackfill, uploadDone, signal: abandon.signal },
  );
  return toOutcome(placed, results, { upTo: batch.at(-1)?.position ?? 0, sentAt });
}

function toOutcome(
  placed: readonly { readonly position: number; readonly event: OutgoingEvent }[],
  results: readonly SentEvent[],
  sent: Pick<BatchOutcome, 'upTo' | 'sentAt'>,
): BatchOutcome {
  const answered = placed.map(({ position, event }, index) => ({ position, event, result: results[index] as SentEvent }));
  const duplicates = results.filter(({ status }) => status === 'duplicate');
  return {
    ...sent,
    accepted: answered.filter(({ result }) => result.status === 'accepted').map(({ event }) => event),
    corrected: results.filter(({ corrected }) => corrected === true).length,
    duplicates: duplicates.length,
    conflicts: duplicates.filter(({ conflict }) => conflict === true).length,
    refusals: answered
      .filter(({ result }) => result.status === 'rejected')
      .map(({ position, event, result }) => ({ position, eventId: event.event_id, reason: result.error ?? 'refused without a reason' })),
  };
}
