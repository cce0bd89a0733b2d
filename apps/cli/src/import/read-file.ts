import { DAY_MS } from '#libs/core';
import { type OpenCsv, openCsv } from '#libs/backfill';
import {
  inspectFile,
  leftOut,
  type InspectionRequest,
  MappingFault,
  OrderReader,
  readOrders,
  type ReadingContext,
  type ReadRow,
  type RowOutcome,
  type Understanding,
} from '#libs/order-import';
import { StoppedError } from '#libs/terminal';
import { faultOf, shifted } from './validate-row.js';

/** A file to read: its path, how it is understood, and what its rows do not say. */
export interface SourceFile {
  readonly path: string;
  readonly found: Understanding;
  readonly context: ReadingContext;
}

/** A file being read, with its progress in bytes. */
export interface FileReading {
  readonly rows: AsyncIterable<ReadRow>;
  readonly totalBytes: number;
  bytesRead(): number;
}

/** Inspects all rows of a file. @throws StoppedError when it is unreadable, or the mapping names a column that it does not have */
export async function inspectPath(path: string, request: InspectionRequest): Promise<Understanding> {
  try {
    return await inspectFile((encoding) => openCsv(path, encoding), request);
  } catch (error) {
    if (error instanceof MappingFault) throw new StoppedError(`${path}: ${error.message}.`);
    throw error;
  }
}

/** Reads a file from its beginning. Each row becomes events, with their times moved by `shiftDays`, or a reason. */
export async function readFile(file: SourceFile, shiftDays: number, now: Date): Promise<FileReading> {
  const opened = await openCsv(file.path, file.found.encoding);
  return { rows: validatedRows(opened, file, shiftDays, now), totalBytes: opened.totalBytes, bytesRead: () => opened.bytesRead() };
}

async function* validatedRows(opened: OpenCsv, { found, context }: SourceFile, shiftDays: number, now: Date): AsyncGenerator<ReadRow> {
  for await (const { line, outcome } of readOrders(opened, found.plan, context))
    yield { line, outcome: validatedOutcome(outcome, shiftDays, now) };
}

function validatedOutcome(outcome: RowOutcome, shiftDays: number, now: Date): RowOutcome {
  if (outcome.kind === 'wrong') return outcome;
  if (outcome.kind === 'left_out') return leftOut(outcome.why, outcome.ended && shifted(outcome.ended, shiftDays));
  const events = outcome.events.map((event) => shifted(event, shiftDays));
  const fault = events.map((event) => faultOf(event, now)).find((reason) => reason !== null);
  return fault === undefined || fault === null ? { ...outcome, events } : { kind: 'wrong', reason: fault };
}

/** Returns the number of whole days that bring the newest event of all files closest to now, but not into the future. */
export async function shiftToNow(files: readonly SourceFile[], now: Date): Promise<number> {
  const newest = await Promise.all(files.map(newestEventMs));
  const latest = Math.max(...newest);
  return Number.isFinite(latest) ? Math.floor((now.getTime() - latest) / DAY_MS) : 0;
}

async function newestEventMs({ path, found, context }: SourceFile): Promise<number> {
  let newest = Number.NEGATIVE_INFINITY;
  const { rows } = await openCsv(path, found.encoding);
  const reader = new OrderReader(found.plan, context);
  for await (const row of rows) {
    const outcome = reader.read(row);
    if (outcome.kind !== 'events') continue;
    for (const event of outcome.events) newest = Math.max(newest, Date.parse(event.occurred_at));
  }
  return newest;
}

/** Returns the first currency that the orders of a file name, or `null`. */
export const currencyOf = ({ found }: SourceFile): string | null =>
  [...(found.summary?.amounts.keys() ?? [])].find((currency) => currency !== '') ?? null;
