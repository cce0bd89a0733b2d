import { readBulkCursor } from './shopify-bulk.js';

/**
 * With more than this, Shopify collects them in a file. Page by page, each 50 orders would take 4 seconds and each 100 customers 3, at the 100 points
 * a second of the standard plans.
 */
export const PAGED = { orders: 500, customers: 1000 };

/** Milliseconds that each order or customer of an import usually takes: page by page, and from a file (measured: bench, part `connect`). */
const USUAL_MS = { page: 25, file: 0.5 };

/** @param cursor of the next page of an import */
export const usualMsEach = (cursor: string | null): number =>
  cursor !== null && readBulkCursor(cursor) !== null ? USUAL_MS.file : USUAL_MS.page;

/** @param customers those of a list that is not begun yet */
export const usualMsOf = (customers: number): number => (customers > PAGED.customers ? USUAL_MS.file : USUAL_MS.page);
