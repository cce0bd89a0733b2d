import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse';
import {
  csvOptions,
  type CsvRow,
  decodeHead,
  decoderFor,
  encodingOf,
  foreignFile,
  type FoundEncoding,
  type KnownEncoding,
  type ParsedRecord,
  RowLines,
  splitHeader,
  type TextEncoding,
} from '#libs/order-import';
import { StoppedError } from '#libs/terminal';
import { fieldOf, textOf } from '../json-fields.js';

/** An opened file: its header, and its records as a stream. */
export interface OpenCsv {
  readonly header: readonly string[];
  readonly rows: AsyncGenerator<CsvRow, void, undefined>;
  readonly encoding: FoundEncoding;
  readonly totalBytes: number;
  /** Bytes read from the disk so far (compressed ones, if it is compressed). */
  bytesRead(): number;
  /** The same as a part of all, 0 to 1. */
  partRead(): number;
}

const HEAD_BYTES = 64 * 1024;

/**
 * Opens a CSV file: plain or gzip (by its first bytes), of any encoding, any line end, quoted line breaks; the separator is the most
 * frequent one in the header, which may stand below a title. Without a known encoding it reads the file once before. Memory use does not
 * grow with the file.
 * @throws StoppedError when the file cannot be read, is empty, is of another kind or (while iterating) is not CSV.
 */
export async function openCsv(path: string, known: KnownEncoding = null): Promise<OpenCsv> {
  const head = await readHead(path);
  const foreign = foreignFile(head.bytes);
  if (foreign !== null) throw new StoppedError(`${path} cannot be read. ${foreign}`);
  const encoding = await encodingOf(known, () => bytesOf(path, head));
  const source = createReadStream(path);
  const parser = parse(csvOptions(decodeHead(head.bytes, encoding.name)));
  // The pipeline passes errors of each part to the parser, and the reader gets them there.
  pipeline([source, ...(head.gzip ? [createGunzip()] : []), asUtf8(encoding.name), parser], () => undefined);
  const headed = await splitHeader(readRecords(path, parser));
  if (headed === null) throw new StoppedError(`${path} is empty: the first line must name the columns.`);
  return {
    ...headed,
    encoding,
    totalBytes: head.size,
    bytesRead: () => source.bytesRead,
    partRead: () => source.bytesRead / Math.max(1, head.size),
  };
}

/** Reads a file. The end of a damaged gzip file is left out: the reader of its rows says what is wrong. */
async function* bytesOf(path: string, { gzip }: FileHead): AsyncGenerator<Buffer, void, undefined> {
  const source = createReadStream(path);
  const bytes: AsyncIterable<Buffer> = gzip ? pipeline(source, createGunzip(), () => undefined) : source;
  try {
    yield* bytes;
  } catch (error) {
    if (!gzip) throw error;
  } finally {
    source.destroy();
  }
}

/** Turns a file of any encoding into UTF-8. */
function asUtf8(encoding: TextEncoding): Transform {
  const decoder = decoderFor(encoding);
  return new Transform({
    transform: (chunk: Buffer, _, done) => done(null, decoder.decode(chunk)),
    flush: (done) => done(null, decoder.end()),
  });
}

async function* readRecords(path: string, parser: AsyncIterable<ParsedRecord>): AsyncGenerator<CsvRow, void, undefined> {
  try {
    const lines = new RowLines();
    for await (const record of parser) yield lines.rowOf(record);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    throw new StoppedError(`${path} is not readable as CSV: ${textOf(fieldOf(error, 'message')) ?? String(error)}`);
  }
}

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
