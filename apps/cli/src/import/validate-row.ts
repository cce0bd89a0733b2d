import { DAY_MS, LIMITS } from '#libs/core';
import type { OutgoingEvent } from '#libs/order-import';

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

const MOVED = ['placed_at', 'first_order_at', 'last_order_at', 'until'] as const;

/** Moves an event by whole days. */
export function shifted(event: OutgoingEvent, days: number): OutgoingEvent {
  if (days === 0) return event;
  const moved = (at: string): string => new Date(Date.parse(at) + days * DAY_MS).toISOString();
  const times = MOVED.flatMap((name) => {
    const at = event.data?.[name];
    return at === undefined ? [] : [[name, moved(at)] as const];
  });
  return {
    ...event,
    occurred_at: moved(event.occurred_at),
    ...(times.length === 0 ? {} : { data: { ...event.data, ...Object.fromEntries(times) } }),
  };
}

/**
 * Returns why the service would refuse an event, or `null`. The service decides; this check saves a round trip, and it is the only
 * check in a dry run without a service.
 */
export function faultOf(event: OutgoingEvent, now: Date): string | null {
  for (const [name, id] of [
    ['customer', event.customer_id],
    ['event id', event.event_id],
  ] as const) {
    if (id.length > LIMITS.idLength) return `the ${name} is longer than ${LIMITS.idLength} characters`;
    if (CONTROL.test(id)) return `the ${name} contains a control character`;
  }
  const first = event.data?.first_order_at;
  if (first !== undefined && Date.parse(first) < LIMITS.occurredAtEarliest.getTime())
    return `the first order (${first.slice(0, 10)}) is before ${LIMITS.occurredAtEarliest.toISOString().slice(0, 10)}; is the unit of T right?`;
  const at = Date.parse(event.occurred_at);
  if (at > now.getTime() + LIMITS.occurredAtAheadMs) return `the time ${event.occurred_at} is in the future`;
  if (at < LIMITS.occurredAtEarliest.getTime()) {
    return `the time ${event.occurred_at} is before ${LIMITS.occurredAtEarliest.toISOString().slice(0, 10)}; --shift-to-now moves an old log to today`;
  }
  if (event.value !== undefined && (event.value < LIMITS.value.min || event.value > LIMITS.value.max)) {
    return `the value ${event.value} is not between ${LIMITS.value.min} and ${LIMITS.value.max}`;
  }
  return null;
}
