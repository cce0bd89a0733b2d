import { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { isSeparatorRow } from '../csv/csv-rows.js';
import { isCustomerSummary } from '../layouts/customer-summary.js';
import { recogniseLayout } from '../layouts/layouts.js';

/** The header of a file, and the rows after it. */
export interface HeadedRows {
  readonly header: readonly string[];
  readonly rows: AsyncGenerator<CsvRow, void, undefined>;
}

/** Rows at the beginning of a file among which the header may stand: reports begin with a title and the days they are about. */
const LOOKED_AT = 10;

/** Finds the header of a file and skips the rows before it. @returns null when the file has no rows */
export async function splitHeader(records: AsyncGenerator<CsvRow, void, undefined>): Promise<HeadedRows | null> {
  const first: CsvRow[] = [];
  while (first.length < LOOKED_AT) {
    const { done, value } = await records.next();
    if (done === true) break;
    if (!isSeparatorRow(value)) first.push(value);
  }
  const place = headerPlace(first);
  const header = first[place];
  if (header === undefined) return null;
  return { header: header.fields, rows: following(first.slice(place + 1), records) };
}

/** Returns the place of the first row with known columns, else of the first one that looks like a header. */
function headerPlace(rows: readonly CsvRow[]): number {
  const known = rows.findIndex(({ fields }) => recogniseLayout(fields) !== null || isCustomerSummary(new Columns(fields)));
  if (known >= 0) return known;
  const isTitle = (rows[0]?.fields ?? []).filter(isFilled).length < FEWEST_COLUMNS;
  const like = rows.findIndex(({ fields }) => fields.filter(isFilled).length >= FEWEST_COLUMNS && fields.filter(isFilled).every(isWord));
  return isTitle && like >= 0 ? like : 0;
}

const FEWEST_COLUMNS = 3;
const isFilled = (field: string): boolean => field.trim() !== '';
const isWord = (field: string): boolean => /^\p{L}/u.test(field.trim()) && !field.includes('@');

async function* following(
  rows: readonly CsvRow[],
  others: AsyncGenerator<CsvRow, void, undefined>,
): AsyncGenerator<CsvRow, void, undefined> {
  try {
    yield* rows;
    yield* others;
  } finally {
    await others.return();
  }
}
