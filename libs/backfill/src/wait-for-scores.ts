import type { ChurnDetail } from '#libs/client';
import { MINUTE_MS, SECOND_MS } from '#libs/core';
import type { OutgoingEvent } from '#libs/order-import';
import { RETRY_POLICY, type ServiceClient } from './service-client.js';

/** A customer with a score that must be newer than the customer's last events. */
export interface WatchedCustomer {
  readonly customerId: string;
  readonly since: Date;
  /** True when the customer may have no order that counts, and so no score. */
  readonly mayHaveNoScore: boolean;
}

const WATCHED = 8;

/** Remembers the customers of the last events. Scoring follows the order of the events, so they are scored last. */
export class LatestCustomers {
  private readonly latest = new Map<string, WatchedCustomer>();

  remember(events: readonly OutgoingEvent[], sentAt: Date): void {
    for (const { customer_id: customerId, event_type: eventType, value, data } of events) {
      const isRefunded = value !== undefined && (data?.refunded_total ?? 0) >= value;
      const mayHaveNoScore = eventType !== 'order_completed' || isRefunded;
      this.latest.delete(customerId);
      this.latest.set(customerId, { customerId, since: sentAt, mayHaveNoScore });
      const oldest = this.latest.size > WATCHED ? this.latest.keys().next().value : undefined;
      if (oldest !== undefined) this.latest.delete(oldest);
    }
  }

  remembered(): WatchedCustomer[] {
    return [...this.latest.values()];
  }
}

export interface WaitingOptions {
  /** Gives up after this many milliseconds without a new score. */
  readonly giveUpAfterMs?: number;
  readonly pause?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

/**
 * Waits until every watched customer has a score that includes the events just sent.
 * @returns false when no new score came for `giveUpAfterMs`.
 */
export async function waitForScores(
  client: ServiceClient,
  watched: readonly WatchedCustomer[],
  options: WaitingOptions = {},
): Promise<boolean> {
  const { giveUpAfterMs = MINUTE_MS, pause = RETRY_POLICY.pause, now = Date.now } = options;
  // Checks from the end. Customers who may have no score come last, when the scores of the others show that scoring is done.
  const waiting = watched.toSorted((one, other) => Number(other.mayHaveNoScore) - Number(one.mayHaveNoScore));
  let lastScoredAt = now();
  for (;;) {
    const next = waiting.at(-1);
    if (next === undefined) return true;
    const detail = await client.churnOf(next.customerId);
    if (detail !== null && isScoredSince(detail, next)) {
      waiting.pop();
      lastScoredAt = now();
    } else if (now() - lastScoredAt > giveUpAfterMs) return false;
    else await pause(SECOND_MS / 2);
  }
}

function isScoredSince({ churn }: ChurnDetail, { since, mayHaveNoScore }: WatchedCustomer): boolean {
  return churn === null ? mayHaveNoScore : Date.parse(churn.calculated_at) >= since.getTime();
}
