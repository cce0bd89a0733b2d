import * as fc from 'fast-check';
import { orderDays } from '../../../test-data/order-days.js';
import { type EarlierOrders, earlierOfOne, UNKNOWN_DAY } from '../../orders/earlier-orders.js';
import { knownBy } from '../../orders/past-orders.js';
import { earlierOf, placeEarlier, placedAtMost, withEarlierDays } from './earlier-days.js';
import { PRIOR_MBG } from '../prior.js';

const DAY_MS = 86_400_000;
const UNKNOWN = { orders: 8, first: 1000, last: UNKNOWN_DAY, until: 1400 };
const summary = (fields: Partial<EarlierOrders>): EarlierOrders => ({
  orders: 8,
  spent: 800_000n,
  firstAtMs: 1000 * DAY_MS,
  lastAtMs: null,
  untilMs: 1400 * DAY_MS,
  ...fields,
});

describe('earlier orders', () => {
  it('begin on the first day, end on the last and lie evenly between', () => {
    expect(placeEarlier({ ...UNKNOWN, orders: 5, last: 1200 }, [], PRIOR_MBG)).toEqual([1000, 1050, 1100, 1150, 1200]);
    expect(placeEarlier({ ...UNKNOWN, orders: 1 }, [], PRIOR_MBG)).toEqual([1000]);
  });

  it('end before the last possible day when the last day is unknown, and later where an own order shows that the customer went on', () => {
    const [silent, active] = [placeEarlier(UNKNOWN, [], PRIOR_MBG).at(-1)!, placeEarlier(UNKNOWN, [1450], PRIOR_MBG).at(-1)!];
    expect(silent).toBeGreaterThan(1200);
    expect(silent).toBeLessThan(1400);
    expect(active).toBe(1350);
  });

  it('begin as far back as is usual elsewhere when the first day is unknown', () => {
    const unknown = { first: UNKNOWN_DAY, last: 20_390, until: 20_400 };
    expect(placeEarlier({ ...unknown, orders: 3 }, [], PRIOR_MBG)).toEqual([20_316, 20_353, 20_390]);
    expect(placeEarlier({ ...unknown, orders: 1 }, [], PRIOR_MBG)).toEqual([20_390]);
  });

  it('take days of their own in ascending order, whatever the customer has ordered since', () => {
    const day = fc.integer({ min: 900, max: 1500 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), day, fc.option(day), fc.uniqueArray(day), (orders, first, last, known) => {
        const own = known.toSorted((one, other) => one - other);
        const earlier = { orders, first: Math.min(first, 1400), last: last ?? UNKNOWN_DAY, until: 1400 };
        const placed = placeEarlier(earlier, own, PRIOR_MBG);
        expect(placed.length).toBeLessThanOrEqual(orders);
        expect(new Set([...placed, ...own]).size).toBe(placed.length + own.length);
        expect(placed).toEqual(placed.toSorted((one, other) => one - other));
        expect(placed.every((each) => each <= 1400)).toBe(true);
      }),
    );
  });

  it('share the sum evenly and are marked as placed', () => {
    const history = { ...orderDays([[1410]], [[30]]), earlier: earlierOfOne(summary({ orders: 4, lastAtMs: 1300 * DAY_MS })) };
    const { day, value, placed } = withEarlierDays(history, PRIOR_MBG);
    expect([...day]).toEqual([1000, 1100, 1200, 1300, 1410]);
    expect([...value]).toEqual([20, 20, 20, 20, 30]);
    expect([...placed!]).toEqual([1, 1, 1, 1, 0]);
  });

  it('get at most 500 days since 2000, however many a shop sums up, and keep their sum', () => {
    const million = summary({ orders: 1_000_000, firstAtMs: null, lastAtMs: 20_390 * DAY_MS, untilMs: 20_400 * DAY_MS });
    const history = { ...orderDays([[20_410]], [[30]]), earlier: earlierOfOne(million) };
    const { day, value } = withEarlierDays(history, PRIOR_MBG);
    expect(day).toHaveLength(501);
    expect([day[0], day[499], day[500]]).toEqual([Date.UTC(2000, 0) / DAY_MS, 20_390, 20_410]);
    expect(value.reduce((sum, each) => sum + each)).toBeCloseTo(80 + 30, 6);
    expect(placedAtMost(history.earlier)).toBe(500);
    expect(earlierOf(history.earlier, 0)!.orders).toBe(500);
  });

  it('leave a history without any as it is', () => {
    const history = orderDays([[1, 2]]);
    expect(withEarlierDays(history, PRIOR_MBG)).toBe(history);
  });

  it('are known from the day on which the last of them can have been placed', () => {
    const history = { ...orderDays([[1380, 1410]]), earlier: earlierOfOne(summary({})) };
    expect(knownBy(history, 1399).customers).toHaveLength(0);
    expect(knownBy(history, 1400).customers).toHaveLength(1);
    expect([...knownBy(history, 1400).history.day]).toEqual([1380]);
  });
});
