const DAY_MS = 86_400_000;

/** Returns the days from now to an instant, rounded; negative for the past. */
export const daysUntil = (instant: string, now: Date): number => Math.round((new Date(instant).getTime() - now.getTime()) / DAY_MS);
