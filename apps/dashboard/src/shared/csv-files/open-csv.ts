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
import { parse } from 'csv-parse/browser/esm';

/** An opened file: its header, and its rows as a stream. */
export interface OpenCsv {
  readonly header: readonly string[];
  readonly rows: AsyncGenerator<CsvRow, void, undefined>;
  readonly encoding: FoundEncoding;
  /** Returns the part of the file that was read, 0 to 1. */
  readonly partRead: () => number;
}

/** The file cannot be read; the message says why. */
export class UnreadableFile extends Error {}

const HEAD_BYTES = 64 * 1024;

/**
 * Opens a CSV file, plain or gzip by its first bytes, of any encoding. Without a known one it reads the file once before. Memory use does not
 * grow with the file.
 * @throws UnreadableFile when it is empty or of another kind, and when it is not CSV, also while iterating
 */
export async function openCsv(file: Blob, known: KnownEncoding = null): Promise<OpenCsv> {
  const first = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  const start = isGzip ? await unpackedStart(file) : first;
  const foreign = foreignFile(start);
  if (foreign !== null) throw new UnreadableFile(foreign);
  const encoding = await encodingOf(known, () => bytesOf(file, isGzip));
  let bytes = 0;
  const counted = file.stream().pipeThrough(counting((more) => (bytes += more)));
  const unpacked = isGzip ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  const rows = readRows(unpacked.pipeThrough(decoding(encoding.name)), decodeHead(start, encoding.name));
  const headed = await splitHeader(rows);
  if (headed === null) throw new UnreadableFile('It is empty: the first line must name the columns.');
  return { ...headed, encoding, partRead: () => Math.min(1, bytes / Math.max(1, file.size)) };
}

/** Passes bytes on and says how many. */
const counting = (onBytes: (count: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform: (chunk, controller) => {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });

/** Reads a file. The end of a damaged gzip file is left out: the reader of its rows says what is wrong. */
async function* bytesOf(file: Blob, isGzip: boolean): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = (isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } catch (error) {
    if (!isGzip) throw error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the first bytes of what is in a compressed file. */
async function unpackedStart(file: Blob): Promise<Uint8Array> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const start = new Uint8Array(HEAD_BYTES);
  let length = 0;
  try {
    while (length < HEAD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, HEAD_BYTES - length);
      start.set(part, length);
      length += part.length;
    }
  } catch {
    // What a file that ends too early has is read first: the reader then says at which line it ends.
    if (length === 0) throw new UnreadableFile('It is not a complete gzip file.');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return start.subarray(0, length);
}

function decoding(encoding: TextEncoding): TransformStream<Uint8Array, string> {
  const decoder = decoderFor(encoding);
  return new TransformStream<Uint8Array, string>({
    transform: (chunk, controller) => controller.enqueue(decoder.decode(chunk)),
    flush: (controller) => controller.enqueue(decoder.end()),
  });
}

async function* readRows(stream: ReadableStream<string>, head: string): AsyncGenerator<CsvRow, void, undefined> {
  // The parser asks for a method that the streams of its build for browsers do not have.
  const parser = Object.assign(parse(csvOptions(head)), { destroy: () => undefined });
  const faults: Error[] = [];
  let goOn: (() => void) | null = null;
  parser.on('error', (error: Error) => {
    faults.push(error);
    goOn?.();
  });
  const lines = new RowLines();
  const reader = stream.getReader();
  try {
    for (let isOver = false; !isOver;) {
      const { done, value } = await readChunk(reader);
      isOver = done;
      await new Promise<void>((resolve) => {
        goOn = () => resolve();
        if (value === undefined) parser.end(goOn);
        else parser.write(value, goOn);
      });
      for (let record = parser.read() as ParsedRecord | null; record !== null; record = parser.read() as ParsedRecord | null) {
        yield lines.rowOf(record);
      }
      if (faults[0] !== undefined) throw new UnreadableFile(`It is not readable as CSV: ${faults[0].message}`);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  try {
    return await reader.read();
  } catch {
    throw new UnreadableFile('It ends too early, or has changed since you chose it.');
  }
}
