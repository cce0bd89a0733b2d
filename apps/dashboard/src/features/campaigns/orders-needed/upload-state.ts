const DAY_MS = 24 * 60 * 60_000;

interface Known {
  readonly contactedAt: string;
  readonly windowDays: number;
  /** The time of the newest order that was uploaded. */
  readonly end: string;
  readonly now: number;
}

interface UploadState {
  /** The end of the time to come back, up to which orders are needed; null: they are there. */
  readonly until: string | null;
  /** The time to come back has passed, so the result is already wrong. */
  readonly isMissing: boolean;
}

/** Returns whether a result still needs newer orders than those that were uploaded. */
export function uploadStateOf({ contactedAt, windowDays, end, now }: Known): UploadState {
  const until = Date.parse(contactedAt) + windowDays * DAY_MS;
  // A file of the last day may not have an order in its last hours.
  return Date.parse(end) > until - DAY_MS
    ? { until: null, isMissing: false }
    : { until: new Date(until).toISOString(), isMissing: until < now };
}
