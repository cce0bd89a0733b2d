const MOST_RECENT = 6;
export const LEAST_HISTORY_DAYS = 60;
const YEAR_DAYS = 365;
const YEARS_BACK = 2;
/** Before the day of a year ago: a shop that opened then shows what a new shop is like, not what the season is. */
const LEAST_HISTORY_OF_SEASON_DAYS = 365;
/** Periods that begin within these days of each other are of one season. */
const SAME_SEASON_DAYS = 15;

/** Past days to learn from. */
export interface Origins {
  /** With those between: their horizons overlap. */
  readonly all: readonly number[];
  /** Each with a period of its own: one horizon apart, and the same days of past years. */
  readonly apart: readonly number[];
}

/** Returns past days one horizon apart, and further ones spread evenly between them: `perHorizon` days in each horizon. */
export function denseOrigins(firstDay: number, today: number, horizonDays: number, perHorizon: number): Origins {
  const apart = originsOf(firstDay, today, horizonDays);
  const between = Array.from(
    { length: MOST_RECENT * perHorizon },
    (_, k) => today - horizonDays - Math.round((k * horizonDays) / perHorizon),
  );
  return { all: [...new Set([...apart, ...between.filter((origin) => origin - firstDay >= LEAST_HISTORY_DAYS)])], apart };
}

/**
 * Past days with a horizon that has passed by `today`, latest first: six in a row, one horizon apart, with at least 60 days of history
 * before each; then the same days of the last two years, unless they are among the six, for what the season does.
 */
export function originsOf(firstDay: number, today: number, horizonDays: number): number[] {
  const recent = Array.from({ length: MOST_RECENT }, (_, k) => today - (k + 1) * horizonDays).filter(
    (origin) => origin - firstDay >= LEAST_HISTORY_DAYS,
  );
  const yearly = Array.from({ length: YEARS_BACK }, (_, k) => today - (k + 1) * YEAR_DAYS).filter(
    (origin) =>
      origin - firstDay >= LEAST_HISTORY_OF_SEASON_DAYS &&
      origin + horizonDays <= today &&
      recent.every((each) => Math.abs(each - origin) > SAME_SEASON_DAYS),
  );
  return [...recent, ...yearly];
}

/** Says whether the period after an origin is of the season that begins today. */
export function isSameSeason(origin: number, today: number, firstDay: number): boolean {
  const years = Math.round((today - origin) / YEAR_DAYS);
  return (
    years >= 1 && Math.abs(today - years * YEAR_DAYS - origin) <= SAME_SEASON_DAYS && origin - firstDay >= LEAST_HISTORY_OF_SEASON_DAYS
  );
}
