import { SeededRandom } from '../arithmetic/seeded-random.js';
import { chooseWeights, usualWeights } from './choose-weights.js';
import type { Evidence } from './choose-weights.js';

const NO_TREES = { pull: 4, withTrees: false };

/** Customers with outcomes that the regression knows and MBG/NBD does not. */
function evidenceOf(customers: number): Evidence {
  const random = new SeededRandom(3);
  const linear = Float64Array.from({ length: customers }, () => 4 * random.unit() - 2);
  const label = Uint8Array.from(linear, (z) => (random.unit() < 1 / (1 + Math.exp(-z)) ? 1 : 0));
  return { history: new Float64Array(customers), linear, trees: new Float64Array(customers), label, weight: 1 };
}

describe('the weight of what was learned', () => {
  it('grows with the rarer of the two outcomes, not with the customers', () => {
    const weights = [0, 5, 100, 10_000].map((outcomes) => usualWeights(outcomes, false).linear);
    expect(weights[0]).toBe(0);
    expect(weights[1]).toBeLessThan(0.05);
    expect(weights[2]).toBeCloseTo(0.35, 9);
    expect(weights[3]).toBeCloseTo(0.7, 1);
    expect(usualWeights(100, true)).toEqual({ linear: 0.3, trees: 0.1 });
  });

  it('is the usual one where nobody can tell, and moves with what customers did', () => {
    const usual = usualWeights(10, false);
    expect(chooseWeights([], usual, NO_TREES)).toEqual(usual);
    expect(chooseWeights([evidenceOf(8)], usual, NO_TREES).linear).toBeLessThanOrEqual(0.2);
    expect(chooseWeights([evidenceOf(3000)], usual, NO_TREES).linear).toBeGreaterThanOrEqual(0.8);
  });

  it('leaves the trees out where there are none', () => {
    const { linear, trees } = chooseWeights([evidenceOf(3000)], { linear: 0.4, trees: 0 }, NO_TREES);
    expect(trees).toBe(0);
    expect(linear).toBeGreaterThan(0.4);
  });
});
