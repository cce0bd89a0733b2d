/* oxlint-disable no-await-in-loop -- polling, one customer at a time, to stay below any rate limit */
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import type { OutgoingEvent } from './outgoing-event.js';
import { PATIENCE, type ServiceClient } from './service-client.js';
import { fieldOf, textOf } from './wire-reading.js';

/** A customer whose score must be newer than the instant at which the customer's last events were sent. */
export interface WatchedCustomer {
  readonly customerId: string;
  readonly since: Date;
}

const WATCHED = 8;

/** Remembers the customers who were sent last: scoring follows the order of the events, so theirs come last. */
export class LatestCustomers {
  private readonly sent = new Map<string, Date>();

  /** Only orders with a value are noted: a customer without a counted order never gets a score. */
  note(events: readonly OutgoingEvent[], sentAt: Date): void {
    for (const event of events) {
      if (event.event_type !== 'order_completed' || event.value === 0) continue;
      this.sent.delete(event.customer_id);
      this.sent.set(event.customer_id, sentAt);
      const oldest = this.sent.size > WATCHED ? this.sent.keys().next().value : undefined;
      if (oldest !== undefined) this.sent.delete(oldest);
    }
  }

  watched(): WatchedCustomer[] {
    return [...this.sent].map(([customerId, since]) => ({ customerId, since }));
  }
}

export interface WaitingOptions {
  /** How long without any new score before giving up, in milliseconds. */
  readonly giveUpAfterMs?: number;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

/**
 * Waits until every watched customer has a score that knows the events just sent.
 * @returns false when no new score came for `giveUpAfterMs`.
 */
export async function waitForScores(
  client: ServiceClient,
  watched: readonly WatchedCustomer[],
  options: WaitingOptions = {},
): Promise<boolean> {
  const { giveUpAfterMs = MINUTE_MS, pause = PATIENCE.pause, now = Date.now } = options;
  const waiting = [...watched];
  let lastNews = now();
  for (;;) {
    const next = waiting.at(-1);
    if (next === undefined) return true;
    const answer = await client.get(`/customers/${encodeURIComponent(next.customerId)}/churn`);
    if (answer.status === 200 && isScoredSince(answer.body, next.since)) {
      waiting.pop();
      lastNews = now();
    } else if (now() - lastNews > giveUpAfterMs) return false;
    else await pause(SECOND_MS / 2);
  }
}

function isScoredSince(detail: unknown, since: Date): boolean {
  const calculatedAt = textOf(fieldOf(fieldOf(detail, 'churn'), 'calculated_at'));
  return calculatedAt !== null && Date.parse(calculatedAt) >= since.getTime();
}
