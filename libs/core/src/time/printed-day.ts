const FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });

/** Returns a calendar day as pages and mails print it. @param day `2026-11-27` @returns `27 Nov 2026` */
export const printedDay = (day: string): string => FORMAT.format(new Date(`${day}T00:00:00Z`));
