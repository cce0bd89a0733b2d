const PLACE = /^[A-Za-z][\w+/-]{1,63}$/;

/**
 * @param text an IANA name in any case. An offset such as +02:00 is refused, because it has no summer time.
 * @returns the official spelling, or the given text when the zone has a newer name; null when there is no such zone.
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
