import { LIMITS } from './limits.js';
import { PERSONAL_WORDS } from './event-data/personal-names.js';

const { nameLength: LENGTH, value: RANGE } = LIMITS.traits;
const NAME = new RegExp(`^[a-z][a-z0-9_]{0,${LENGTH - 1}}$`);

/** A mistake in the name or the value of a trait: the broken rule, and a sentence. */
export interface TraitProblem {
  readonly code: string;
  readonly message: string;
}

/** Names that every object has. A program that keeps traits in one would read them of customers who have none. */
const OF_EVERY_OBJECT = new Set(['constructor', 'prototype']);

/** Words at the end of a name that do not change its meaning: a hash of an e-mail address still identifies a person. */
const APPENDED = new Set(['number', 'no', 'nr', 'hash', 'id', 'code', 'date', 'year', 'month', 'day']);

/** @returns the reason why a trait cannot have this name; null when it can */
export function traitNameProblem(name: string): TraitProblem | null {
  const shown = JSON.stringify(name.slice(0, LENGTH));
  if (!NAME.test(name) || OF_EVERY_OBJECT.has(name)) {
    const message = `the trait ${shown} must have a name of 1 to ${LENGTH} lower-case letters, digits and underscores that begins with a letter, and not ${[...OF_EVERY_OBJECT].join(' or ')}`;
    return { code: 'invalid_name', message };
  }
  const words = name.split('_').filter((word) => word !== '');
  const last = words.findLast((word) => !APPENDED.has(word));
  if (last === undefined || !PERSONAL_WORDS.has(last)) return null;
  const message = `the trait ${shown} looks like personal data: traits must not be names, e-mail addresses, phone numbers, birth dates, addresses or other data that identify a person`;
  return { code: 'personal_data', message };
}

/** @returns the reason why a trait cannot have this value; null when it can. JSON `null` removes a trait. */
export function traitValueProblem(name: string, value: unknown): TraitProblem | null {
  if (value === null) return null;
  const allowed = `a number from ${RANGE.min} to ${RANGE.max}, or null to remove it`;
  if (typeof value === 'number' && value >= RANGE.min && value <= RANGE.max) return null;
  const shown = (JSON.stringify(value) ?? 'missing').slice(0, LENGTH);
  return {
    code: typeof value === 'number' ? 'out_of_range' : 'invalid_type',
    message: `the trait ${name} is ${shown}: it must be ${allowed}`,
  };
}

/** The changes of one trait of a customer, the oldest first. Days are UTC day numbers. */
export interface TraitHistory {
  readonly days: readonly number[];
  /** Null: the trait was removed on that day. */
  readonly values: readonly (number | null)[];
}

/** Fits look back this far. */
export const TRAIT_HISTORY_DAYS = 540;
const DAYS_KEPT_SINGLY = 28;
const WEEK_DAYS = 7;
/** Day 3 of the epoch was a Sunday. */
const A_SUNDAY = 3;

/** The most changes that a history keeps: each day of some weeks, and one of each week before. With 12 bytes each about 1.3 KB. */
export const MOST_TRAIT_CHANGES = DAYS_KEPT_SINGLY + WEEK_DAYS + Math.ceil(TRAIT_HISTORY_DAYS / WEEK_DAYS) + 1;

/**
 * Returns the history after a change, thinned; null when the trait had that value already. Of several changes of a day the last one counts.
 * @param others histories of the trait under the aliases of the customer. The latest change of all histories counts; of one day, that of the first.
 */
export function withTraitValue(
  history: TraitHistory,
  day: number,
  value: number | null,
  others: readonly TraitHistory[] = [],
): TraitHistory | null {
  const latest = [history, ...others].reduce((one, other) => (lastDay(other) > lastDay(one) ? other : one));
  if ((latest.values.at(-1) ?? null) === value) return null;
  // A process with a slow clock must not write into the past.
  const from = Math.max(day, lastDay(latest));
  const earlier = history.days.filter((each) => each < from).length;
  const days = [...history.days.slice(0, earlier), from];
  return thinnedHistory({ days, values: [...history.values.slice(0, earlier), value] }, day);
}

const lastDay = ({ days }: TraitHistory): number => days.at(-1) ?? -Infinity;

/**
 * Thins the past of a trait without using anything that came later. In a week that ended 28 days ago or earlier, only the last value is
 * kept, and it counts from the Sunday on. Values that began more than 540 days ago count from the Sunday before that day. So a value of the
 * past may begin later than it did, never earlier, and which ones are kept does not depend on later changes.
 */
export function thinnedHistory({ days, values }: TraitHistory, today: number): TraitHistory {
  const kept = new Map<number, number | null>();
  for (const [i, day] of days.entries()) kept.set(keptDay(day, today), values[i] ?? null);
  return { days: [...kept.keys()], values: [...kept.values()] };
}

/** Both bounds lie on Sundays, so that a history that was thinned before is thinned to the same days. */
function keptDay(day: number, today: number): number {
  const sunday = sundayFrom(day);
  const kept = sunday <= today - DAYS_KEPT_SINGLY ? sunday : day;
  return Math.max(kept, sundayFrom(today - TRAIT_HISTORY_DAYS - WEEK_DAYS + 1));
}

const sundayFrom = (day: number): number => day + ((((A_SUNDAY - day) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS);
