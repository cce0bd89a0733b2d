import type { OutgoingEvent } from '../outgoing-event.js';

/** The service's answer about one event. */
export interface SentEvent {
  readonly status: 'accepted' | 'duplicate' | 'rejected';
  /** A duplicate of a stored event with different content. */
  readonly conflict?: boolean | null;
  /** Accepted in the place of what an earlier import said. */
  readonly corrected?: boolean | null;
  readonly error?: string | null;
}

export interface BatchSettings {
  readonly backfill: boolean;
  /** These are the last events of the backfill. */
  readonly backfillDone: boolean;
  /** The upload that the events belong to; null: none. */
  readonly uploadId: string | null;
  /** These are the last events of the upload. */
  readonly uploadDone: boolean;
  /** Validates all events and stores nothing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Sends events to the service: by API key, or as a signed-in person. */
export interface EventSender {
  /** Number of events per request, as known so far. */
  readonly batchSize: number;
  /** @returns a result for each event. @throws when the service refuses the whole batch or cannot be reached. */
  sendEvents(events: readonly OutgoingEvent[], settings: BatchSettings): Promise<readonly SentEvent[]>;
}

/** Knows who has an order. */
export interface OwnerFinder {
  /** Returns whether the service has any order. */
  hasOrders(): Promise<boolean>;
  /** Returns which of these customers the service knows. */
  knownOf(customerIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns which customer has each of the orders; unknown orders are left out. */
  customersOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
