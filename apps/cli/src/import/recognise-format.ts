import { StoppedError } from '#libs/terminal';
import { Columns } from '#libs/backfill';
import { GENERIC_COLUMNS, genericReader, isGeneric } from './read-generic.js';
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

/**
 * Returns the format that matches the header. @param wanted is the requested format, or `auto`.
 * @throws StoppedError when the header does not fit.
 */
export function recogniseFormat(path: string, header: readonly string[], wanted: FormatName | 'auto'): FormatName {
  const columns = new Columns(header);
  const candidates = wanted === 'auto' ? BY_DEMAND : [wanted];
  const format = candidates.find((name) => FORMATS[name].recognises(columns));
  if (format !== undefined) return format;
  const expected = wanted === 'auto' ? 'an order log or an export of Shopify or WooCommerce' : `the format ${wanted}`;
  throw new StoppedError(
    `${path} does not look like ${expected}: its columns are ${header.slice(0, 12).join(', ')}. A plain log needs: ${GENERIC_COLUMNS}.`,
  );
}

/** Creates a reader for the rows of one file. Use it once, from the first row on. */
export function readerFor(format: FormatName, header: readonly string[], context: ReadingContext): RowReader {
  return FORMATS[format].reader(new Columns(header), context);
}
