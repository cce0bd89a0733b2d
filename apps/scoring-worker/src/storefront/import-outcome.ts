import type { LeasedConnection } from './due-connections.sql.js';
import { COLLECTIONS } from './next-sync-step.js';

/** Maximum refusals of the same page in a row: some hours, with the pauses between them. */
const REFUSALS = 8;
/** Maximum restarts of an import or a look back; those after a file of Shopify do not count. */
const RESTARTS = 3;
/**
 * Spare pages beyond those that the orders fill: a shop may repeat orders on a page, new orders arrive during the import, and the days of last
 * orders are counted 50 at a time.
 */
const SPARE_PAGES = 400;
/** Fewest orders per page, on average. Shopify brings 17 with their items. */
const LEAST_IN_PAGE = 15;
/** Maximum pages, even for a shop that reports more orders. */
const MOST_PAGES = 50_000;

/** Refusals that may be about the cursor. 403 is not one: it comes from a firewall in front of the shop. */
const OF_CURSOR = /^(?:unknown_cursor|bulk_failed|bulk_file|http_4(?:00|04|10|22)|graphql_(?!access_denied$).*)$/;

type Refused = Pick<LeasedConnection, 'platform' | 'import_cursor' | 'import_refusals' | 'import_restarts'>;

/** Decides what follows a refused page of the import: ask for the same page again, restart at the first page, or end the import. */
export function refusalOutcome(connection: Refused, why: string): 'again' | 'restart' | 'end' {
  const { import_cursor: cursor, import_refusals: refusals, import_restarts: restarts } = connection;
  if (cursor === null) return 'end';
  const most = connection.platform === 'shopify' ? COLLECTIONS + RESTARTS : RESTARTS;
  if (OF_CURSOR.test(why)) return restarts < most ? 'restart' : 'end';
  return refusals < REFUSALS ? 'again' : 'end';
}

/** Decides what follows a refused page of a look back. It waits for a closed shop, because the next look may not reach back as far. */
export function lookBackOutcome(
  connection: Pick<LeasedConnection, 'reconcile_cursor' | 'reconcile_restarts'>,
  why: string,
): ReturnType<typeof refusalOutcome> {
  const { reconcile_cursor: cursor, reconcile_restarts: restarts } = connection;
  if (cursor === null || !(OF_CURSOR.test(why) || why === 'page_repeated')) return 'again';
  return restarts < RESTARTS ? 'restart' : 'end';
}

/** Returns whether an import or a look back has read more pages than the shop can have. @param total its orders; null when unknown. */
export const isEndless = (pages: number, total: number | null): boolean =>
  pages >= (total === null ? MOST_PAGES : Math.min(MOST_PAGES, SPARE_PAGES + Math.ceil(total / LEAST_IN_PAGE)));
