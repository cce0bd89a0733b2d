import type { LeasedConnection } from './due-connections.sql.js';

/** ⚙ So often in a row the same page may be refused: some hours, with the waits between. */
const REFUSALS = 8;
/** ⚙ So often an import or a look back may begin again. */
const RESTARTS = 3;
/** ⚙ Pages beyond those that its orders fill: a page has fewer when its shop repeats some, or when orders come meanwhile. */
const SPARE_PAGES = 100;
/** ⚙ Orders that a page has at least, in the mean of all. */
const LEAST_IN_PAGE = 25;
/** ⚙ Whatever number of orders a shop tells. */
const MOST_PAGES = 50_000;

/** Refusals that may be about the cursor. A wall before the shop, which says 403, knows nothing of cursors. */
const OF_CURSOR = /^(?:unknown_cursor|http_4(?:00|04|10|22)|graphql_(?!access_denied$).*)$/;

type Refused = Pick<LeasedConnection, 'import_cursor' | 'import_refusals' | 'import_restarts'>;

/** What follows from a page of the history that was refused: it is asked for again, or the first one is, or none any more. */
export function refusalOutcome(connection: Refused, why: string): 'again' | 'restart' | 'end' {
  const { import_cursor: cursor, import_refusals: refusals, import_restarts: restarts } = connection;
  if (cursor === null) return 'end';
  if (OF_CURSOR.test(why)) return restarts < RESTARTS ? 'restart' : 'end';
  return refusals < REFUSALS ? 'again' : 'end';
}

/** What follows from a page of a look back that was refused. It waits for a shop that is shut, because the next look may not reach as far. */
export function lookBackOutcome(
  connection: Pick<LeasedConnection, 'reconcile_cursor' | 'reconcile_restarts'>,
  why: string,
): ReturnType<typeof refusalOutcome> {
  const { reconcile_cursor: cursor, reconcile_restarts: restarts } = connection;
  if (cursor === null || !(OF_CURSOR.test(why) || why === 'page_repeated')) return 'again';
  return restarts < RESTARTS ? 'restart' : 'end';
}

/** Whether an import or a look back has read more pages than its shop can have. @param total its orders; null when nobody has said. */
export const isEndless = (pages: number, total: number | null): boolean =>
  pages >= (total === null ? MOST_PAGES : Math.min(MOST_PAGES, SPARE_PAGES + Math.ceil(total / LEAST_IN_PAGE)));
