import { AppError, CONDITION_RANGES, type CustomerConditions, isEmptyRange, NO_CONDITIONS } from '#libs/core';
import type { ListCustomersQuery } from '#libs/dto';

const NAMES = Object.keys(NO_CONDITIONS) as (keyof CustomerConditions)[];

/** Returns the conditions of a query besides label and score. */
export const conditionsIn = (query: ListCustomersQuery): CustomerConditions =>
  Object.fromEntries(NAMES.map((name) => [name, query[name] ?? null]));

const RANGES = [['min_score', 'max_score'], ...CONDITION_RANGES] as const;

/** @throws AppError `invalid_query` for a range whose end is before its beginning. */
export function requireRanges(query: ListCustomersQuery, now: Date): void {
  for (const [first, last] of RANGES) {
    const [from, to] = [query[first], query[last]];
    if (from === undefined || to === undefined || !isEmptyRange(from, to, now)) continue;
    const message = `${first} ${from} is ${typeof from === 'number' ? 'above' : 'after'} ${last} ${to}`;
    throw new AppError('invalid_query', message, [{ field: first, code: 'empty_range', message }]);
  }
}
