import type { CsvRow } from '#libs/order-import';
import type { OpenCsv } from '../../shared/csv-files/open-csv';

/** The beginning of a file. */
export interface Sample {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

const SAMPLED_ROWS = 200;

/** Reads the first rows and closes the file. @throws UnreadableFile */
export async function readSample({ header, rows }: OpenCsv): Promise<Sample> {
  const sampled: CsvRow[] = [];
  for await (const row of rows) {
    sampled.push(row);
    if (sampled.length === SAMPLED_ROWS) break;
  }
  return { header, rows: sampled };
}
