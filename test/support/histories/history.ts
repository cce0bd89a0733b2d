import fc from 'fast-check';
import { daysAgo, type WireEvent } from '../shop/builders.js';

/**
 * Identifiers of the customers of a history. Only the last two become aliases, and only of the others: chains are refused. A shop with five
 * customers would get a model of its own, at some moment.
 */
export const CUSTOMERS = ['ada', 'ben', 'guest-1', 'guest-2'] as const;
export type CustomerName = (typeof CUSTOMERS)[number];
const PERSONS = ['ada', 'ben'] as const;
const GUESTS = ['guest-1', 'guest-2'] as const;

const ORDERS = 6;
const TYPES = [
  'order_created', 'order_completed', 'order_completed', 'order_updated', 'order_cancelled', 'order_refunded',
  'subscription_renewed', 'page_viewed', 'customer_updated', 'customer_deleted',
] as const; // prettier-ignore

/** An event before it gets its identifier and its instants. */
export interface Act {
  readonly type: (typeof TYPES)[number];
  readonly customer: CustomerName;
  /** Days ago. */
  readonly day: number;
  /** Days ago; null: no `updated_at`. */
  readonly updatedDay: number | null;
  /** Null: the event names no order. */
  readonly order: number | null;
  readonly value: number | null;
  readonly currency: 'EUR' | 'USD' | null;
  readonly refundedTotal: number | null;
  readonly test: boolean;
}

/** One step of a history: something that a shop or its customers do, or that happens to the service. */
export type Step =
  | { readonly kind: 'events'; readonly door: 'batch' | 'backfill' | 'webhook'; readonly acts: readonly Act[]; readonly twice: boolean }
  | { readonly kind: 'join'; readonly customer: CustomerName; readonly alias: CustomerName }
  | { readonly kind: 'separate'; readonly customer: CustomerName; readonly alias: CustomerName }
  | { readonly kind: 'erase'; readonly customer: CustomerName }
  | { readonly kind: 'traits'; readonly customer: CustomerName; readonly points: number }
  | { readonly kind: 'recalculate' }
  | { readonly kind: 'thresholds'; readonly high: number }
  | { readonly kind: 'settle' }
  | { readonly kind: 'kill'; readonly app: 'api' | 'scoring-worker' };

const act = fc.record({
  type: fc.constantFrom(...TYPES),
  customer: fc.constantFrom(...CUSTOMERS),
  day: fc.integer({ min: 1, max: 200 }),
  updatedDay: fc.option(fc.integer({ min: 1, max: 200 })),
  order: fc.option(fc.nat({ max: ORDERS - 1 }), { freq: 5 }),
  value: fc.option(fc.integer({ min: 0, max: 40 }).map((n) => n / 4), { freq: 6 }),
  currency: fc.option(fc.constantFrom('EUR', 'EUR', 'USD')),
  refundedTotal: fc.option(fc.integer({ min: 0, max: 8 }), { freq: 4 }),
  test: fc.integer({ min: 0, max: 15 }).map((n) => n === 15),
}); // prettier-ignore

const other = <S extends object>(weight: number, record: { [K in keyof S]: fc.Arbitrary<S[K]> }) => ({
  weight,
  arbitrary: fc.record(record),
});

const step = (withDeaths: boolean): fc.Arbitrary<Step> => {
  const events = fc.record({
    kind: fc.constant('events' as const),
    door: fc.constantFrom('batch', 'batch', 'backfill', 'webhook'),
    acts: fc.array(act, { minLength: 1, maxLength: 8 }),
    twice: fc.boolean(),
  });
  return fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
    { weight: 12, arbitrary: events },
    other(2, { kind: fc.constant('join'), customer: fc.constantFrom(...PERSONS), alias: fc.constantFrom(...GUESTS) }),
    other(1, { kind: fc.constant('separate'), customer: fc.constantFrom(...PERSONS), alias: fc.constantFrom(...GUESTS) }),
    other(1, { kind: fc.constant('erase'), customer: fc.constantFrom(...CUSTOMERS) }),
    other(1, { kind: fc.constant('traits'), customer: fc.constantFrom(...PERSONS), points: fc.nat({ max: 100 }) }),
    other(1, { kind: fc.constant('recalculate') }),
    other(1, { kind: fc.constant('thresholds'), high: fc.constantFrom(0.5, 0.6, 0.7) }),
    other(2, { kind: fc.constant('settle') }),
    ...(withDeaths ? [other(1, { kind: fc.constant('kill'), app: fc.constantFrom('api', 'scoring-worker') })] : []),
  );
};

/** Returns whole histories of a shop. They shrink to the few steps that a failure needs. */
export const histories = (withDeaths: boolean): fc.Arbitrary<readonly Step[]> =>
  fc.array(step(withDeaths), { minLength: 3, maxLength: 25, size: 'max' });

/** An event with its identifier and instants. No two events of a history have an instant in common, so that "the latest" is always one. */
export interface SentEvent extends Act {
  readonly id: string;
  readonly occurredAt: string;
  readonly updatedAt: string | null;
}

const EVERY_MS = 10;
/** In days. Keeps ages away from whole days, where the day changes between two computations. */
const HOURS_OFF = 0.1;

/** Gives the acts of a step their identifiers and instants. @param first the number of events before in the history */
export const sentEvents = (acts: readonly Act[], first: number): SentEvent[] =>
  acts.map((one, i) => ({
    ...one,
    customer: customerOf(one),
    id: `e-${first + i}`,
    occurredAt: later(daysAgo(one.day + HOURS_OFF), (first + i) * EVERY_MS),
    updatedAt: one.updatedDay === null ? null : later(daysAgo(one.updatedDay + HOURS_OFF), (first + i) * EVERY_MS + EVERY_MS / 2),
  }));

const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

const isAboutOrderType = (type: Act['type']): boolean => type.startsWith('order_') || type.startsWith('subscription_');
export const isAboutOrder = ({ type }: Act): boolean => isAboutOrderType(type);

/**
 * Two customers at most name one order: of those who had an order before, the service remembers the last one. All refunds come from one of them,
 * so that a refund of an order that never came has an owner without doubt.
 */
function customerOf({ type, order, customer }: Act): CustomerName {
  if (order === null || !isAboutOrderType(type)) return customer;
  const isFirst = type === 'order_refunded' || CUSTOMERS.indexOf(customer) % 2 === 0;
  return CUSTOMERS[(order + (isFirst ? 0 : 1)) % CUSTOMERS.length]!;
}

/** Returns the event as the merchant sends it. @param customer the identifier of its customer */
export function toWire(event: SentEvent, customer: string): WireEvent {
  const data = {
    ...(isAboutOrder(event) && event.order !== null && { order_id: `o-${event.order}` }),
    ...(event.updatedAt !== null && { updated_at: event.updatedAt }),
    ...(event.currency !== null && event.type !== 'order_refunded' && { currency: event.currency }),
    ...(event.refundedTotal !== null && event.order !== null && { refunded_total: event.refundedTotal }),
    ...(event.test && event.order === 0 && { test: true }),
  };
  return {
    event_id: event.id,
    customer_id: customer,
    event_type: event.type,
    occurred_at: event.occurredAt,
    ...(event.value !== null && isAboutOrder(event) && { value: event.value }),
    data,
  };
}
