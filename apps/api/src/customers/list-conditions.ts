import { AppError, CONDITION_RANGES, type CustomerChoice, type CustomerConditions, isEmptyRange, narrow, NO_CONDITIONS } from '#libs/core';
import { type ControlCondition, readControlRules, readSegment, type TenantDb } from '#libs/database';
import type { ListCustomersQuery } from '#libs/dto';

const NAMES = Object.keys(NO_CONDITIONS) as (keyof CustomerConditions)[];

/** Returns the conditions of a query besides label and score. */
const conditionsIn = (query: ListCustomersQuery): CustomerConditions =>
  Object.fromEntries(NAMES.map((name) => [name, query[name] ?? null]));

/** Returns the conditions of a query. */
export function choiceIn(query: ListCustomersQuery): CustomerChoice {
  const { churn_label: labels = null, min_score: min = null, max_score: max = null, control_group: group = null } = query;
  return { ...conditionsIn(query), labels, min_score: min, max_score: max, control_group: group };
}

/** @throws AppError `invalid_query` for a segment that the tenant does not have. */
export async function withinSegment(db: TenantDb, choice: CustomerChoice, id: string, now: Date): Promise<CustomerChoice> {
  const segment = await readSegment(db, id);
  if (segment !== null) return narrow(choice, segment, now);
  const message = `segment is ${JSON.stringify(id)}: it must be the id of one of your segments`;
  throw new AppError('invalid_query', message, [{ field: 'segment', code: 'unknown_segment', message }]);
}

/** Reads what tells the control groups of the condition; null without one. */
export const controlsOf = async (
  db: TenantDb,
  { control_group: groups }: Pick<CustomerChoice, 'control_group'>,
  now: Date,
): Promise<ControlCondition | null> => (groups == null ? null : { groups, ...(await readControlRules(db, now)) });

const RANGES = [['min_score', 'max_score'], ...CONDITION_RANGES] as const;

/** @throws AppError `invalid_query` for a range that ends before it begins */
export function requireRanges(query: ListCustomersQuery, now: Date): void {
  for (const [first, last] of RANGES) {
    const [from, to] = [query[first], query[last]];
    if (from === undefined || to === undefined || !isEmptyRange(from, to, now)) continue;
    const message = `${first} ${from} is ${typeof from === 'number' ? 'above' : 'after'} ${last} ${to}`;
    throw new AppError('invalid_query', message, [{ field: first, code: 'empty_range', message }]);
  }
}
