const two = (part: number): string => String(part).padStart(2, '0');

/** Returns the day of an expiry where the reader is, `2026-11-21`; empty for none. */
export function dayOf(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  const at = new Date(expiresAt);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the last second of a day where the reader is; null for an empty or impossible day. */
export function endOfDay(day: string): string | null {
  const at = new Date(`${day}T23:59:59`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
