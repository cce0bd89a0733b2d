const DAY_MS = 86_400_000;

export const [MONDAY, TUESDAY] = [1, 2] as const;

/**
 * Returns how far from now the next such day of the week is, at an hour in UTC.
 * @param after the day comes later than this number of days after today
 * @returns milliseconds
 */
export function msUntil(weekday: number, { hour = 12, after = 0 } = {}): number {
  const first = new Date(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`).getTime() + after * DAY_MS;
  const days = (weekday - new Date(first).getUTCDay() + 7) % 7 || 7;
  return first + days * DAY_MS + hour * 3_600_000 - Date.now();
}
