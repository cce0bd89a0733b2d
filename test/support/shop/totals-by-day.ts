import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { eachLockedHistory, type OrderChanges } from '#libs/orders';
import type { OrderTotals } from '#libs/scoring';

/** So many orders are added up by day. */
const VERY_MANY = 10_000;

interface ByDayOptions {
  /** null: not added up yet */
  readonly orderDaysIn: string | null;
  readonly changesOf?: (id: CustomerId) => OrderChanges;
  readonly nowMs?: number;
}

/** Totals of customers of a shop in euros, as the worker calculates them for very many orders. */
export async function totalsByDay(
  db: TenantDb,
  ids: readonly CustomerId[],
  { orderDaysIn, changesOf = () => ({ days: new Set(), added: [] }), nowMs = Date.now() }: ByDayOptions,
): Promise<OrderTotals[]> {
  const found = new Map<CustomerId, OrderTotals>();
  const customers = ids.map((id) => ({ id, ordersCount: VERY_MANY, orderDaysIn }));
  await eachLockedHistory(db, customers, { currency: 'EUR', changesOf, nowMs }, ({ id }, totals) => found.set(id, totals(nowMs)));
  return ids.map((id) => found.get(id)!);
}
