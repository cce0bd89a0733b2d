import { PRIOR_MBG } from '../prior.js';
import { orderDays } from '../../../test-data/order-days.js';
import { simulatedShop } from '../../../test-data/simulated-shop.js';
import { fitRhythm } from '../../fitting/fit-rhythm.js';
import { customerCount, type OrderDays } from '../../orders/order-days.js';
import { hasOwnRhythm, knowsSecondOrders, nextOrderDay, nextGapDays, shrunkenGapDays, typicalGapDays } from './rhythm.js';

const ROWS = { from: 0, to: 4 };
const CUSTOMER = orderDays([[100, 110, 130, 160]]);

describe('the rhythm of a shop', () => {
  it('is the median of the customers’ median gaps, with what next and second orders took', () => {
    const shop = orderDays(Array.from({ length: 30 }, (_, i) => [0, 10 + i, 30 + i, 90 + i]));
    const rhythm = fitRhythm(shop);
    // Each customer has the gaps 10 + i, 20 and 60: the median is 20 up to i = 10, then 10 + i.
    expect(rhythm.typicalGapDays).toBe(24.5);
    expect(rhythm.second).toEqual({ p20: expect.closeTo(15.8, 9), p50: 24.5, p80: expect.closeTo(33.2, 9) });
    expect(rhythm.next!.p20).toBeLessThan(rhythm.next!.p50);
  });

  it('is its own from 20 completed gaps on, and from 20 customers who came back', () => {
    const twice = (customers: number): OrderDays => orderDays(Array.from({ length: customers }, () => [0, 10]));
    const [few, enough] = [fitRhythm(twice(19)), fitRhythm(twice(20))];
    expect([hasOwnRhythm({ rhythm: few }), knowsSecondOrders({ rhythm: few })]).toEqual([false, false]);
    expect([hasOwnRhythm({ rhythm: enough }), knowsSecondOrders({ rhythm: enough })]).toEqual([true, true]);
    expect(enough).toMatchObject({ typicalGapDays: 10, next: null, second: { p50: 10 } });
    const often = fitRhythm(orderDays([Array.from({ length: 21 }, (_, i) => 7 * i), [0], [3]]));
    expect([hasOwnRhythm({ rhythm: often }), knowsSecondOrders({ rhythm: often })]).toEqual([true, false]);
  });

  it('covers the shares of the next gaps that it names, where the history goes on long enough to see them end', () => {
    const shop = simulatedShop(2000, 20_000);
    const end = Math.max(...shop.day);
    const rhythm = fitRhythm(shop);
    let [gaps, within] = [0, 0];
    for (let i = 0; i < customerCount(shop); i++) {
      for (let row = shop.offsets[i]! + 2; row < shop.offsets[i + 1]!; row++) {
        const { p80 } = nextGapDays(shop, { from: shop.offsets[i]!, to: row }, { rhythm });
        if (end - shop.day[row - 1]! < 2 * p80) continue;
        gaps += 1;
        if (shop.day[row]! - shop.day[row - 1]! <= p80) within += 1;
      }
    }
    expect(gaps).toBeGreaterThan(1000);
    expect(within / gaps).toBeGreaterThan(0.79);
    expect(within / gaps).toBeLessThan(0.81);
  });

  it('leaves out gaps that began too late for long ones to have ended', () => {
    // Of 50 customers 20 come back after 10 days and 30 after 100. Of 50 who began 90 days before the end only the fast ones are seen.
    const early = Array.from({ length: 50 }, (_, i) => (i < 20 ? [0, 10] : [0, 100]));
    const late = Array.from({ length: 50 }, (_, i) => (i < 20 ? [910, 920] : [910]));
    expect(fitRhythm(orderDays([...early, ...late, [1000]])).second.p50).toBe(100);
    expect(fitRhythm(orderDays([...early, ...late.map((days) => days.map((day) => day - 800)), [1000]])).second.p50).toBe(10);
  });
});

describe('the rhythm of a customer', () => {
  const rhythm = {
    typicalGapDays: 30,
    lnGapVariance: 0.8,
    next: { p20: 0.5, p50: 1, p80: 2 },
    second: { p20: 5, p50: 50, p80: 200 },
    gaps: 50,
    returned: 30,
  };

  it('is the own gap, pulled towards the shop’s', () => {
    expect(shrunkenGapDays(CUSTOMER, ROWS, 30)).toBeCloseTo((10 * 20 * 30 * 30 * 30) ** (1 / 5), 9);
  });

  it('says when the next order comes, after one order day by the second orders of others', () => {
    const own = shrunkenGapDays(CUSTOMER, ROWS, 30);
    for (const [name, factor] of [
      ['p20', 0.5],
      ['p50', 1],
      ['p80', 2],
    ] as const) {
      expect(Math.abs(nextGapDays(CUSTOMER, ROWS, { rhythm })[name] / (factor * own) - 1)).toBeLessThan(0.02);
    }
    const first = nextGapDays(CUSTOMER, { from: 0, to: 1 }, { rhythm });
    expect([first.p20, first.p50, first.p80].map((days) => Math.round(days * 1e6) / 1e6)).toEqual([5, 50, 200]);
  });

  it('follows that of other shops before the first fit, and at the pace of the shop where too few have come back twice', () => {
    const { r, alpha } = PRIOR_MBG;
    const { p80 } = nextGapDays(CUSTOMER, ROWS, { rhythm: null });
    expect(Math.abs(p80 / ((alpha + 60) * (0.2 ** (-1 / (r + 3)) - 1)) - 1)).toBeLessThan(0.02);
    expect(typicalGapDays({ rhythm: null })).toBeCloseTo(alpha / (r + 0.5), 9);
    const slow = nextGapDays(CUSTOMER, ROWS, { rhythm: { ...rhythm, typicalGapDays: 200, next: null } });
    expect(slow.p80).toBeGreaterThan(2 * p80);
  });

  it('makes the next order due after the mean of the own gaps and one of the shop’s', () => {
    // Hardly less than the mean of 60 and 30 days: gaps of 10, 20 and 30 days are not regular.
    expect(nextOrderDay(CUSTOMER, ROWS, { rhythm })).toBe(182);
    expect(nextOrderDay(CUSTOMER, { from: 0, to: 1 }, { rhythm })).toBe(100 + 30);
  });
});
