import { readBulkCursor } from './shopify-bulk.js';
import { readCursor } from './shopify-cursor.js';
import { lastOrdersLeft } from './shopify-last-orders.js';

/**
 * With more than this, Shopify collects them in a file. Page by page, each 50 orders would take 4 seconds and each 100 customers 3, at the 100 points
 * a second of the standard plans. 17 orders with their items would take 10 seconds at most.
 */
const PAGED = { orders: 500, ordersWithItems: 100, customers: 1000 };

/** Returns whether an import has too many orders to read them page by page. */
export const areInFile = (orders: number, withItems: boolean): boolean => orders > (withItems ? PAGED.ordersWithItems : PAGED.orders);

/** Returns whether an import has too many customers to read them page by page. */
export const areCustomersInFile = (customers: number): boolean => customers > PAGED.customers;

/**
 * Milliseconds that each order or customer of an import usually takes: page by page, and from a file (measured: bench, part `connect`). An order
 * with three lines costs 20 points, at 100 points a second.
 */
const USUAL_MS = { page: 25, pageWithItems: 200, file: 0.5 };

/** @param cursor of the next page of an import */
export function usualMsEach(cursor: string | null, withItems: boolean): number {
  if (cursor === null) return usualMsOf(false, withItems);
  return usualMsOf(readBulkCursor(cursor) !== null, withItems && readCursor(cursor) !== null);
}

/** Returns the milliseconds that each order or customer usually takes, for a list that is not begun yet. */
export function usualMsOf(isInFile: boolean, withItems = false): number {
  if (isInFile) return USUAL_MS.file;
  return withItems ? USUAL_MS.pageWithItems : USUAL_MS.page;
}

/**
 * Seconds for the day of the last order of a customer, and for a count of days, at the 100 points a second of the standard plans. Until the days
 * are counted, this share of the customers counts as not having ordered in the last 60 days, over two years.
 */
const LAST_ORDERS = { customer: 0.01, count: 2.5, share: 0.7, counts: 14 };

/**
 * Returns the seconds that reading the days of last orders takes, which follows the customers.
 * @param cursor of the next page of an import
 * @param customers all customers of the import
 */
export function secondsOfLastOrders(cursor: string | null, customers: number): number {
  const counted = cursor === null ? null : lastOrdersLeft(cursor);
  const left = counted ?? { customers: customers * LAST_ORDERS.share, counts: LAST_ORDERS.counts };
  return left.customers * LAST_ORDERS.customer + left.counts * LAST_ORDERS.count;
}
