import type { TimelineEntry } from './sentences';

/** A send of a campaign that speaks against a contact with its customer now. */
export interface SendThatHolds {
  readonly kind: 'control' | 'waits' | 'contacted';
  /** The name of the campaign. */
  readonly name: string;
  readonly at: string;
  /** The instant from which it no longer holds. */
  readonly until: string;
}

const DAY_MS = 86_400_000;
/** The shortest pause between campaigns, unless their owner chooses otherwise. */
const PAUSE_DAYS = 14;

/** Finds the latest campaign send that speaks against contacting the customer now; null without one. */
export function sendThatHolds(entries: readonly TimelineEntry[], now: Date): SendThatHolds | null {
  for (const entry of entries) {
    if (entry.kind !== 'campaign') continue;
    const { campaign_name: name, at, holdout, delivery_status: status, window_days: window } = entry;
    const ageDays = (now.getTime() - Date.parse(at)) / DAY_MS;
    const untilAfter = (days: number): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();
    if (holdout) return ageDays < window ? { kind: 'control', name, at, until: untilAfter(window) } : null;
    if (status === 'dead_letter') continue;
    if (status === 'pending' || status === 'failed') return { kind: 'waits', name, at, until: at };
    // An order within the window may still be an answer.
    const rest = Math.max(PAUSE_DAYS, window);
    return ageDays < rest ? { kind: 'contacted', name, at, until: untilAfter(rest) } : null;
  }
  return null;
}
