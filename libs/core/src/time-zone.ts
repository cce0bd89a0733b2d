const PLACE = /^[A-Za-z][\w+/-]{1,63}$/;

/**
 * @param text an IANA name in any case. Not an offset such as +02:00: only a place knows its summer time.
 * @returns the name as it is written, or as it was given where another one has taken its place; null when there is no such zone.
 */
export function readTimeZone(text: string): string | null {
  if (!PLACE.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return null;
  }
}
