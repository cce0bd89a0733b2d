import { DEFAULT_HOPED_EFFECT } from '#libs/core';
import { powerBefore, powerOf } from './power.js';
import { verdictOf } from './return-rates.js';

const group = (n: number, rate: number) => ({ n, returned: Math.round(n * rate) });

/** Uniform numbers from 0 to 1 (Marsaglia's xorshift), always the same. */
function* uniform(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) / 2 ** 32;
  }
}

describe('the power of a campaign', () => {
  // Fleiss (1981), table A.3 without the continuity correction: 25 % against 30 % needs 1251 in each of two equal groups.
  it('asks for as many customers as the published formula', () => {
    const power = powerOf([group(1e6, 0.25), group(1e6, 0.25)], { treated: 1, holdout: 1 });
    expect(power?.customersNeeded).toBeGreaterThan(2 * 1245);
    expect(power?.customersNeeded).toBeLessThan(2 * 1256);
  });

  it.each([
    [0.2, 9],
    [0.25, 1],
    [0.05, 4],
  ])(
    'of 80 %% is right: an effect of 5 points over a rate of %f is found that often, with %i contacted for one held out',
    (rate, ratio) => {
      const counts = [group(1e6, rate), group(1e6, rate)] as const;
      const all = (powerOf(counts, { treated: ratio, holdout: 1 })?.customersNeeded ?? Number.NaN) + ratio + 1;
      const [treated, holdout] = [Math.round((all * ratio) / (ratio + 1)), Math.round(all / (ratio + 1))];
      expect(powerOf(counts, { treated, holdout })).toMatchObject({ detectable: DEFAULT_HOPED_EFFECT });
      const random = uniform(7);
      const returnedOf = (n: number, chance: number) => ({
        n,
        returned: Array.from({ length: n }, () => Number(random.next().value < chance)).reduce((sum, one) => sum + one, 0),
      });
      const found = Array.from({ length: 1000 }, () =>
        verdictOf(returnedOf(treated, rate + DEFAULT_HOPED_EFFECT), returnedOf(holdout, rate)),
      );
      const share = found.filter((verdict) => verdict === 'helps').length / found.length;
      expect(share).toBeGreaterThan(0.77);
      expect(share).toBeLessThan(0.84);
    },
  );

  it('needs nobody more once the groups are large enough, and cannot be told while a group is empty', () => {
    expect(powerOf([group(5000, 0.2), group(5000, 0.2)], { treated: 5000, holdout: 5000 })).toMatchObject({ customersNeeded: 0 });
    expect(powerOf([group(5000, 0.2), group(0, 0)], { treated: 5000, holdout: 0 })).toBeNull();
    expect(powerOf([group(0, 0), group(0, 0)], { treated: 1, holdout: 1 })?.detectable).toBeNull();
  });

  it('before a send is that of the return rate which the scores expect within the window', () => {
    const planned = { treated: 9000, holdout: 1000, meanScore: 0.8, horizonDays: 90, windowDays: 90, effect: DEFAULT_HOPED_EFFECT };
    expect(powerBefore(planned)).toEqual(powerOf([group(9000, 0.2), group(1000, 0.2)], { treated: 9000, holdout: 1000 }));
    // Half of the horizon: the square root of 0.81 stays away.
    expect(powerBefore({ ...planned, meanScore: 0.81, windowDays: 45 })).toEqual(
      powerOf([group(9000, 0.1), group(1000, 0.1)], { treated: 9000, holdout: 1000 }),
    );
    expect(powerBefore({ ...planned, holdout: 0 })).toBeNull();
  });
});
