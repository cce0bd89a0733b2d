const IN_UTC = { timeZone: 'UTC', month: 'long', year: 'numeric' } as const;
const MONTH = new Intl.DateTimeFormat('en-GB', IN_UTC);
const DATE = new Intl.DateTimeFormat('en-GB', { ...IN_UTC, day: 'numeric' });

/** "March 2024", in UTC. @param ms since 1970 */
export const monthText = (ms: number): string => MONTH.format(ms);

/** "28 September 2026", in UTC. */
export const dateText = (ms: number): string => DATE.format(ms);
