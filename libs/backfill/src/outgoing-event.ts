import type { EventType } from '#libs/core';

/** An event as `POST /events` takes it (interface, Event). `occurred_at` is ISO 8601 in UTC, `value` an amount of money. */
export interface OutgoingEvent {
  readonly event_id: string;
  readonly customer_id: string;
  readonly event_type: EventType;
  readonly occurred_at: string;
  readonly value?: number;
  readonly data?: EventData;
}

/** What the tools put beside an event: which order it belongs to, its currency, and whether it is made up. */
type EventData = {
  readonly order_id?: string;
  readonly currency?: string;
  readonly simulated?: boolean;
};
