const IN_UTC = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const;
const MONTH = new Intl.DateTimeFormat('en-GB', IN_UTC);
const DATE = new Intl.DateTimeFormat('en-GB', { ...IN_UTC, day: 'numeric' });

/** Returns a month in UTC, such as "March 2024". @param ms since 1970 */
export const monthText = (ms: number): string => MONTH.format(ms);

/** Returns a date in UTC, such as "28 September 2026". @param ms since 1970 */
export const dateText = (ms: number): string => DATE.format(ms);
