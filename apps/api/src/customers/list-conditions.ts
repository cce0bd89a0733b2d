import { AppError, type CustomerConditions, startOfConditionDay } from '#libs/core';
import type { ListCustomersQuery } from '#libs/dto';

/** Returns the conditions of a query besides label and score. */
export const conditionsIn = (query: ListCustomersQuery): CustomerConditions => ({
  lifecycle: query.lifecycle ?? null,
  entered_since: query.entered_since ?? null,
  late_since_from: query.late_since_from ?? null,
  late_since_to: query.late_since_to ?? null,
  last_order_from: query.last_order_from ?? null,
  last_order_to: query.last_order_to ?? null,
  orders_min: query.orders_min ?? null,
  orders_max: query.orders_max ?? null,
  spend_min: query.spend_min ?? null,
  spend_max: query.spend_max ?? null,
});

const RANGES = [
  ['min_score', 'max_score'],
  ['late_since_from', 'late_since_to'],
  ['last_order_from', 'last_order_to'],
  ['orders_min', 'orders_max'],
  ['spend_min', 'spend_max'],
] as const;

/** @throws AppError `invalid_query` for a range whose end is before its beginning. */
export function requireRanges(query: ListCustomersQuery, now: Date): void {
  const placeOf = (value: number | string): number => (typeof value === 'number' ? value : startOfConditionDay(value, now).getTime());
  for (const [first, last] of RANGES) {
    const [from, to] = [query[first], query[last]];
    if (from === undefined || to === undefined || placeOf(from) <= placeOf(to)) continue;
    const message = `${first} ${from} is ${typeof from === 'number' ? 'above' : 'after'} ${last} ${to}`;
    throw new AppError('invalid_query', message, [{ field: first, code: 'empty_range', message }]);
  }
}
