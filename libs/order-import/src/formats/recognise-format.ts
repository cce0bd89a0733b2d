import { Columns } from '../csv/columns.js';
import type { CsvRow } from '../csv/csv-rows.js';
import { type SlashEvidence, slashEvidenceOf } from '../csv/parse-fields.js';
import { GENERIC_DATES, genericReader, isGeneric } from './read-generic.js';
import { isShopify, SHOPIFY_DATES, shopifyReader } from './read-shopify.js';
import { isWooCommerce, WOOCOMMERCE_DATES, wooCommerceReader } from './read-woocommerce.js';
import type { ReadingContext, RowReader } from './row-reader.js';

interface Format {
  readonly recognises: (columns: Columns) => boolean;
  readonly reader: (columns: Columns, context: ReadingContext) => RowReader;
  /** The columns of the date of an order. */
  readonly dates: readonly string[];
}

/** The known formats. */
const FORMATS = {
  shopify: { recognises: isShopify, reader: shopifyReader, dates: SHOPIFY_DATES },
  woocommerce: { recognises: isWooCommerce, reader: wooCommerceReader, dates: WOOCOMMERCE_DATES },
  generic: { recognises: isGeneric, reader: genericReader, dates: GENERIC_DATES },
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

/** Tells in which order day and month stand in the dates of these rows. */
export function slashEvidence(format: FormatName, header: readonly string[], rows: readonly CsvRow[]): SlashEvidence {
  const columns = new Columns(header);
  return slashEvidenceOf(rows.map(({ fields }) => columns.text(fields, FORMATS[format].dates)));
}

export { GENERIC_COLUMNS } from './read-generic.js';
