import type { OrderTotals } from '../../orders/features.js';
import { earlierOfOne } from '../../orders/earlier-orders.js';
import type { MbgParameters } from '../mbg-nbd.js';
import { withEarlierDays } from './earlier-days.js';

/**
 * Adds the earlier orders to those that are known one by one, and gives them days, so that a score can be calculated. The time of the last
 * order stays null where it is unknown.
 */
export function withEarlierOrders(totals: OrderTotals, mbg: MbgParameters): OrderTotals {
  const { earlier } = totals;
  if (earlier == null) return totals;
  const { orders, spent, firstAtMs, lastAtMs } = earlier;
  return {
    ...totals,
    ordersTotal: totals.ordersTotal + orders,
    firstOrderAtMs: firstAtMs === null ? null : Math.min(firstAtMs, totals.firstOrderAtMs ?? firstAtMs),
    lastOrderAtMs: lastAtMs === null ? totals.lastOrderAtMs : Math.max(lastAtMs, totals.lastOrderAtMs ?? lastAtMs),
    bought: totals.bought + (spent ?? 0n),
    valuedOrders: totals.valuedOrders + (spent === null ? 0 : orders),
    days: withEarlierDays({ ...totals.days, earlier: earlierOfOne(earlier) }, mbg),
  };
}
