import { addDays } from '#libs/core';

const WEEK_DAYS = 7;
/** This century: Postgres knows no year 0. */
const FORM = /^(20\d{2})-W(\d{2})$/;

/** The Monday is day 1, as in ISO 8601. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK_DAYS;

/** Returns the Monday of the week of a day. @param day `2026-11-21` */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** Returns the ISO 8601 week of a day, `2026-W47`: the first week of a year has its first Thursday. */
export function weekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3);
  const year = thursday.slice(0, 4);
  const weeks = (Date.parse(mondayOf(day)) - Date.parse(firstMondayOf(year))) / (WEEK_DAYS * 86_400_000);
  return `${year}-W${String(weeks + 1).padStart(2, '0')}`;
}

/** Returns the Monday of an ISO 8601 week, `2026-W47`; null where the year has no such week. */
export function mondayOfWeek(week: string): string | null {
  const [, year, number] = FORM.exec(week) ?? [];
  if (year === undefined || number === undefined) return null;
  const monday = addDays(firstMondayOf(year), (Number(number) - 1) * WEEK_DAYS);
  return weekOf(monday) === week ? monday : null;
}

/** The fourth of January is always in the first week. */
const firstMondayOf = (year: string): string => mondayOf(`${year}-01-04`);
