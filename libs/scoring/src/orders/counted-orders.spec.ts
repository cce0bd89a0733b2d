import { DAY_MS, daysAgo, NOON, order, unlinkedRefund } from '../../test-data/order-facts.js';
import { countedOrders } from './counted-orders.js';
import type { OrderFacts } from './order-facts.js';

const netsOf = (rows: OrderFacts[]): (number | null)[] => countedOrders(rows).orders.map(({ net }) => net);
const daysOf = (rows: OrderFacts[]): number[] => countedOrders(rows).orders.map(({ placedAtMs }) => (NOON - placedAtMs) / DAY_MS);

describe('an order', () => {
  it.each<[string, Partial<OrderFacts>]>([
    ['was cancelled', { cancelled: true }],
    ['is a test', { test: true }],
    ['was refunded in full', { fullyRefunded: true }],
    ['was refunded piece by piece until nothing was left', { refunded: 1_000_000, refundedAtMs: NOON }],
    ['is free', { amount: 0 }],
    ['was never seen to be placed', { placedAtMs: null }],
  ])('does not count when it %s', (_why, differing) => {
    expect(netsOf([order(differing)])).toEqual([]);
  });

  it('counts at its net value after a partial refund', () => {
    expect(countedOrders([order({ amount: 500_000, refunded: 200_000, refundedAtMs: NOON })]).orders).toMatchObject([{ net: 300_000 }]);
  });

  it('counts without an amount, and in another currency', () => {
    expect(countedOrders([order({ amount: null }), order({ foreign: true })]).orders).toHaveLength(2);
  });
});

describe('a refund that names no order', () => {
  it('removes the most recent order of exactly its amount', () => {
    const rows = [
      order({ placedAtMs: daysAgo(9), amount: 70_000 }),
      order({ placedAtMs: daysAgo(5), amount: 70_000 }),
      order({ placedAtMs: daysAgo(4), amount: 70_001 }),
      order({ placedAtMs: daysAgo(1), amount: 70_000 }),
      unlinkedRefund(70_000, daysAgo(2)),
    ];
    expect(daysOf(rows)).toEqual([9, 4, 1]);
  });

  it('removes an order placed at the same instant, and of two such only one', () => {
    expect(netsOf([order(), order(), unlinkedRefund(1_000_000, NOON)])).toEqual([1_000_000]);
  });

  it('compares with what was left of an order after its own refunds', () => {
    const rows = [order({ amount: 500_000, refunded: 200_000, refundedAtMs: daysAgo(1) }), unlinkedRefund(300_000, NOON)];
    expect(countedOrders(rows)).toEqual({ orders: [], looseRefunds: [] });
  });

  it('removes one order only, and the next refund the one before', () => {
    const twice = [order({ placedAtMs: daysAgo(3) }), order({ placedAtMs: daysAgo(2) })];
    expect(daysOf([...twice, unlinkedRefund(1_000_000, daysAgo(1))])).toEqual([3]);
    expect(daysOf([...twice, unlinkedRefund(1_000_000, daysAgo(1)), unlinkedRefund(1_000_000, NOON)])).toEqual([]);
  });

  it('leaves every order alone when none matches, and is kept to lower the money', () => {
    expect(countedOrders([order(), unlinkedRefund(5, NOON), unlinkedRefund(7, daysAgo(1))])).toMatchObject({
      orders: [{ net: 1_000_000 }],
      looseRefunds: [7, 5],
    });
  });

  it('does not take an equal number in another currency for its order', () => {
    expect(countedOrders([order({ foreign: true }), unlinkedRefund(1_000_000, NOON)]).orders).toHaveLength(1);
    expect(countedOrders([order(), unlinkedRefund(1_000_000, NOON, { foreign: true })])).toMatchObject({
      orders: [{ net: 1_000_000 }],
      looseRefunds: [],
    });
    expect(countedOrders([order({ foreign: true }), unlinkedRefund(1_000_000, NOON, { foreign: true })]).orders).toEqual([]);
  });

  it('without a time only lowers the money', () => {
    expect(countedOrders([order(), unlinkedRefund(1_000_000, NOON, { refundedAtMs: null })])).toMatchObject({
      orders: [{ net: 1_000_000 }],
      looseRefunds: [1_000_000],
    });
  });

  it('of a cancelled or test order means nothing', () => {
    const rows = [order(), unlinkedRefund(5, NOON, { cancelled: true }), unlinkedRefund(1_000_000, NOON, { test: true })];
    expect(countedOrders(rows)).toMatchObject({ orders: [{ net: 1_000_000 }], looseRefunds: [] });
  });
});
