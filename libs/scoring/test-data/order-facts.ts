import * as fc from 'fast-check';
import type { OrderFacts } from '../src/orders/order-facts.js';

export const DAY_MS = 86_400_000;
export const NOON = Date.parse('2026-11-21T12:00:00Z');

/** A paid order of 100.00, placed at noon today; a test states what differs. */
export function order(differing: Partial<OrderFacts> = {}): OrderFacts {
  return {
    placedAtMs: NOON,
    amount: 1_000_000,
    refunded: 0,
    refundedAtMs: null,
    fullyRefunded: false,
    cancelled: false,
    test: false,
    foreign: false,
    ...differing,
  };
}

/** A refund that names no order. */
export const unlinkedRefund = (refunded: number, refundedAtMs: number, differing: Partial<OrderFacts> = {}): OrderFacts =>
  order({ placedAtMs: null, amount: null, refunded, refundedAtMs, ...differing });

export const daysAgo = (days: number): number => NOON - days * DAY_MS;

const timeMs = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((quarters) => NOON - quarters * (DAY_MS / 4)),
  // The last 30 days begin here.
  fc.integer({ min: -4, max: 4 }).map((quarters) => NOON - 30 * DAY_MS + quarters * (DAY_MS / 4)),
  fc.integer({ min: NOON - 4000 * DAY_MS, max: NOON + 300_000 }),
);
// Few distinct amounts make unlinked refunds meet orders; the largest exceed what a double sums exactly.
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(10_049, 25_051) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1e16, 9_999_999_999_999_998) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1e9 }) },
);
const seldom = (oneIn: number): fc.Arbitrary<boolean> => fc.nat(oneIn - 1).map((drawn) => drawn === 0);
const flags = { cancelled: seldom(8), test: seldom(8), foreign: seldom(4) };

const placedOrder = fc.record({
  placedAtMs: timeMs,
  amount: fc.option(amount, { freq: 8 }),
  refunded: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: amount }),
  refundedAtMs: fc.option(timeMs, { freq: 4 }),
  fullyRefunded: seldom(8),
  ...flags,
});
const refundWithoutOrder = fc.record({
  placedAtMs: fc.constant(null),
  amount: fc.constant(null),
  refunded: amount,
  refundedAtMs: fc.option(timeMs, { freq: 8 }),
  fullyRefunded: fc.constant(false),
  ...flags,
});

/** Any rows a customer may have. */
export const anyOrders: fc.Arbitrary<OrderFacts[]> = fc.array(
  fc.oneof({ weight: 2, arbitrary: placedOrder }, { weight: 1, arbitrary: refundWithoutOrder }),
  { maxLength: 25 },
);
