import fc from 'fast-check';
import { medianIn, rankIn, traitScaleOf } from './trait-scale.js';

describe('the rank of a trait', () => {
  const scale = traitScaleOf(
    'points',
    Array.from({ length: 101 }, (_, i) => i),
  );

  it('is the share of customers with less, between two known values too', () => {
    expect([0, 10, 25, 50, 100].map((value) => rankIn(scale, value))).toEqual([0, 0.1, 0.25, 0.5, 1]);
    expect(medianIn(scale)).toBe(50);
  });

  it('of a value beyond all known ones is that of the farthest', () => {
    expect([rankIn(scale, -1e12), rankIn(scale, 1e12)]).toEqual([0, 1]);
  });

  it('of a value that many share is the mean of theirs', () => {
    const flag = traitScaleOf('flag', [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect([rankIn(flag, 0), rankIn(flag, 1)]).toEqual([0.35, 0.9]);
    expect(rankIn(traitScaleOf('same', [7]), 7)).toBe(0.5);
  });

  it('never falls while the value rises, and is the same in every unit', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        values,
        fc.double({ min: -2e6, max: 2e6, noNaN: true }),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (known, at, more) => {
          const own = traitScaleOf('x', known);
          expect(rankIn(own, at + more)).toBeGreaterThanOrEqual(rankIn(own, at));
          expect(rankIn(own, at)).toBeGreaterThanOrEqual(0);
          expect(rankIn(own, at + more)).toBeLessThanOrEqual(1);
          const doubled = traitScaleOf('x', known.map((each) => each * 2)); // prettier-ignore
          expect(rankIn(doubled, at * 2)).toBeCloseTo(rankIn(own, at), 9);
        },
      ),
    );
  });
});
