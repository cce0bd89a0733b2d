import type { CustomerId, TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { readOrders } from '#libs/score-inputs';
import { countedOrders, type OrderDays, orderDaysOf, OrderDaysBuilder } from '#libs/scoring';
import { chooseSample, nextIds, type UnreadRange } from './read-history.sql.js';

/** Customers per transaction. Small, so that it delays neither vacuum nor the event loop. */
const PAGE = 500;

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
    const page: { ids: CustomerId[]; range: UnreadRange } = { ids: [], range: unread };
    const orders = await database.transaction(tenantId, async (db) => {
      page.ids = await nextIds(db, page.range, PAGE);
      return readOrders(db, page.ids);
    });
    for (const id of page.ids) {
      const days = orderDaysOf(countedOrders(orders.get(id) ?? []).orders);
      if (days.day.length > 0) builder.add(days);
    }
    const last = page.ids.at(-1);
    unread = last === undefined || page.ids.length < PAGE ? null : { after: last, until: page.range.until };
  }
  return builder.build();
}
