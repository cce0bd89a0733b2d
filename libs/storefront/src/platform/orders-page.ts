import type { Categories } from '../mapping/order-items.js';

/** A page of orders as text: its ids may be too large for the numbers of JSON.parse. */
export interface OrdersPage {
  /** The categories of the products in the orders. Only WooCommerce sets them, and only for products that the keys may read. */
  readonly categories?: Categories;
  readonly text: string;
  /** The cursor of the next page; null on the last page. */
  readonly cursor: string | null;
  /** The number of orders that the previous page had too; 0 when absent. */
  readonly repeated?: number;
  /** The time at which the orders were so; absent: now. */
  readonly asOf?: Date;
  /** The customers that the platform has collected in the file of the page; absent for orders. */
  readonly customers?: number;
}

/** The filter: orders created since a time, or changed since a time. */
export type OrdersSince = (CreatedSince | { readonly updatedSince: Date }) & {
  /** The items of the orders come with their categories. Shopify shows these with a permission of their own. */
  readonly withItems?: boolean;
};

interface CreatedSince {
  readonly createdSince: Date;
  /** They are many, so the platform may collect them in a file first. Only Shopify does. */
  readonly inBulk?: boolean;
  /** The sums of customers follow the orders, page by page or from a file; absent: they do not. Only Shopify has them. */
  readonly customers?: 'pages' | 'bulk';
}

/**
 * Reads the cursor in `<https://…?page_info=…>; rel="next"`. The rest of the URL is ignored: an answer must not choose which server we
 * call.
 */
export function nextCursor(link: string | undefined): string | null {
  const [, target = ''] = /<([^>]*)>\s*;[^,]*rel="?next"?/.exec(link ?? '') ?? [];
  return URL.canParse(target) ? new URL(target).searchParams.get('page_info') : null;
}

/** @throws TypeError when the value is not a number of orders. */
export function requireCount(count: unknown): number {
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) throw new TypeError('there is no count');
  return count;
}
