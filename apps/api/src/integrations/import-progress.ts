import { SECOND_MS } from '#libs/core';
import { PAGED, readBulkCursor, usualMsEach, usualMsOf } from '#libs/storefront';
import type { ConnectionRow } from './connections.sql.js';

export type ImportRow = Pick<
  ConnectionRow,
  | 'import_state'
  | 'import_cursor'
  | 'import_done'
  | 'import_total'
  | 'import_customers'
  | 'import_customers_total'
  | 'import_collected'
  | 'import_collected_at'
  | 'import_ms_each'
>;

/** Customers that a worker scores in a second, and objects that a platform collects until it shows its own rate (measured: bench, part `connect`). */
const SCORED = 3000;
const COLLECTED = 1000;
/** This rate weighs as much as this many seconds of collecting. */
const PRIOR_SECONDS = 1;

/**
 * Estimates the seconds until the orders are imported and every customer of them has a score.
 * @param waiting customers who wait for their score
 * @returns null when nothing is under way, or the platform does not count its orders
 */
export function secondsLeft(row: ImportRow, waiting: number, now: Date): number | null {
  const scoring = waiting / SCORED;
  if (row.import_state !== 'running') return waiting > 0 && row.import_state === 'done' ? Math.ceil(scoring) : null;
  if (row.import_total === null) return null;
  const file = row.import_cursor === null ? null : readBulkCursor(row.import_cursor);
  const hasBegunCustomers = row.import_customers > 0 || file?.ordersSince !== undefined;
  const orders = hasBegunCustomers ? 0 : Math.max(0, row.import_total - row.import_done);
  const customers = Math.max(0, (row.import_customers_total ?? 0) - row.import_customers);
  const msEach = row.import_ms_each ?? usualMsEach(row.import_cursor);
  const msOfCustomers = hasBegunCustomers ? msEach : usualMsOf(customers);
  const reading = (orders * msEach + customers * msOfCustomers) / SECOND_MS;
  const next = hasBegunCustomers || customers <= PAGED.customers ? 0 : customers / COLLECTED;
  const begun = file === null ? 0 : collectingSeconds(row, hasBegunCustomers ? customers : orders, { began: Date.parse(file.began), now });
  return Math.ceil(begun + next + reading + scoring);
}

/** Returns the seconds that the platform still needs for the file that the import waits for. @param all what the file will hold */
function collectingSeconds(
  { import_collected: collected, import_collected_at: at }: ImportRow,
  all: number,
  { began, now }: { readonly began: number; readonly now: Date },
): number {
  if (collected === null || at === null) return 0;
  const seconds = Math.max(0, at.getTime() - began) / SECOND_MS;
  const rate = (collected + PRIOR_SECONDS * COLLECTED) / (seconds + PRIOR_SECONDS);
  return Math.max(0, Math.max(0, all - collected) / rate - (now.getTime() - at.getTime()) / SECOND_MS);
}
