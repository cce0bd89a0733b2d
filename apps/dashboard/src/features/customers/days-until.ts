const DAY_MS = 86_400_000;

/** Days from now to an instant, rounded; negative when it is past. */
export const daysUntil = (instant: string, now: Date): number => Math.round((new Date(instant).getTime() - now.getTime()) / DAY_MS);
