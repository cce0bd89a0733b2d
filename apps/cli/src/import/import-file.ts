import { basename } from 'node:path';
import { type LatestCustomers, type ServiceClient, UploadGoneError } from '#libs/backfill';
import {
  type BatchOutcome,
  findKnownCustomers,
  type KnownCustomers,
  NOBODY_KNOWN,
  type SendingRow,
  sendRows,
  newUploadOf,
  type ReadRow,
  withKnownOrders,
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
  readonly leftOut: Map<string, number>;
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
  const reading = await readFile(work.source, work.shiftDays, run.now);
  const report: FileReport = { rows: 0, events: 0, customers: new Set(), firstEvent: null, lastEvent: null, leftOut: new Map() };
  const known = run.client === null ? NOBODY_KNOWN : await knownCustomersOf(work, run.client, run);
  const uploadId = run.client === null || run.dryRun ? null : await uploadOf(work, run.client);
  const progress = run.terminal.progress(basename(work.source.path), reading.totalBytes);
  const rows = sendableRows(work, reading, report, known);
  await work.checkpoint.advance({ shiftDays: work.shiftDays });
  try {
    if (run.client === null) {
      for await (const row of rows) progress.update(reading.bytesRead(), `line ${row.position}`);
    } else {
      await sendRows(run.client, rows, {
        dryRun: run.dryRun,
        endsBackfill: work.endsBackfill,
        uploadId,
        onOutcome: (outcome) => recordOutcome(outcome, work, run, () => progress.update(reading.bytesRead(), noteOf(work))),
        ...(run.signal === undefined ? {} : { signal: run.signal }),
      });
    }
    if (run.signal?.aborted !== true) {
      await work.checkpoint.advance({ finishedAt: run.now.toISOString() });
      progress.finish(noteOf(work));
    }
  } finally {
    await work.rejections.flush();
    await work.checkpoint.save();
    progress.stop();
  }
  return report;
}

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
    const isLast = line >= work.checkpoint.state.acknowledgedLine;
    if (probe.length >= PROBED_ROWS || isLast) {
      const found = await askFor(client, probe.splice(0), work.checkpoint.state.uploadId);
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

async function knownCustomersOf({ source, shiftDays }: FileImport, client: ServiceClient, run: ImportRun): Promise<KnownCustomers> {
  return findKnownCustomers(async () => {
    const reading = await readFile(source, shiftDays, run.now);
    return shown(reading, run.terminal.progress(`${basename(source.path)}: looking for known customers`, reading.totalBytes));
  }, client);
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

/** Names the file to the service, once for all runs that send it. */
async function uploadOf({ source, checkpoint }: FileImport, client: ServiceClient): Promise<string> {
  const known = checkpoint.state.uploadId;
  if (known !== null) return known;
  const uploadId = await client.createUpload(newUploadOf(basename(source.path), source.found, source.context.currency ?? DEFAULT_CURRENCY));
  await checkpoint.advance({ uploadId });
  await checkpoint.save();
  return uploadId;
}

async function* sendableRows(
  work: FileImport,
  reading: FileReading,
  report: FileReport,
  known: KnownCustomers,
): AsyncGenerator<SendingRow> {
  for await (const { line, outcome: read } of reading.rows) {
    if (line <= work.checkpoint.state.acknowledgedLine) continue;
    report.rows += 1;
    const outcome = withKnownOrders(read, known);
    switch (outcome.kind) {
      case 'wrong':
        work.rejections.add({ line, reason: outcome.reason });
        break;
      case 'left_out':
        report.leftOut.set(outcome.why, (report.leftOut.get(outcome.why) ?? 0) + 1);
        break;
      case 'events':
        yield { position: line, events: countEvents(report, outcome.events) };
        break;
    }
  }
}

/** @returns the same events. */
function countEvents(report: FileReport, events: SendingRow['events']): SendingRow['events'] {
  for (const event of events) {
    report.events += 1;
    report.customers.add(event.customer_id);
    if (report.firstEvent === null || event.occurred_at < report.firstEvent) report.firstEvent = event.occurred_at;
    if (report.lastEvent === null || event.occurred_at > report.lastEvent) report.lastEvent = event.occurred_at;
  }
  return events;
}

async function recordOutcome(outcome: BatchOutcome, work: FileImport, run: ImportRun, show: () => void): Promise<void> {
  for (const { position, reason } of outcome.refusals) work.rejections.add({ line: position, reason });
  await work.rejections.flush();
  const { accepted, corrected, duplicates, conflicts } = work.checkpoint.state;
  await work.checkpoint.advance({
    acknowledgedLine: outcome.upTo,
    accepted: accepted + outcome.accepted.length,
    corrected: corrected + outcome.corrected,
    duplicates: duplicates + outcome.duplicates,
    conflicts: conflicts + outcome.conflicts,
  });
  if (!run.dryRun) run.latest.remember(outcome.accepted, outcome.sentAt);
  show();
}

function noteOf({ checkpoint, rejections }: FileImport): string {
  const { accepted, corrected, duplicates } = checkpoint.state;
  const changed = corrected === 0 ? '' : `${corrected} changed, `;
  return `${accepted - corrected} new, ${changed}${duplicates} known, ${rejections.count} wrong`;
}
