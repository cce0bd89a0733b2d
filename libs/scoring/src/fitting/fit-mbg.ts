import type { MbgParameters } from '../model/mbg-nbd.js';
import { PRIOR_MEAN } from '../model/prior.js';
import { lnMeanPower, meanPowerSlopes } from '../model/earlier/unknown-last.js';
import { digamma, lgamma } from '../arithmetic/special-functions.js';
import type { GroupedHistories } from './group-histories.js';
import { minimise } from './minimise.js';
import type { Objective } from './minimise.js';

/** Prior of a shop before any of its customers is seen: normal in ln r, ln(α / scale), ln a and ln b. */
export interface MbgPrior {
  readonly mean: readonly [lnR: number, lnAlpha: number, lnA: number, lnB: number];
  readonly sd: number;
}

/** Without it a → 0 or b → ∞ in real shops; with it five customers are enough. */
const MBG_PRIOR: MbgPrior = { mean: PRIOR_MEAN, sd: 1.5 };

/** Flat for all that matters, for the fits that papers publish. */
export const NO_PRIOR: MbgPrior = { ...MBG_PRIOR, sd: 1e6 };

/** A fit of MBG/NBD to a shop. */
export interface MbgFit {
  readonly parameters: MbgParameters;
  /** ln r, ln(α / scale), ln a, ln b. */
  readonly logParameters: readonly number[];
  /** −Σ log-likelihood + the prior's share, at the minimum. */
  readonly objective: number;
}

/** Keeps every exponent and every sum of the likelihood finite, far beyond what data or prior would ask for. */
const FARTHEST = 16;

/**
 * The most probable MBG/NBD parameters of a shop.
 *
 * @param histories in days
 * @param scaleDays unit of time of the prior's α, normally the mean T
 */
export function fitMbg(histories: GroupedHistories, scaleDays: number, prior: MbgPrior = MBG_PRIOR): MbgFit {
  const start = Float64Array.from(prior.mean);
  const { at, value } = minimise(negativeLogPosterior(histories, scaleDays, prior), start);
  const [r = 1, alpha = 1, a = 1, b = 1] = Array.from(at, Math.exp);
  return { parameters: { r, alpha: alpha * scaleDays, a, b }, logParameters: [...at], objective: value };
}

/** Sums of one likelihood evaluation, with the derivatives by r, α, a and b. */
interface Sums {
  logLikelihood: number;
  r: number;
  alpha: number;
  a: number;
  b: number;
}

function negativeLogPosterior(histories: GroupedHistories, scaleDays: number, prior: MbgPrior): Objective {
  return (at, gradient) => {
    if (at.some((each) => Math.abs(each) > FARTHEST)) return Infinity;
    const [r = 1, scaledAlpha = 1, a = 1, b = 1] = Array.from(at, Math.exp);
    const parameters = { r, alpha: scaledAlpha * scaleDays, a, b };
    const sums = sumLikelihood(histories, parameters);
    const slopes = [sums.r * r, sums.alpha * parameters.alpha, sums.a * a, sums.b * b];
    let value = -sums.logLikelihood;
    for (const [i, slope] of slopes.entries()) {
      const distance = (at[i]! - prior.mean[i]!) / prior.sd;
      value += 0.5 * distance * distance;
      gradient[i] = -slope + distance / prior.sd;
    }
    return value;
  };
}

/** Terms of the likelihood that depend on x alone. A sample has few distinct x, so the gamma functions are computed once for each. */
interface CountTerms {
  readonly stillCustomer: number;
  readonly left: number;
  readonly shared: number;
  readonly byR: number;
  readonly byA: { readonly stillCustomer: number; readonly left: number };
  readonly byB: { readonly stillCustomer: number; readonly left: number };
}

function countTerms(x: number, { r, alpha, a, b }: MbgParameters): CountTerms {
  const betaOfPrior = lgamma(a) + lgamma(b) - lgamma(a + b);
  const both = lgamma(a + b + x + 1);
  const psiBoth = digamma(a + b + x + 1);
  const psiB = digamma(b + x);
  const psiPrior = digamma(a + b);
  return {
    shared: lgamma(r + x) - lgamma(r) + r * Math.log(alpha) - betaOfPrior,
    stillCustomer: lgamma(a) + lgamma(b + x + 1) - both,
    left: lgamma(a + 1) + lgamma(b + x) - both,
    byR: digamma(r + x) - digamma(r) + Math.log(alpha),
    // ψ(a) of the prior's Beta(a, b) cancels that of both branches.
    byA: { stillCustomer: psiPrior - psiBoth, left: 1 / a + psiPrior - psiBoth },
    byB: { stillCustomer: psiB + 1 / (b + x) - psiBoth - digamma(b) + psiPrior, left: psiB - psiBoth - digamma(b) + psiPrior },
  };
}

/** ln(α + tx) of a customer. The slope of (r+x)·ln by r is `byR`, and by α it is (r+x)/`divisor`. */
interface LastTerms {
  readonly ln: number;
  readonly byR: number;
  readonly divisor: number;
}

function lastTerms({ x, tx, within }: GroupedHistories, i: number, { r, alpha }: MbgParameters): LastTerms {
  if (within === undefined || Number.isNaN(within[i]!)) {
    const ln = Math.log(alpha + tx[i]!);
    return { ln, byR: ln, divisor: alpha + tx[i]! };
  }
  const unknown = { x: x[i]!, within: within[i]! };
  const slopes = meanPowerSlopes(unknown, { r, alpha });
  return { ln: -lnMeanPower(unknown, { r, alpha }) / (r + x[i]!), byR: -slopes.r, divisor: -(r + x[i]!) / slopes.alpha };
}

function sumLikelihood(histories: GroupedHistories, parameters: MbgParameters): Sums {
  const { x, T, weight } = histories;
  const { r, alpha } = parameters;
  const sums: Sums = { logLikelihood: 0, r: 0, alpha: 0, a: 0, b: 0 };
  let terms = countTerms(0, parameters);
  for (let i = 0; i < x.length; i++) {
    if (i === 0 || x[i] !== x[i - 1]) terms = countTerms(x[i]!, parameters);
    const shape = r + x[i]!;
    const lnToday = Math.log(alpha + T[i]!);
    const last = lastTerms(histories, i, parameters);
    const advantage = terms.left - shape * last.ln - (terms.stillCustomer - shape * lnToday);
    // Share of the likelihood that belongs to those who left after their last order.
    const left = 1 / (1 + Math.exp(-advantage));
    const stillCustomer = 1 - left;
    const larger = Math.max(0, advantage) + Math.log1p(Math.exp(-Math.abs(advantage)));
    const count = weight[i]!;
    sums.logLikelihood += count * (terms.shared + terms.stillCustomer - shape * lnToday + larger);
    sums.r += count * (terms.byR - stillCustomer * lnToday - left * last.byR);
    sums.alpha += count * (r / alpha - shape * (stillCustomer / (alpha + T[i]!) + left / last.divisor));
    sums.a += count * (stillCustomer * terms.byA.stillCustomer + left * terms.byA.left);
    sums.b += count * (stillCustomer * terms.byB.stillCustomer + left * terms.byB.left);
  }
  return sums;
}
