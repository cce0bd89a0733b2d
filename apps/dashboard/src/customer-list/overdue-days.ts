const DAY_MS = 86_400_000;

/** Returns the days since a customer became late. The day itself is the first one. */
export const overdueDays = (since: string, now: Date): number =>
  Math.max(1, Math.round((now.getTime() - new Date(since).getTime()) / DAY_MS));
