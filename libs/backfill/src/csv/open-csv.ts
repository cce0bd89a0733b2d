import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { type Info, parse } from 'csv-parse';
import { StoppedError } from '#libs/terminal';
import { fieldOf, textOf } from '../json-fields.js';

/** One record of the file: the line on which it begins (1 = the header) and its raw fields. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** An opened file: its header, and its records as a stream. */
export interface OpenCsv {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<CsvRow>;
  readonly totalBytes: number;
  /** Bytes read from the disk so far (compressed ones, if it is compressed). */
  bytesRead(): number;
}

interface ParsedRecord {
  readonly record: string[];
  readonly info: Info;
}

const HEAD_BYTES = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Maximum size of a record. Without it, a quote that is never closed would read the rest of the file as one field. */
const LONGEST_RECORD = 4 * 2 ** 20;

/**
 * Opens a CSV file: plain or gzip (by its first bytes), UTF-8 or UTF-16 with a byte order mark, any line end, quoted line
 * breaks; the separator is the most frequent one in the header. Memory use does not grow with the file.
 * @throws StoppedError when the file cannot be read, is empty or (while iterating) is not CSV.
 */
export async function openCsv(path: string): Promise<OpenCsv> {
  const head = await readHead(path);
  const source = createReadStream(path);
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(decode(head.bytes)),
    info: true,
    max_record_size: LONGEST_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // The pipeline passes errors of each part to the parser, and the reader gets them there.
  if (head.gzip) pipeline(source, createGunzip(), parser, () => undefined);
  else pipeline(source, parser, () => undefined);
  const records = readRecords(path, parser);
  const first = await records.next();
  if (first.done === true) throw new StoppedError(`${path} is empty: the first line must name the columns.`);
  return { header: first.value.fields, rows: records, totalBytes: head.size, bytesRead: () => source.bytesRead };
}

async function* readRecords(path: string, parser: AsyncIterable<ParsedRecord>): AsyncGenerator<CsvRow> {
  try {
    // The parser counts a quoted CR LF as two lines.
    let countedTwice = 0;
    for await (const { record, info } of parser) {
      countedTwice += breaksIn(record, /\r\n/g);
      yield { line: info.lines - countedTwice - breaksIn(record, /\r\n|\n|\r/g), fields: record };
    }
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    throw new StoppedError(`${path} is not readable as CSV: ${textOf(fieldOf(error, 'message')) ?? String(error)}`);
  }
}

const breaksIn = (fields: readonly string[], kind: RegExp): number =>
  fields.reduce((sum, field) => sum + (field.match(kind)?.length ?? 0), 0);

interface FileHead {
  readonly bytes: Buffer;
  readonly gzip: boolean;
  readonly size: number;
}

async function readHead(path: string): Promise<FileHead> {
  try {
    const { size } = await stat(path);
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const raw = buffer.subarray(0, bytesRead);
      const gzip = raw[0] === 0x1f && raw[1] === 0x8b;
      return { bytes: gzip ? gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH }) : raw, gzip, size };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new StoppedError(fieldOf(error, 'code') === 'ENOENT' ? `${path} does not exist.` : `${path} cannot be read: ${String(error)}`);
  }
}

const decode = (bytes: Buffer): string => bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');

function delimiterOf(head: string): string {
  const header = head.split(/\r?\n|\r/, 1)[0]?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
