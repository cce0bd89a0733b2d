import type { Consent } from '../consent.js';
import type { Lifecycle } from '../labels.js';
import { LIMITS } from '../limits.js';

/**
 * Conditions on customers besides label and score, in lists and in the audiences of campaigns. Null or absent: no condition.
 * A day is a UTC day, `2026-11-21`, or a number of days ago, `7d`. Both ends of a range are included.
 */
export interface CustomerConditions {
  readonly lifecycle?: readonly Lifecycle[] | null;
  /** The label has been high or critical since this day or a later one. */
  readonly entered_since?: string | null;
  readonly late_since_from?: string | null;
  readonly late_since_to?: string | null;
  readonly last_order_from?: string | null;
  readonly last_order_to?: string | null;
  readonly orders_min?: number | null;
  readonly orders_max?: number | null;
  /** In the currency of the shop. */
  readonly spend_min?: number | null;
  readonly spend_max?: number | null;
  readonly marketing_consent?: readonly Consent[] | null;
  /** Categories of items: customers who have bought from each of them. */
  readonly bought?: readonly string[] | null;
  /** Customers who have bought from none of these categories. */
  readonly never_bought?: readonly string[] | null;
}

export const NO_CONDITIONS = {
  lifecycle: null,
  entered_since: null,
  late_since_from: null,
  late_since_to: null,
  last_order_from: null,
  last_order_to: null,
  orders_min: null,
  orders_max: null,
  spend_min: null,
  spend_max: null,
  marketing_consent: null,
  bought: null,
  never_bought: null,
} as const satisfies Required<CustomerConditions>;

/** The ranges of the conditions: a first and a last value. */
export const CONDITION_RANGES = [
  ['late_since_from', 'late_since_to'],
  ['last_order_from', 'last_order_to'],
  ['orders_min', 'orders_max'],
  ['spend_min', 'spend_max'],
] as const satisfies readonly (readonly [keyof CustomerConditions, keyof CustomerConditions])[];

/** Says whether the end of a range of valid values is before its beginning. */
export function isEmptyRange(first: string | number, last: string | number, now: Date): boolean {
  const placeOf = (value: string | number): number => (typeof value === 'number' ? value : startOfConditionDay(value, now).getTime());
  return placeOf(first) > placeOf(last);
}

/** Says whether a value is a list of categories for a condition. */
export function isCategoryList(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIMITS.conditions.categories) return false;
  if (new Set(value).size < value.length) return false;
  return value.every(
    (each) => typeof each === 'string' && each.trim() !== '' && each.length <= LIMITS.items.categoryLength && !each.includes('\0'),
  );
}

const DAYS_AGO = /^(\d{1,4})d$/;
const DATE = /^(?:20|21)\d\d-\d\d-\d\d$/;

/** The rule for a day of a condition, for messages. */
export const CONDITION_DAY = 'a date such as 2026-11-21, or days ago such as 7d';

export function isConditionDay(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (DAYS_AGO.test(value)) return true;
  // Date turns a day that does not exist into another one, or into an invalid date.
  const date = DATE.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

/** Returns the first instant of the UTC day that a valid condition names. */
export function startOfConditionDay(day: string, now: Date): Date {
  const ago = DAYS_AGO.exec(day);
  if (ago === null) return new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - Number(ago[1])));
}
