import { csvOptions, type CsvRow, decodeHead, encodingOf, type ParsedRecord, RowLines } from '#libs/order-import';
import { parse } from 'csv-parse/browser/esm';

/** An opened file: its header, and its rows as a stream. */
export interface OpenUpload {
  readonly header: readonly string[];
  readonly rows: AsyncGenerator<CsvRow, void, undefined>;
  /** Bytes of the file that were read so far. */
  bytesRead(): number;
}

/** The file cannot be read; the message says why. */
export class UnreadableFile extends Error {}

const HEAD_BYTES = 64 * 1024;

/**
 * Opens a CSV file, plain or gzip by its first bytes. Memory use does not grow with the file.
 * @throws UnreadableFile when it is empty or not CSV, also while iterating
 */
export async function openUpload(file: Blob): Promise<OpenUpload> {
  const first = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const isGzip = first[0] === 0x1f && first[1] === 0x8b;
  const start = isGzip ? await unpackedStart(file) : first;
  let bytes = 0;
  const counted = file.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    }),
  );
  const unpacked = isGzip ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
  const rows = readRows(unpacked.pipeThrough(new TextDecoderStream(encodingOf(start))), decodeHead(start));
  const header = await rows.next();
  if (header.done === true) throw new UnreadableFile('It is empty: the first line must name the columns.');
  return { header: header.value.fields, rows, bytesRead: () => bytes };
}

/** Returns the first bytes of a compressed file. */
async function unpackedStart(file: Blob): Promise<Uint8Array> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    return (await reader.read()).value ?? new Uint8Array();
  } catch {
    throw new UnreadableFile('It is not a complete gzip file.');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
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
