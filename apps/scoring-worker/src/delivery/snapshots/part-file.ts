import type { SnapshotFormat } from '#libs/core';
import type { Column } from '#libs/customers';
import { ParquetFile } from './parquet-file.js';

/** A part ends at the first of both, so that memory is bounded whatever the size of the shop. */
const PART = { rows: 100_000, bytes: 16 * 2 ** 20 };

/** A complete file of a table. */
export interface Part {
  readonly rows: number;
  readonly body: Buffer;
}

/** A file that is written row by row in memory. */
interface PartFile<Row> {
  /** Rows so far. */
  readonly rows: number;
  /** Bytes so far; those of the latest rows may still be missing. */
  readonly bytes: number;
  add(rows: readonly Row[]): void;
  /** Returns the whole file. Nothing can be added then. */
  end(): Buffer;
}

/** A file of comma-separated values for programs: UTF-8 without a byte order mark, RFC 4180. Unlike a file for spreadsheets, it changes no value. */
class CsvFile<Row> implements PartFile<Row> {
  rows = 0;
  bytes = 0;
  private readonly chunks: Buffer[] = [];

  constructor(private readonly columns: readonly Column<Row>[]) {
    this.append(`${columns.map(({ name }) => name).join(',')}\r\n`);
  }

  add(rows: readonly Row[]): void {
    this.append(rows.map((row) => `${this.columns.map(({ valueOf }) => cellOf(valueOf(row))).join(',')}\r\n`).join(''));
    this.rows += rows.length;
  }

  end(): Buffer {
    return Buffer.concat(this.chunks);
  }

  private append(text: string): void {
    const chunk = Buffer.from(text);
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }
}

/** An empty text has quotes, so that it is not null. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const openFile = <Row>(format: SnapshotFormat, columns: readonly Column<Row>[]): PartFile<Row> =>
  format === 'parquet' ? new ParquetFile(columns) : new CsvFile(columns);

/** Turns pages of rows into files. A table without rows has one file without rows, so that readers find its columns. */
export async function* partsOf<Row>(
  format: SnapshotFormat,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Part> {
  let file = openFile(format, columns);
  let isFirst = true;
  for await (const rows of pages) {
    file.add(rows);
    if (file.rows < PART.rows && file.bytes < PART.bytes) continue;
    yield { rows: file.rows, body: file.end() };
    isFirst = false;
    file = openFile(format, columns);
  }
  if (isFirst || file.rows > 0) yield { rows: file.rows, body: file.end() };
}
