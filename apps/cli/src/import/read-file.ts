import { DAY_MS } from '#libs/core';
import { type OpenCsv, openCsv } from '#libs/backfill';
import {
  type CsvRow,
  type FormatName,
  GENERIC_COLUMNS,
  readerFor,
  type ReadingContext,
  type ReadRow,
  recogniseFormat,
  type RowOutcome,
  type WritingEvidence,
  writingOf,
} from '#libs/order-import';
import { StoppedError } from '#libs/terminal';
import { faultOf, shifted } from './validate-row.js';

/** A file to read: its path, its format, and the meaning of its rows. */
export interface SourceFile {
  readonly path: string;
  readonly format: FormatName;
  readonly context: ReadingContext;
}

/** A file being read, with its progress in bytes. */
export interface FileReading {
  readonly rows: AsyncIterable<ReadRow>;
  readonly totalBytes: number;
  bytesRead(): number;
}

const INSPECTED_ROWS = 1000;

/** The format of a file, and the ways in which it writes dates and amounts. */
export interface Inspection extends WritingEvidence {
  readonly format: FormatName;
}

/**
 * Finds the format of a file, and how it writes dates and amounts. Reads on where dates can be read in two ways and while no amount has
 * told its decimal sign, at most the whole file: after a thousand whole amounts one may come that can be read in two ways.
 * @throws StoppedError when the file is unreadable or its columns are not known.
 */
export async function inspectFile(path: string, wanted: FormatName | 'auto'): Promise<Inspection> {
  const { header, rows } = await openCsv(path);
  const format = recogniseFormat(header, wanted);
  if (format === null) {
    // Ends the reading, which closes the file.
    await rows[Symbol.asyncIterator]().return?.();
    const expected = wanted === 'auto' ? 'an order log or an export of Shopify or WooCommerce' : `the format ${wanted}`;
    throw new StoppedError(
      `${path} does not look like ${expected}: its columns are ${header.slice(0, 12).join(', ')}. A plain log needs: ${GENERIC_COLUMNS}.`,
    );
  }
  let found: WritingEvidence = { slashes: 'unknown', decimals: 'unknown' };
  let [part, isFirst]: [CsvRow[], boolean] = [[], true];
  const lookAtPart = (): void => {
    const { slashes, decimals } = writingOf(format, header, part);
    // Later rows only answer what earlier ones left open.
    if (isFirst || (found.slashes === 'unknown' && slashes !== null)) found = { ...found, slashes };
    if (isFirst || ((found.decimals === 'unknown' || found.decimals === null) && decimals !== null)) found = { ...found, decimals };
    [part, isFirst] = [[], false];
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length < INSPECTED_ROWS) continue;
    lookAtPart();
    if (found.slashes !== 'unknown' && found.decimals !== 'unknown' && found.decimals !== null) break;
  }
  if (isFirst || part.length > 0) lookAtPart();
  return { format, ...found };
}

/** Reads a file from its beginning. Each row becomes events, with their times moved by `shiftDays`, or a reason. */
export async function readFile(file: SourceFile, shiftDays: number, now: Date): Promise<FileReading> {
  const opened = await openCsv(file.path);
  return { rows: validatedRows(opened, file, shiftDays, now), totalBytes: opened.totalBytes, bytesRead: () => opened.bytesRead() };
}

async function* validatedRows(opened: OpenCsv, file: SourceFile, shiftDays: number, now: Date): AsyncGenerator<ReadRow> {
  const reader = readerFor(file.format, opened.header, file.context);
  for await (const row of opened.rows) {
    yield { line: row.line, outcome: validatedOutcome(reader.read(row), shiftDays, now) };
  }
}

function validatedOutcome(outcome: RowOutcome, shiftDays: number, now: Date): RowOutcome {
  if (outcome.kind !== 'events') return outcome;
  const events = outcome.events.map((event) => shifted(event, shiftDays));
  const fault = events.map((event) => faultOf(event, now)).find((reason) => reason !== null);
  return fault === undefined || fault === null ? { kind: 'events', events } : { kind: 'wrong', reason: fault };
}

/** Returns the number of whole days that bring the newest event of all files closest to now, but not into the future. */
export async function shiftToNow(files: readonly SourceFile[], now: Date): Promise<number> {
  const newest = await Promise.all(files.map(newestEventMs));
  const latest = Math.max(...newest);
  return Number.isFinite(latest) ? Math.floor((now.getTime() - latest) / DAY_MS) : 0;
}

async function newestEventMs(file: SourceFile): Promise<number> {
  let newest = Number.NEGATIVE_INFINITY;
  const opened = await openCsv(file.path);
  const reader = readerFor(file.format, opened.header, file.context);
  for await (const row of opened.rows) {
    const outcome = reader.read(row);
    if (outcome.kind !== 'events') continue;
    for (const event of outcome.events) newest = Math.max(newest, Date.parse(event.occurred_at));
  }
  return newest;
}

const PEEKED_ROWS = 100;

/** Returns the currency that the first rows name, or `null`. */
export async function currencyOf(file: SourceFile): Promise<string | null> {
  const opened = await openCsv(file.path);
  const reader = readerFor(file.format, opened.header, file.context);
  let read = 0;
  for await (const row of opened.rows) {
    const outcome = reader.read(row);
    const currency = outcome.kind === 'events' ? outcome.events[0]?.data?.currency : undefined;
    if (currency !== undefined) return currency;
    read += 1;
    if (read >= PEEKED_ROWS) return null;
  }
  return null;
}
