import type { OutgoingEvent } from './outgoing-event.js';
import type { Answer, ServiceClient } from './service-client.js';
import { StoppedError } from './stopped-error.js';
import { fieldOf, textOf } from './wire-reading.js';

/** Events that belong together, with the place they come from (a line of a file, or an index). */
export interface SendingRow {
  readonly position: number;
  readonly events: readonly OutgoingEvent[];
}

/** An event that the service did not take, and why. */
interface Refusal {
  readonly position: number;
  readonly eventId: string;
  readonly reason: string;
}

/** What became of the rows up to and including `upTo`, since the outcome before. */
export interface BatchOutcome {
  readonly upTo: number;
  readonly sentAt: Date;
  readonly accepted: readonly OutgoingEvent[];
  readonly duplicates: number;
  /** Duplicates whose id is known with other content; the service keeps the first. */
  readonly conflicts: number;
  readonly refusals: readonly Refusal[];
}

export interface SendingOptions {
  /** Path of the events endpoint, with its query. */
  readonly path?: string;
  readonly backfill?: boolean;
  /** Called in the order of the rows, whatever order the answers come in. */
  readonly onOutcome: (outcome: BatchOutcome) => void | Promise<void>;
  /** Stops before the next batch; batches on their way are still waited for. */
  readonly signal?: AbortSignal;
}

const REQUESTS_IN_FLIGHT = 4;
/** Every plan takes 100 events in a batch, the largest one 1000: begin high, and learn from the first refusal. */
const LARGEST_BATCH = 1000;
const SAFE_BATCH = 100;

interface Sending {
  readonly client: ServiceClient;
  readonly path: string;
  readonly backfill: boolean;
  readonly abandon: AbortController;
  largest: number;
}

interface Placed {
  readonly position: number;
  readonly event: OutgoingEvent;
}

interface Verdicts {
  readonly placed: readonly Placed[];
  readonly results: readonly unknown[];
}

/**
 * Sends rows through `POST /events`, several batches at once; the events of a row never part.
 * @throws StoppedError when the service refuses a batch as a whole or cannot be reached. Every outcome that was reported holds.
 */
export async function sendRows(
  client: ServiceClient,
  rows: Iterable<SendingRow> | AsyncIterable<SendingRow>,
  options: SendingOptions,
): Promise<void> {
  const sending: Sending = {
    client,
    path: options.path ?? '/events',
    backfill: options.backfill ?? true,
    abandon: new AbortController(),
    largest: LARGEST_BATCH,
  };
  const inFlight: Promise<BatchOutcome>[] = [];
  let inFlightAllowed = 1;
  const settleOldest = async (): Promise<void> => {
    const oldest = inFlight.shift();
    if (oldest !== undefined) await options.onOutcome(await oldest);
  };
  try {
    for await (const batch of batches(rows, () => sending.largest)) {
      if (options.signal?.aborted === true) break;
      inFlight.push(quietly(sendBatch(sending, batch)));
      if (inFlight.length >= inFlightAllowed) await settleOldest();
      // The first batch goes alone: what it teaches of the size holds for all others.
      inFlightAllowed = REQUESTS_IN_FLIGHT;
    }
    while (inFlight.length > 0) await settleOldest();
  } finally {
    sending.abandon.abort();
  }
}

/** A batch may fail while an older one is still awaited; its failure is thrown when its turn comes, not as unhandled. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function* batches(rows: Iterable<SendingRow> | AsyncIterable<SendingRow>, largest: () => number): AsyncGenerator<SendingRow[]> {
  let batch: SendingRow[] = [];
  let size = 0;
  for await (const row of rows) {
    if (size > 0 && size + row.events.length > largest()) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += row.events.length;
  }
  if (batch.length > 0) yield batch;
}

async function sendBatch(sending: Sending, batch: readonly SendingRow[]): Promise<BatchOutcome> {
  const placed = batch.flatMap((row) => row.events.map((event) => ({ position: row.position, event })));
  const sentAt = new Date();
  const verdicts = await deliver(sending, placed);
  return toOutcome(verdicts, batch.at(-1)?.position ?? 0, sentAt);
}

/** Sends the events in one request, or in several when the service finds one too many. */
async function deliver(sending: Sending, placed: readonly Placed[]): Promise<Verdicts[]> {
  if (placed.length > sending.largest) return deliverInParts(sending, placed, sending.largest);
  const body = { events: placed.map(({ event }) => event), ...(sending.backfill ? { backfill: true } : {}) };
  const answer = await sending.client.post(sending.path, body, sending.abandon.signal);
  const results = resultsOf(answer);
  if (results !== null) return [{ placed, results }];
  if (answer.status === 400 && placed.length > SAFE_BATCH) {
    sending.largest = Math.min(sending.largest, SAFE_BATCH);
    return deliverInParts(sending, placed, sending.largest);
  }
  if (answer.status === 413 && placed.length > 1) return deliverInParts(sending, placed, Math.ceil(placed.length / 2));
  throw new StoppedError(`The service refused the events with ${answer.status}: ${messageOf(answer)}`);
}

async function deliverInParts(sending: Sending, placed: readonly Placed[], size: number): Promise<Verdicts[]> {
  const verdicts: Verdicts[] = [];
  for (let start = 0; start < placed.length; start += size) {
    // One after the other, so that the number of requests in flight stays what it is.
    verdicts.push(...(await deliver(sending, placed.slice(start, start + size))));
  }
  return verdicts;
}

/** Per-item results stand in 202 and 207, and in the 400 of a batch whose every item is rejected. */
function resultsOf(answer: Answer): readonly unknown[] | null {
  const results = fieldOf(answer.body, 'results');
  return [202, 207, 400].includes(answer.status) && Array.isArray(results) ? results : null;
}

function toOutcome(verdicts: readonly Verdicts[], upTo: number, sentAt: Date): BatchOutcome {
  const accepted: OutgoingEvent[] = [];
  const refusals: Refusal[] = [];
  let duplicates = 0;
  let conflicts = 0;
  for (const { placed, results } of verdicts) {
    for (const [index, { position, event }] of placed.entries()) {
      const result = results[index];
      const status = fieldOf(result, 'status');
      if (status === 'accepted') accepted.push(event);
      else if (status === 'duplicate') {
        duplicates += 1;
        conflicts += Number(fieldOf(result, 'conflict') === true);
      } else refusals.push({ position, eventId: event.event_id, reason: textOf(fieldOf(result, 'error')) ?? 'refused without a reason' });
    }
  }
  return { upTo, sentAt, accepted, duplicates, conflicts, refusals };
}

const messageOf = (answer: Answer): string =>
  textOf(fieldOf(answer.body, 'message')) ?? textOf(fieldOf(answer.body, 'error')) ?? 'no reason given';
