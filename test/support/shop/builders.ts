import { randomUUID } from 'node:crypto';

/** An event as a merchant sends it. Tests name only the fields that matter to them. */
export type WireEvent = Record<string, unknown>;

const DAY_MS = 86_400_000;

/** Returns the UTC midnight at the start of the day that many days ago, independent of the time of day. */
export function daysAgo(days: number): string {
  const midnight = new Date(Date.now() - days * DAY_MS);
  midnight.setUTCHours(0, 0, 0, 0);
  return midnight.toISOString();
}

export const order = (fields: WireEvent = {}): WireEvent => ({
  event_id: randomUUID(),
  customer_id: 'c-1',
  event_type: 'order_completed',
  occurred_at: daysAgo(10),
  value: 50,
  ...fields,
});

export const refund = (fields: WireEvent = {}): WireEvent => order({ event_type: 'order_refunded', occurred_at: daysAgo(5), ...fields });

export const batch = (...events: WireEvent[]): { events: WireEvent[] } => ({ events });
