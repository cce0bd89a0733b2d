import { isRefundedOrder } from '../outgoing-event.js';
import type { ReadRow } from '../rows/row-reader.js';
import type { EventSender, OwnerFinder } from './event-sender.js';
import { type ImportProgress, increment, type WrongRow } from './import-progress.js';
import { findKnownCustomers, type KnownCustomers, withKnownOrders } from './known-customers.js';
import { type BatchOutcome, type SendingRow, sendRows } from './send-rows.js';

/** Keeps the progress and the wrong rows of an import, so that another run of the same file continues it. */
export interface ImportStore {
  readonly progress: ImportProgress;
  /** Stores the progress. @param wrong further wrong rows up to its line, in the order of lines. They are stored first. */
  advance(progress: ImportProgress, wrong: readonly WrongRow[]): void | Promise<void>;
}

export interface ImportTools {
  readonly sender: EventSender & OwnerFinder;
  readonly store: ImportStore;
  readonly dryRun?: boolean;
  readonly endsBackfill: boolean;
  /** Stops before the next batch, but waits for batches in flight. */
  readonly signal?: AbortSignal;
  /** Names the file to the service, before its first row is sent. Absent: the rows belong to no upload. */
  readonly createUpload?: () => Promise<string>;
  /** Called after each answer, when its progress is stored. */
  readonly onOutcome: (outcome: BatchOutcome) => void;
}

/** A row that sends no events. */
interface UnsentRow {
  readonly line: number;
  readonly outcome: Exclude<ReadRow['outcome'], { kind: 'events' }>;
}

/**
 * Sends the rows of a file that come after the stored progress. The command and the dashboard import by it.
 * @param open reads the file from its beginning: once for finding known customers, and once for sending
 * @throws what the sender throws. The stored progress stays valid, and sending the file again is safe.
 */
export async function importRows(
  open: (purpose: 'matching' | 'sending') => Promise<AsyncIterable<ReadRow>>,
  tools: ImportTools,
): Promise<void> {
  const { sender, store, signal } = tools;
  const known = await findKnownCustomers(() => open('matching'), sender);
  if (store.progress.uploadId === null && tools.createUpload !== undefined)
    await store.advance({ ...store.progress, uploadId: await tools.createUpload() }, []);
  const { uploadId, line } = store.progress;
  const unsent: UnsentRow[] = [];
  const rows = sendableRows(await open('sending'), { after: line, known, unsent });
  await sendRows(sender, rows, {
    dryRun: tools.dryRun ?? false,
    endsBackfill: tools.endsBackfill,
    uploadId,
    ...(signal !== undefined && { signal }),
    onOutcome: async (outcome) => {
      await store.advance(...withOutcome(store.progress, outcome, takenUpTo(unsent, outcome.upTo)));
      tools.onOutcome(outcome);
    },
  });
  if (signal?.aborted === true || unsent.length === 0) return;
  await store.advance(...withUnsent(store.progress, takenUpTo(unsent, Number.POSITIVE_INFINITY), []));
}

async function* sendableRows(
  rows: AsyncIterable<ReadRow>,
  { after, known, unsent }: { readonly after: number; readonly known: KnownCustomers; readonly unsent: UnsentRow[] },
): AsyncGenerator<SendingRow> {
  for await (const { line, outcome: read } of rows) {
    if (line <= after) continue;
    const outcome = withKnownOrders(read, known);
    if (outcome.kind === 'events') yield { position: line, events: outcome.events };
    else unsent.push({ line, outcome });
  }
}

/**
 * Removes and returns the rows up to a line. Rows are read ahead of the answers, so a row that sends nothing counts when the rows before it are
 * answered. An import that stops before then reads it again.
 */
function takenUpTo(unsent: UnsentRow[], line: number): UnsentRow[] {
  const end = unsent.findIndex((row) => row.line > line);
  return unsent.splice(0, end === -1 ? unsent.length : end);
}

function withOutcome(progress: ImportProgress, outcome: BatchOutcome, unsent: readonly UnsentRow[]): [ImportProgress, WrongRow[]] {
  const byType = new Map(progress.byType);
  for (const event of outcome.accepted) increment(byType, isRefundedOrder(event) ? 'order_refunded_whole' : event.event_type);
  const next: ImportProgress = {
    ...progress,
    line: outcome.upTo,
    accepted: progress.accepted + outcome.accepted.length,
    corrected: progress.corrected + outcome.corrected,
    duplicates: progress.duplicates + outcome.duplicates,
    conflicts: progress.conflicts + outcome.conflicts,
    byType,
  };
  return withUnsent(
    next,
    unsent,
    outcome.refusals.map(({ position, reason }) => ({ line: position, reason })),
  );
}

function withUnsent(progress: ImportProgress, unsent: readonly UnsentRow[], refused: readonly WrongRow[]): [ImportProgress, WrongRow[]] {
  const leftOut = new Map(progress.leftOut);
  // A row may have several refused events. It is listed once, with the first reason.
  const wrong = new Map(refused.toReversed().map((row) => [row.line, row]));
  for (const { line, outcome } of unsent) {
    if (outcome.kind === 'wrong') wrong.set(line, { line, reason: outcome.reason });
    else increment(leftOut, outcome.why);
  }
  return [{ ...progress, leftOut }, [...wrong.values()].toSorted((a, b) => a.line - b.line)];
}
