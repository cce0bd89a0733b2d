import { lgamma, lnIncompleteBeta } from '../../arithmetic/special-functions.js';
import { mbgLogLikelihood, mbgNoOrderProbability, type MbgParameters } from '../mbg-nbd.js';
import { equivalentLast, lnMeanPower, meanPowerSlopes } from './unknown-last.js';

const STEPS = 20_000;

/** The integral from 0 to `end` by the midpoint rule. */
function integral(of: (t: number) => number, end: number): number {
  let sum = 0;
  for (let i = 0; i < STEPS; i++) sum += of(((i + 0.5) * end) / STEPS);
  return (sum * end) / STEPS;
}

const SHOPS: MbgParameters[] = [
  { r: 0.6, alpha: 60, a: 0.55, b: 1.04 },
  { r: 3, alpha: 262, a: 0.012, b: 60 },
];
const CUSTOMERS = [
  { x: 1, within: 30, T: 90 },
  { x: 4, within: 300, T: 360 },
  { x: 30, within: 640, T: 700 },
  { x: 2, within: 5, T: 65 },
];

describe.each(SHOPS)('an unknown last order in a shop with r $r', (mbg) => {
  const density = (x: number, t: number, T: number): number => Math.exp(mbgLogLikelihood({ x, tx: t, T }, mbg)) * t ** (x - 1);

  it.each(CUSTOMERS)('of $x repeat orders within $within days gives the chance of all possible days together', ({ x, within, T }) => {
    const tx = equivalentLast({ x, within }, mbg);
    const scale = Math.log(within) * (x - 1);
    const likelihood = integral((t) => density(x, t, T) / Math.exp(scale), within);
    // The branch of those who stayed has the days of silence in its exponent alone, so T + H gives the chance of silence until then.
    const silent = integral((t) => density(x, t, T + 30) / Math.exp(scale), within);
    expect(mbgNoOrderProbability({ x, tx, T }, mbg, 30)).toBeCloseTo(silent / likelihood, 5);
    expect(tx).toBeGreaterThan(0);
    expect(tx).toBeLessThan(within);
  });

  it.each(CUSTOMERS)('of $x repeat orders within $within days has slopes that fit its values', ({ x, within }) => {
    const slopes = meanPowerSlopes({ x, within }, mbg);
    const [dr, da] = [1e-5 * mbg.r, 1e-5 * mbg.alpha];
    const at = (r: number, alpha: number): number => lnMeanPower({ x, within }, { r, alpha });
    expect(slopes.r).toBeCloseTo((at(mbg.r + dr, mbg.alpha) - at(mbg.r - dr, mbg.alpha)) / (2 * dr), 4);
    expect(slopes.alpha).toBeCloseTo((at(mbg.r, mbg.alpha + da) - at(mbg.r, mbg.alpha - da)) / (2 * da), 5);
  });
});

describe('the incomplete beta function', () => {
  it.each([
    [0.3, 2, 3],
    [0.9, 2, 3],
    [0.01, 0.5, 0.5],
    [0.99, 40, 0.6],
    [0.5, 300, 2],
  ])('up to %d of p = %d and q = %d is that of the sum of its series', (upTo, p, q) => {
    // Σ Γ(n+1−q) / (Γ(1−q) n!) · upTo^(p+n) / (p+n)
    let [sum, term] = [0, 1];
    for (let n = 0; n < 5000; n++) {
      sum += (term * upTo ** n) / (p + n);
      term *= (n + 1 - q) / (n + 1);
    }
    expect(lnIncompleteBeta(upTo, p, q)).toBeCloseTo(p * Math.log(upTo) + Math.log(sum), 8);
  });

  it('approaches the whole one', () => {
    expect(lnIncompleteBeta(1 - 1e-12, 3, 2)).toBeCloseTo(lgamma(3) + lgamma(2) - lgamma(5), 8);
  });
});
