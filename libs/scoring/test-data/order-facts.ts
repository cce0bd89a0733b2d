import * as fc from 'fast-check';
import type { OrderFacts } from '../src/order-facts.js';

export const DAY_MS = 86_400_000;
export const NOON = Date.parse('2026-11-21T12:00:00Z');

let made = 0;

/** A paid order of 100.00, placed at noon today; a test states what differs. */
export function order(differing: Partial<OrderFacts> = {}): OrderFacts {
  made += 1;
  return {
    key: `order-${made}`,
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
  fc.integer({ min: NOON - 4000 * DAY_MS, max: NOON + 300_000 }),
);
// Few distinct amounts make unlinked refunds meet orders; the largest exceed what a double sums exactly.
const amount = fc.oneof(fc.constantFrom(0, 10_000, 25_000, 1_234_567, 1e16, 9_999_999_999_999_998), fc.integer({ min: 0, max: 1e9 }));

/** Any rows a customer may have, with unique keys. */
export const anyOrders: fc.Arbitrary<OrderFacts[]> = fc
  .array(
    fc.record({
      placedAtMs: fc.option(timeMs, { freq: 4 }),
      amount: fc.option(amount, { freq: 8 }),
      refunded: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: amount }),
      refundedAtMs: fc.option(timeMs, { freq: 4 }),
      fullyRefunded: fc.constantFrom(false, false, false, true),
      cancelled: fc.constantFrom(false, false, false, true),
      test: fc.constantFrom(false, false, false, false, true),
      foreign: fc.constantFrom(false, false, true),
    }),
    { maxLength: 25 },
  )
  .map((rows) => rows.map((row, index) => ({ key: `k${index}`, ...row })));
