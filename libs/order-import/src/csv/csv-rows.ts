import type { Info, Options } from 'csv-parse';

/** One record of a file: the line on which it begins (1 = the header) and its raw fields. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A record as the parser gives it. */
export interface ParsedRecord {
  readonly record: string[];
  readonly info: Info;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Maximum size of a record. Without it, a quote that is never closed would read the rest of the file as one field. */
const LONGEST_RECORD = 4 * 2 ** 20;

/**
 * Returns how `csv-parse` reads a file.
 * @param head the first lines, by which the delimiter is recognised
 */
export const csvOptions = (head: string): Options => ({
  bom: true,
  delimiter: delimiterOf(head),
  info: true,
  max_record_size: LONGEST_RECORD,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
});

function delimiterOf(head: string): string {
  const header = head.split(/\r?\n|\r/, 1)[0]?.replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Finds the lines of the records of one file, from the first one on. */
export class RowLines {
  // The parser counts a quoted CR LF as two lines.
  private countedTwice = 0;

  rowOf({ record, info }: ParsedRecord): CsvRow {
    this.countedTwice += breaksIn(record, /\r\n/g);
    return { line: info.lines - this.countedTwice - breaksIn(record, /\r\n|\n|\r/g), fields: record };
  }
}

const breaksIn = (fields: readonly string[], kind: RegExp): number =>
  fields.reduce((sum, field) => sum + (field.match(kind)?.length ?? 0), 0);

export type CsvEncoding = 'utf-16le' | 'utf-8' | 'windows-1252';

/**
 * Returns the encoding of a file: UTF-8, unless its byte order mark says otherwise, or its first bytes are not UTF-8. Excel in western
 * Europe saves CSV files as Windows-1252. Read as UTF-8, Müller and Möller would be one customer.
 */
export function encodingOf(firstBytes: Uint8Array): CsvEncoding {
  if (firstBytes[0] === 0xff && firstBytes[1] === 0xfe) return 'utf-16le';
  try {
    // Decodes as a stream, because the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(firstBytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Returns the text of a file's first bytes. */
export const decodeHead = (firstBytes: Uint8Array): string => new TextDecoder(encodingOf(firstBytes)).decode(firstBytes);
