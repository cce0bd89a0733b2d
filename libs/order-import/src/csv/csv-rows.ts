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
 * Returns how `csv-parse` reads a file. Rows without any text are skipped: spreadsheets leave such rows at the end.
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
  skip_records_with_empty_values: true,
});

function delimiterOf(head: string): string {
  const named = SEPARATOR_LINE.exec(head)?.[1];
  if (named !== undefined) return named;
  const lines = head
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT);
  // Reports begin with a title: the first line with three columns is the header.
  const header = lines.find((line) => DELIMITERS.some((delimiter) => count(line, delimiter) > 2)) ?? lines[0] ?? '';
  return DELIMITERS.reduce((best, delimiter) => (count(header, delimiter) > count(header, best) ? delimiter : best));
}

const LOOKED_AT = 10;

const count = (line: string, delimiter: string): number => line.split(delimiter).length;

/** A first line that only tells Excel the separator. */
const SEPARATOR_LINE = /^\uFEFF?sep=([^\r\n])\r?$/im;

/** Returns whether a first row is not a header but tells Excel the separator ("sep=;"). */
export const isSeparatorRow = ({ line, fields }: CsvRow): boolean =>
  line === 1 && /^sep=.?$/i.test(fields[0] ?? '') && fields.slice(1).every((field) => field === '');

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
