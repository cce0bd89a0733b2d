import { DAY_MS } from '#libs/core';
import { customerCount, type EarlierOrders, earlierOfOne, NO_EARLIER, NO_ORDERS, type OrderDays, SparseRowsBuilder } from '#libs/scoring';

/** Without `read_all_orders`, a storefront shows an app the orders of this many days. */
const CONNECTED_DAYS = 60;

const PER_UNIT = 10_000;

/**
 * Returns the history of a shop that was connected on day `today`: the orders of the last 60 days one by one, and the number, the sum and the
 * first day of earlier ones.
 *
 * @param known nothing after `today`; every customer has an order
 * @param knowsLast the shop says of customers without an order in these days when they ordered last, as Shopify does
 */
export function connectedHistory(known: OrderDays, today: number, knowsLast = true): OrderDays {
  const from = today - CONNECTED_DAYS + 1;
  const [recent, earlier] = [new SparseRowsBuilder(NO_ORDERS), new SparseRowsBuilder(NO_EARLIER)];
  for (let customer = 0; customer < customerCount(known); customer++) {
    const rows = { from: known.offsets[customer]!, to: known.offsets[customer + 1]! };
    let start = rows.from;
    while (start < rows.to && known.day[start]! < from) start += 1;
    recent.add({
      offsets: Uint32Array.of(0, rows.to - start),
      day: known.day.subarray(start, rows.to),
      value: known.value.subarray(start, rows.to),
    });
    const lastDay = knowsLast && start === rows.to ? known.day[start - 1]! : null;
    earlier.add(
      earlierOfOne(start === rows.from ? null : summaryOf(known, { from: rows.from, to: start }, { lastDay, untilDay: from - 1 })),
    );
  }
  return { ...recent.build(), earlier: earlier.build() };
}

function summaryOf(
  { day, value }: OrderDays,
  { from, to }: { readonly from: number; readonly to: number },
  { lastDay, untilDay }: { readonly lastDay: number | null; readonly untilDay: number },
): EarlierOrders {
  const spent = value.subarray(from, to).reduce((sum, each) => sum + (Number.isNaN(each) ? 0 : each), 0);
  return {
    orders: to - from,
    spent: spent > 0 ? BigInt(Math.round(spent * PER_UNIT)) : null,
    firstAtMs: day[from]! * DAY_MS,
    lastAtMs: lastDay === null ? null : lastDay * DAY_MS,
    untilMs: untilDay * DAY_MS,
  };
}
