import { Columns } from '../csv/columns.js';
import { genericReader, isGeneric } from './read-generic.js';
import { isShopify, shopifyReader } from './read-shopify.js';
import { isWooCommerce, wooCommerceReader } from './read-woocommerce.js';
import type { ReadingContext, RowReader } from './row-reader.js';

interface Format {
  readonly recognises: (columns: Columns) => boolean;
  readonly reader: (columns: Columns, context: ReadingContext) => RowReader;
}

/** The known formats. */
const FORMATS = {
  shopify: { recognises: isShopify, reader: shopifyReader },
  woocommerce: { recognises: isWooCommerce, reader: wooCommerceReader },
  generic: { recognises: isGeneric, reader: genericReader },
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

export { GENERIC_COLUMNS } from './read-generic.js';
