import * as fc from 'fast-check';
import { RefundMatcher, type UnlinkedRefund } from './refund-matcher.js';

const at = fc.integer({ min: 0, max: 30 });
const amount = fc.constantFrom(100, 200);
const anOrder = fc.record({ placedAtMs: at, net: fc.option(amount, { freq: 8 }), foreign: fc.boolean() });
const aRefund = fc.record({ atMs: at, amount, foreign: fc.boolean() });
type AnyOrder = typeof anOrder extends fc.Arbitrary<infer Order> ? Order : never;

/** The rule as it is written: each refund in turn cancels the latest order before it that has its amount and is not cancelled yet. */
function byTheRule(orders: readonly AnyOrder[], refunds: readonly UnlinkedRefund[]): { removed: Set<AnyOrder>; loose: number[] } {
  const [removed, loose]: [Set<AnyOrder>, number[]] = [new Set(), []];
  for (const { atMs, amount: refunded, foreign } of refunds.toSorted((one, other) => one.atMs - other.atMs)) {
    const match = orders.findLast(
      (each) => each.placedAtMs <= atMs && each.net === refunded && each.foreign === foreign && !removed.has(each),
    );
    if (match !== undefined) removed.add(match);
    else if (!foreign) loose.push(refunded);
  }
  return { removed, loose };
}

describe('refunds that name no order', () => {
  it('cancel the orders that the rule says, though few orders are remembered', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { maxLength: 60 }), fc.array(aRefund, { maxLength: 8 }), (any, refunds) => {
        const orders = any.toSorted((one, other) => one.placedAtMs - other.placedAtMs);
        const matcher = new RefundMatcher<AnyOrder>(refunds);
        for (const order of orders) matcher.place(order, order);
        const { removed, looseRefunds } = matcher.finish();
        const expected = byTheRule(orders, refunds);
        expect(new Set(removed)).toEqual(expected.removed);
        expect(removed).toHaveLength(expected.removed.size);
        const byAmount = (one: number, other: number): number => one - other;
        expect(looseRefunds.toSorted(byAmount)).toEqual(expected.loose.toSorted(byAmount));
      }),
    );
  });
});
