import { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { type DecimalEvidence, decimalEvidenceOf } from '../csv/parse-amount.js';
import { type SlashEvidence, slashEvidenceOf } from '../csv/parse-instant.js';
import { GENERIC_NAMES } from './generic-columns.js';
import { genericReader, isGeneric } from './read-generic.js';
import { isShopify, SHOPIFY_DATES, SHOPIFY_TOTALS, shopifyReader } from './read-shopify.js';
import { isWooCommerce, WOOCOMMERCE_DATES, WOOCOMMERCE_TOTALS, wooCommerceReader } from './read-woocommerce.js';
import type { ReadingContext, RowReader } from './row-reader.js';

interface Format {
  readonly recognises: (columns: Columns) => boolean;
  readonly reader: (columns: Columns, context: ReadingContext) => RowReader;
  /** The columns of the date of an order. */
  readonly dates: readonly string[];
  /** The columns of its amount. */
  readonly amounts: readonly string[];
}

/** The known formats. */
const FORMATS = {
  shopify: { recognises: isShopify, reader: shopifyReader, dates: SHOPIFY_DATES, amounts: SHOPIFY_TOTALS },
  woocommerce: { recognises: isWooCommerce, reader: wooCommerceReader, dates: WOOCOMMERCE_DATES, amounts: WOOCOMMERCE_TOTALS },
  generic: { recognises: isGeneric, reader: genericReader, dates: GENERIC_NAMES.date, amounts: GENERIC_NAMES.value },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES: readonly FormatName[] = ['generic', 'shopify', 'woocommerce'];
const BY_DEMAND: readonly FormatName[] = ['shopify', 'woocommerce', 'generic'];

/** Returns the format that matches the header, among those wanted; null when none does. */
export function recogniseFormat(header: readonly string[], wanted: FormatName | 'auto' = 'auto'): FormatName | null {
  const columns = new Columns(header);
  const candidates = wanted === 'auto' ? BY_DEMAND : [wanted];
  return candidates.find((name) => FORMATS[name].recognises(columns)) ?? null;
}

/** Creates a reader for the rows of one file. Use it once, from the first row on. */
export function readerFor(format: FormatName, header: readonly string[], context: ReadingContext): RowReader {
  return FORMATS[format].reader(new Columns(header), context);
}

/**
 * Returns the names of the columns of a plain log that have contents in these rows, of which the reader takes nothing. Exports of shops have
 * many more columns than we need, so none of theirs.
 */
export function unreadColumns(format: FormatName, header: readonly string[], rows: readonly CsvRow[]): string[] {
  if (format !== 'generic') return [];
  const columns = new Columns(header);
  const read = new Set(rows.flatMap(({ fields }) => Object.values(GENERIC_NAMES).map((names) => columns.placeOf(fields, names))));
  const isFilled = (place: number): boolean => rows.some(({ fields }) => (fields[place] ?? '').trim() !== '');
  return header.filter((name, place) => name.trim() !== '' && header.indexOf(name) === place && !read.has(place) && isFilled(place));
}

/** The ways in which a file writes dates and amounts. */
export interface WritingEvidence {
  /** The order of day and month in dates. */
  readonly slashes: SlashEvidence;
  /** The decimal sign of amounts. */
  readonly decimals: DecimalEvidence;
}

/** Finds in these rows how the file writes dates and amounts. */
export function writingOf(format: FormatName, header: readonly string[], rows: readonly CsvRow[]): WritingEvidence {
  const columns = new Columns(header);
  const textsOf = (names: readonly string[]): string[] => rows.map(({ fields }) => columns.text(fields, names));
  return { slashes: slashEvidenceOf(textsOf(FORMATS[format].dates)), decimals: decimalsOf(format, textsOf) };
}

/** Looks at the amounts of orders first: "0.00" in another column says nothing about them. */
function decimalsOf(format: FormatName, textsOf: (names: readonly string[]) => string[]): DecimalEvidence {
  const amounts = textsOf(FORMATS[format].amounts);
  const found = decimalEvidenceOf(amounts);
  if (format !== 'generic' || found === 'comma' || found === 'point') return found;
  return decimalEvidenceOf([...amounts, ...textsOf(GENERIC_NAMES.refunded)]);
}

export { GENERIC_COLUMNS } from './read-generic.js';
