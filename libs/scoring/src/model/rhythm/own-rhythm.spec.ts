import { orderDays } from '../../../test-data/order-days.js';
import { SeededRandom } from '../../arithmetic/seeded-random.js';
import { fitRhythm } from '../../fitting/fit-rhythm.js';
import type { OrderDays } from '../../orders/order-days.js';
import { ownRhythmOf } from './own-rhythm.js';
import { lateAfterDays, nextGapDays, type RhythmModel } from './rhythm.js';

/** A shop in which customers order about every 24 days, at random. */
const FREQUENT: RhythmModel = {
  rhythm: fitRhythm(
    orderDays(
      Array.from({ length: 200 }, (_, i) => {
        const random = new SeededRandom(2, i + 1);
        const days = [i];
        while (days.at(-1)! < 700 && !random.chance(0.1)) days.push(days.at(-1)! + 1 + Math.floor(random.exponential(1 / 30)));
        return days;
      }),
    ),
  ),
};

/** A customer with these gaps between the order days. */
function withGaps(gaps: readonly number[]): OrderDays {
  let day = 0;
  return orderDays([[0, ...gaps.map((gap) => (day += gap))]]);
}
const late = (gaps: readonly number[], model = FREQUENT): number => lateAfterDays(withGaps(gaps), { from: 0, to: gaps.length + 1 }, model);
const next = (gaps: readonly number[]) => nextGapDays(withGaps(gaps), { from: 0, to: gaps.length + 1 }, FREQUENT);

describe('a rhythm of the own', () => {
  it('of five orders a year apart says when the next one comes, among customers who order each month', () => {
    const { p20, p50, p80 } = next([365, 365, 366, 365]);
    expect(p20).toBeGreaterThan(300);
    expect(p50).toBeCloseTo(365, -1);
    expect(p80 > 370 && p80 < 430).toBe(true);
  });

  it.each([
    ['three orders a year apart', [364, 366], 366],
    ['orders each September', [352, 378, 360, 371], 378],
    ['orders twice a year', [182, 183, 182, 183], 183],
    ['orders at the beginning of each of two terms', [165, 200, 165, 200, 165], 200],
    ['orders before Christmas and in summer', [150, 215, 150, 215], 150],
    ['orders for each month of two school years', [30, 31, 28, 30, 35, 30, 92, 30, 31, 30, 29, 30, 33, 31, 30, 28], 95],
    ['orders of a season of years ago', [30, 365, 20, 345, 30, 330, 30], 330],
  ])('of %s keeps a customer from being late before the time', (_name, gaps, silence) => {
    expect(late(gaps)).toBeGreaterThan(silence);
  });

  it('makes a regular customer late sooner than one whose gaps differ', () => {
    expect(late([30, 31, 30, 30, 31, 30])).toBeLessThan(0.8 * late([20, 45, 25, 37, 31, 24]));
    expect(late([30, 31, 30, 30, 31, 30])).toBeGreaterThan(31);
  });

  it('is not seen in one gap, and hardly in gaps that differ as those of others do', () => {
    const weightOf = (gaps: readonly number[]): number => ownRhythmOf(withGaps(gaps), { from: 0, to: gaps.length + 1 }, FREQUENT.rhythm!).weight; // prettier-ignore
    expect(weightOf([365])).toBe(0);
    expect(weightOf([5, 60, 20, 12])).toBeLessThan(0.01);
    expect(weightOf([365, 365, 366, 365])).toBeGreaterThan(0.99);
  });

  it('counts before the first fit too', () => {
    expect(late([365, 365, 366, 365], { rhythm: null })).toBeGreaterThan(370);
  });
});
