import type { CustomerId, TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { readOrderDays } from '#libs/score-inputs';
import { type OrderDays, OrderDaysBuilder } from '#libs/scoring';
import { chooseSample, nextIds, type UnreadRange } from './read-history.sql.js';

/** Customers per transaction. Small, so that it delays neither vacuum nor the event loop. */
const PAGE = 500;
/** Order days that a fit reads at most: 60 MB. Customers of 25 order days on average reach it with the whole sample. */
const MOST_ORDER_DAYS = 5_000_000;

/**
 * Reads the order days of the tenant's customers with a counted order, by ascending id, into columns of 12 bytes per order day. It reads
 * page by page without locks, so memory holds one page of rows besides the columns.
 *
 * @param signal aborts the reading with its reason
 */
export async function readHistory(database: Database, tenantId: TenantId, signal: AbortSignal): Promise<OrderDays> {
  const builder = new OrderDaysBuilder();
  let unread: UnreadRange | null = await database.transaction(tenantId, chooseSample);
  while (unread !== null) {
    signal.throwIfAborted();
    const range: UnreadRange = unread;
    const page = await database.transaction(tenantId, async (db) => readPage(db, range));
    for (const days of page.days) builder.add(days);
    const hasMore = page.ids.length === PAGE && builder.size < MOST_ORDER_DAYS;
    unread = hasMore ? { after: page.ids.at(-1)!, until: range.until } : null;
  }
  return builder.build();
}

/** Reads the customers whose ids come next. */
async function readPage(db: TenantDb, range: UnreadRange): Promise<{ ids: CustomerId[]; days: Iterable<OrderDays> }> {
  const ids = await nextIds(db, range, PAGE);
  return { ids, days: (await readOrderDays(db, ids)).values() };
}
