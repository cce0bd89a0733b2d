/** The source of the current time. It is injected at the edge; everything inside takes `now: Date`. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  /** @param offsetMs shifts the clock; only tests set it, to make days pass. */
  constructor(private readonly offsetMs = 0) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
