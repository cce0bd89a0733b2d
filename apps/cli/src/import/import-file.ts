import { basename } from 'node:path';
import { type LatestCustomers, type ServiceClient, UploadGoneError } from '#libs/backfill';
import {
  type BatchOutcome,
  type EventSender,
  importRows,
  type ImportStore,
  type NewUpload,
  newUploadOf,
  type OwnerFinder,
  type ReadRow,
  type SendingRow,
  sendRows,
} from '#libs/order-import';
import type { Progress, Terminal } from '#libs/terminal';
import type { Checkpoint } from './checkpoint.js';
import { type FileReading, readFile, type SourceFile } from './read-file.js';
import type { Rejections } from './rejections.js';

/** Everything that the import of one file needs. */
export interface FileImport {
  readonly source: SourceFile;
  readonly shiftDays: number;
  /** The backfill ends with this file. */
  readonly endsBackfill: boolean;
  readonly checkpoint: Checkpoint;
  readonly rejections: Rejections;
}

/** Shared by all files of a run. `client` is `null` without a service: the rows are only checked. */
export interface ImportRun {
  readonly client: ServiceClient | null;
  readonly dryRun: boolean;
  readonly terminal: Terminal;
  readonly now: Date;
  readonly latest: LatestCustomers;
  readonly signal?: AbortSignal;
}

/** Counts of one file in this run, without the rows before the checkpoint. */
export interface FileReport {
  rows: number;
  events: number;
  readonly customers: Set<string>;
  firstEvent: string | null;
  lastEvent: string | null;
}

/** The currency of orders without one, unless `--currency` names another. */
export const DEFAULT_CURRENCY = 'EUR';

const PROBED_ROWS = 50;
/** Probes without a known row that prove that everything is gone. */
const PROBES = 3;

/**
 * Reads a file and sends its rows after the checkpoint. When the run stops or fails, the checkpoint is the last row that the
 * service has answered.
 */
export async function importFile(work: FileImport, run: ImportRun): Promise<FileReport> {
  const { source, checkpoint, rejections } = work;
  const name = basename(source.path);
  const report: FileReport = { rows: 0, events: 0, customers: new Set(), firstEvent: null, lastEvent: null };
  const { client } = run;
  let sent: { readonly reading: FileReading; readonly progress: Progress } | undefined;
  await checkpoint.advance({ shiftDays: work.shiftDays });
  const open = async (purpose: 'matching' | 'sending'): Promise<AsyncIterable<ReadRow>> => {
    const reading = await readFile(source, work.shiftDays, run.now);
    if (purpose === 'matching') return shown(reading, run.terminal.progress(`${name}: looking for known customers`, reading.totalBytes));
    sent = { reading, progress: run.terminal.progress(name, reading.totalBytes) };
    return counted(reading.rows, checkpoint.state.progress.line, report);
  };
  try {
    await importRows(open, {
      sender: client ?? NO_SERVICE,
      store: storeOf(work),
      dryRun: run.dryRun,
      endsBackfill: work.endsBackfill,
      ...(run.signal !== undefined && { signal: run.signal }),
      ...(client !== null && !run.dryRun && { createUpload: () => client.createUpload(uploadOf(source)) }),
      onOutcome: ({ accepted, sentAt }) => {
        if (!run.dryRun) run.latest.remember(accepted, sentAt);
        sent?.progress.update(sent.reading.bytesRead(), noteOf(work));
      },
    });
    if (run.signal?.aborted !== true) {
      await checkpoint.advance({ finishedAt: run.now.toISOString() });
      sent?.progress.finish(noteOf(work));
    }
  } finally {
    await rejections.flush();
    await checkpoint.save();
    sent?.progress.stop();
  }
  return report;
}

/** Accepts all events, for a dry run without a service: the rows are only validated here. */
const NO_SERVICE: EventSender & OwnerFinder = {
  batchSize: 1000,
  sendEvents: (events) => Promise.resolve(events.map(() => ({ status: 'accepted' }))),
  hasOrders: () => Promise.resolve(false),
  knownOf: () => Promise.resolve(new Set()),
  customersOf: () => Promise.resolve(new Map()),
};

const uploadOf = ({ path, found, context }: SourceFile): NewUpload =>
  newUploadOf(basename(path), found, context.currency ?? DEFAULT_CURRENCY);

/** Keeps wrong rows in a table, and the progress in the checkpoint. */
const storeOf = ({ checkpoint, rejections }: FileImport): ImportStore => ({
  get progress() {
    return checkpoint.state.progress;
  },
  async advance(progress, wrong) {
    for (const row of wrong) rejections.add(row);
    await rejections.flush();
    const isNewUpload = progress.uploadId !== checkpoint.state.progress.uploadId;
    await checkpoint.advance({ progress });
    // A second upload of one file would confuse its owner.
    if (isNewUpload) await checkpoint.save();
  },
});

/**
 * Returns whether the service still has a file that was sent before. It sends rows of different customers in a dry run, which stores nothing. If all
 * of them are new to the service, its data was wiped, and the checkpoint is worthless. Some may be new because their customers were erased: they
 * must not come back. The service also refuses rows that have become too old, which proves nothing.
 */
export async function isStillThere(
  work: Pick<FileImport, 'source' | 'checkpoint'>,
  shiftDays: number,
  client: ServiceClient,
  now: Date,
): Promise<boolean> {
  const { rows } = await readFile(work.source, shiftDays, now);
  const customers = new Set<string>();
  const probe: SendingRow[] = [];
  let newProbes = 0;
  for await (const { line, outcome } of rows) {
    const [event] = outcome.kind === 'events' ? outcome.events : [];
    if (event !== undefined && !customers.has(event.customer_id)) {
      customers.add(event.customer_id);
      probe.push({ position: line, events: [event] });
    }
    const isLast = line >= work.checkpoint.state.progress.line;
    if (probe.length >= PROBED_ROWS || isLast) {
      const found = await askFor(client, probe.splice(0), work.checkpoint.state.progress.uploadId);
      if (found === 'removed') return false;
      if (found === 'known') return true;
      if (found === 'new') newProbes += 1;
    }
    if (newProbes === PROBES || isLast) break;
  }
  return newProbes === 0;
}

/** @returns null when the service has refused all rows */
async function askFor(
  client: ServiceClient,
  rows: readonly SendingRow[],
  uploadId: string | null,
): Promise<'known' | 'new' | 'removed' | null> {
  let [isKnown, isNew] = [false, false];
  const onOutcome = ({ accepted, corrected, duplicates }: BatchOutcome): void => {
    isKnown ||= duplicates + corrected > 0;
    isNew ||= accepted.length > corrected;
  };
  try {
    await sendRows(client, rows, { dryRun: true, uploadId, onOutcome });
  } catch (error) {
    if (error instanceof UploadGoneError) return 'removed';
    throw error;
  }
  return isKnown ? 'known' : isNew ? 'new' : null;
}

const SHOWN_ROWS = 1000;

async function* shown(reading: FileReading, progress: Progress): AsyncGenerator<ReadRow> {
  let count = 0;
  for await (const row of reading.rows) {
    count += 1;
    if (count % SHOWN_ROWS === 0) progress.update(reading.bytesRead(), `line ${row.line}`);
    yield row;
  }
  progress.stop();
}

/** Counts the rows after a line. */
async function* counted(rows: AsyncIterable<ReadRow>, after: number, report: FileReport): AsyncGenerator<ReadRow> {
  for await (const row of rows) {
    if (row.line > after) {
      report.rows += 1;
      if (row.outcome.kind === 'events') countEvents(report, row.outcome.events);
    }
    yield row;
  }
}

function countEvents(report: FileReport, events: SendingRow['events']): void {
  for (const event of events) {
    report.events += 1;
    report.customers.add(event.customer_id);
    if (report.firstEvent === null || event.occurred_at < report.firstEvent) report.firstEvent = event.occurred_at;
    if (report.lastEvent === null || event.occurred_at > report.lastEvent) report.lastEvent = event.occurred_at;
  }
}

function noteOf({ checkpoint, rejections }: FileImport): string {
  const { accepted, corrected, duplicates } = checkpoint.state.progress;
  const changed = corrected === 0 ? '' : `${corrected} changed, `;
  return `${accepted - corrected} new, ${changed}${duplicates} known, ${rejections.count} wrong`;
}
