import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { eachLockedHistory, type OrderChanges } from '#libs/score-inputs';
import type { OrderTotals } from '#libs/scoring';

/** So many orders are added up by day. */
const VERY_MANY = 10_000;

interface ByDayOptions {
  /** null: not added up yet */
  readonly orderDaysIn: string | null;
  readonly changes?: OrderChanges;
  readonly nowMs?: number;
}

/** Totals of a customer of a shop in euros, as the worker calculates them for very many orders. */
export async function totalsByDay(
  db: TenantDb,
  id: CustomerId,
  { orderDaysIn, changes = { days: [], added: [] }, nowMs = Date.now() }: ByDayOptions,
): Promise<OrderTotals> {
  const found: OrderTotals[] = [];
  const changed = { currency: 'EUR', changesOf: () => changes, nowMs };
  await eachLockedHistory(db, [{ id, ordersCount: VERY_MANY, orderDaysIn }], changed, (_, totals) => found.push(totals(nowMs)));
  return found[0]!;
}
