const HOUR_MS = 60 * 60_000;
/** The weekly mail is written at this hour of Monday, in the time zone of the shop. */
const MAIL_HOUR = 8;

/** Returns an instant of the Monday on which the next weekly mail comes. */
export function nextMonday(now: Date, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  for (let hours = 0; ; hours += 1) {
    const at = new Date(now.getTime() + hours * HOUR_MS);
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const isAfter = hours > 0 || Number(parts['hour']) < MAIL_HOUR;
    if (isAfter && parts['weekday'] === 'Mon' && Number(parts['hour']) <= MAIL_HOUR) return at.toISOString();
  }
}
