import { DAY_MS, SECOND_MS } from '#libs/core';
import { areCustomersInFile, areInFile, readBulkCursor, readsItems, secondsOfLastOrders, usualMsEach, usualMsOf } from '#libs/storefront';
import type { StorageUse } from '#libs/tenants';
import type { ConnectionRow } from './connections.sql.js';

export type ImportRow = Pick<
  ConnectionRow,
  | 'platform'
  | 'scopes'
  | 'import_state'
  | 'import_cursor'
  | 'import_done'
  | 'import_total'
  | 'import_customers'
  | 'import_customers_total'
  | 'import_collected'
  | 'import_collected_at'
  | 'import_collect_rate'
  | 'import_ms_each'
>;

/** Customers that a worker scores in a second, and objects that a platform collects until it shows its own rate (measured: bench, part `connect`). */
const SCORED = 3000;
const COLLECTED = 1000;
/** The worker asks whether a file is complete after a third of the time that it has taken, at most after 10 s, so it notices late by half of that. */
const wholeFile = (collecting: number): number => collecting + Math.min(10, collecting / 3) / 2;
/** This rate weighs as much as this many seconds of collecting. */
const PRIOR_SECONDS = 1;
/** Bytes that an order or a customer usually takes of the storage quota (measured: the e2e test of the first hour). */
const BYTES = { order: 2700, customer: 1350 };
/** Bytes of a page, which needs room at once. */
const PAGE_BYTES = 50 * BYTES.order;
const DAY_SECONDS = DAY_MS / SECOND_MS;

/** The state of an import that is under way, and of what follows it. */
export interface ImportOutlook {
  /** Seconds until the orders are imported and each customer of them has a score; null when nothing is under way, or it cannot be estimated. */
  readonly secondsLeft: number | null;
  /** The part of the storage quota without room for the rest: the import waits for the next UTC day, or until it gets room. */
  readonly shortOf: 'day' | 'total' | null;
}

/** @param waiting customers who wait for their score */
export function outlookOf(row: ImportRow, waiting: number, storage: Pick<StorageUse, 'used' | 'limits'>, now: Date): ImportOutlook {
  const scoring = waiting / SCORED;
  if (row.import_state !== 'running') {
    return { secondsLeft: waiting > 0 && row.import_state === 'done' ? Math.ceil(scoring) : null, shortOf: null };
  }
  const left = leftOf(row);
  const bytes = Math.max(PAGE_BYTES, left.orders * BYTES.order + left.customers * BYTES.customer);
  if (bytes > storage.limits.all - storage.used.all) return { secondsLeft: null, shortOf: 'total' };
  const beyondToday = bytes - Math.max(0, storage.limits.day - storage.used.day);
  const secondsLeft = row.import_total === null ? null : Math.ceil(secondsOf(row, left, now) + scoring);
  if (beyondToday <= 0) return { secondsLeft, shortOf: null };
  const untilRoom = DAY_SECONDS * (1 + Math.floor(beyondToday / storage.limits.day)) - (now.getTime() % DAY_MS) / SECOND_MS;
  return { secondsLeft: secondsLeft === null ? null : Math.max(secondsLeft, Math.ceil(untilRoom)), shortOf: 'day' };
}

interface Left {
  readonly orders: number;
  readonly customers: number;
  /** The customers follow the orders. */
  readonly hasBegunCustomers: boolean;
}

function leftOf(row: ImportRow): Left {
  const file = row.import_cursor === null ? null : readBulkCursor(row.import_cursor);
  const hasBegunCustomers = row.import_customers > 0 || file?.ordersSince !== undefined;
  return {
    orders: hasBegunCustomers ? 0 : Math.max(0, (row.import_total ?? 0) - row.import_done),
    customers: Math.max(0, (row.import_customers_total ?? 0) - row.import_customers),
    hasBegunCustomers,
  };
}

function secondsOf(row: ImportRow, { orders, customers, hasBegunCustomers }: Left, now: Date): number {
  const file = row.import_cursor === null ? null : readBulkCursor(row.import_cursor);
  const withItems = readsItems(row);
  const willCollect = row.import_cursor === null && row.platform === 'shopify' && areInFile(orders, withItems);
  const msEach = row.import_ms_each ?? (willCollect ? usualMsOf(true) : usualMsEach(row.import_cursor, withItems));
  const collectsCustomers = areCustomersInFile(customers);
  // Customers of a file take as long as the orders of one.
  const msOfCustomers = hasBegunCustomers || (collectsCustomers && (willCollect || file !== null)) ? msEach : usualMsOf(collectsCustomers);
  const days = row.import_customers_total === null ? 0 : secondsOfLastOrders(row.import_cursor, row.import_customers_total);
  const reading = (orders * msEach + customers * msOfCustomers) / SECOND_MS + days;
  const next = hasBegunCustomers || !collectsCustomers ? 0 : wholeFile(customers / collectRate(row, file?.began));
  if (file === null) return reading + next + (willCollect ? wholeFile(orders / collectRate(row)) : 0);
  return reading + next + (file.at > 0 ? 0 : collectingSeconds(row, hasBegunCustomers ? customers : orders, file.began, now));
}

/** Returns the objects that the platform collects in a second. @param began the time when it began with the present file */
function collectRate(
  { import_collected: collected, import_collected_at: at, import_collect_rate: known }: ImportRow,
  began?: string,
): number {
  const prior = known ?? COLLECTED;
  if (collected === null || at === null || began === undefined) return prior;
  const seconds = Math.max(0, at.getTime() - Date.parse(began)) / SECOND_MS;
  return (collected + PRIOR_SECONDS * prior) / (seconds + PRIOR_SECONDS);
}

/** Returns the seconds that the platform still needs for the file that the import waits for. @param all what the file will hold */
function collectingSeconds(row: ImportRow, all: number, began: string, now: Date): number {
  const { import_collected: collected, import_collected_at: at } = row;
  const since = collected === null || at === null ? Date.parse(began) : at.getTime();
  const rate = collectRate(row, began);
  const late = wholeFile(all / rate) - all / rate;
  return Math.max(0, Math.max(0, all - (collected ?? 0)) / rate + late - (now.getTime() - since) / SECOND_MS);
}
