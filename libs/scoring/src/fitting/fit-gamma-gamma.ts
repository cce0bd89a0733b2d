import { digamma, lgamma } from '../arithmetic/special-functions.js';
import type { SpendHistory, SpendParameters } from '../model/gamma-gamma.js';
import { minimise, type Objective } from './minimise.js';

/** Maximum-likelihood parameters, the log-likelihood there, and what it cost. */
export interface GammaGammaFit extends SpendParameters {
  readonly logLikelihood: number;
  /** Times that the likelihood was evaluated. */
  readonly evaluations: number;
}

/**
 * Bounds of ln p, ln q and of ln(mean of the shop / mean of the sample). The likelihood has no maximum where prices hardly vary, as with
 * goods of one price: p or q would grow without end. A p of 400 says that the values of one customer vary by a twentieth, a q of 400 that
 * the means of the customers do, and less than that changes no expected amount visibly. Above q = 1.1 the shop has a mean.
 */
const BOUNDS = [
  { low: Math.log(0.05), high: Math.log(400) },
  { low: Math.log(1.1), high: Math.log(400) },
  { low: -3, high: 3 },
] as const;
/** p = q = e and the mean of the sample, where every fit begins. */
const START = [1, 1, 0] as const;
const MOST_EVALUATIONS = 200;

/** Sums over the customers that the likelihood needs, so that an evaluation costs one logarithm a customer. */
interface SpendSums {
  readonly customers: number;
  readonly orders: Float64Array;
  readonly totals: Float64Array;
  /** Distinct numbers of order days, and the customers with each. */
  readonly counts: readonly (readonly [orders: number, customers: number])[];
  readonly lnMeans: number;
  /** Σ orders · ln(total) */
  readonly lnTotals: number;
}

/**
 * Maximum likelihood for Gamma–Gamma within bounds, by the slopes of the likelihood. Takes at most 200 evaluations.
 *
 * @param customers those with at least one order of known value above 0
 */
export function fitGammaGamma(customers: readonly SpendHistory[]): GammaGammaFit {
  const sums = sumsOf(customers);
  const sampleMean = customers.reduce((sum, { mean }) => sum + mean, 0) / customers.length;
  const start = Float64Array.from(START, (each, i) => toFree(each, BOUNDS[i]!));
  const { at, value, evaluations } = minimise(negativeLogLikelihood(sums, sampleMean), start, { mostEvaluations: MOST_EVALUATIONS });
  return { ...toParameters(at, sampleMean), logLikelihood: -value, evaluations };
}

interface Bound {
  readonly low: number;
  readonly high: number;
}

/** Maps all numbers to those within a bound, so that a minimiser without bounds finds a minimum at the edge as well. */
const toBounded = (free: number, { low, high }: Bound): number => low + (high - low) / (1 + Math.exp(-free));
const toFree = (bounded: number, { low, high }: Bound): number => Math.log((bounded - low) / (high - bounded));

function toParameters(at: ArrayLike<number>, sampleMean: number): SpendParameters {
  const [lnP, lnQ, lnMean] = BOUNDS.map((bound, i) => toBounded(at[i]!, bound)) as [number, number, number];
  const [p, q] = [Math.exp(lnP), Math.exp(lnQ)];
  return { p, q, gamma: (sampleMean * Math.exp(lnMean) * (q - 1)) / p };
}

function negativeLogLikelihood(sums: SpendSums, sampleMean: number): Objective {
  return (at, gradient) => {
    const parameters = toParameters(at, sampleMean);
    const { p, q, gamma } = parameters;
    const slopes = likelihoodSlopes(sums, parameters);
    const byLnGamma = slopes.gamma * gamma;
    // γ is the mean of the shop · (q − 1) / p, so p and q move it too.
    const byLogs = [slopes.p * p - byLnGamma, slopes.q * q + (byLnGamma * q) / (q - 1), byLnGamma];
    for (const [i, slope] of byLogs.entries()) {
      const { low, high } = BOUNDS[i]!;
      const share = 1 / (1 + Math.exp(-at[i]!));
      gradient[i] = -slope * (high - low) * share * (1 - share);
    }
    return -slopes.logLikelihood;
  };
}

/** The log-likelihood and its derivatives by p, q and γ. */
interface LikelihoodSlopes {
  readonly logLikelihood: number;
  readonly p: number;
  readonly q: number;
  readonly gamma: number;
}

/**
 * Σ lnΓ(pn+q) − lnΓ(pn) − lnΓ(q) + q ln γ − ln z + pn ln(nz) − (pn+q) ln(γ+nz), for n order days of mean z. The gamma functions are computed
 * once for each n.
 */
function likelihoodSlopes(sums: SpendSums, { p, q, gamma }: SpendParameters): LikelihoodSlopes {
  const { customers, orders, totals, counts } = sums;
  let logLikelihood = customers * (q * Math.log(gamma) - lgamma(q)) + p * sums.lnTotals - sums.lnMeans;
  let byP = sums.lnTotals;
  let byQ = customers * (Math.log(gamma) - digamma(q));
  let byGamma = (customers * q) / gamma;
  for (const [n, count] of counts) {
    const psi = digamma(p * n + q);
    logLikelihood += count * (lgamma(p * n + q) - lgamma(p * n));
    byP += count * n * (psi - digamma(p * n));
    byQ += count * psi;
  }
  for (let i = 0; i < customers; i++) {
    const shape = p * orders[i]! + q;
    const scale = gamma + totals[i]!;
    const lnScale = Math.log(scale);
    logLikelihood -= shape * lnScale;
    byP -= orders[i]! * lnScale;
    byQ -= lnScale;
    byGamma -= shape / scale;
  }
  return { logLikelihood, p: byP, q: byQ, gamma: byGamma };
}

function sumsOf(customers: readonly SpendHistory[]): SpendSums {
  const orders = Float64Array.from(customers, (each) => each.orders);
  const totals = Float64Array.from(customers, (each) => each.orders * each.mean);
  const counts = new Map<number, number>();
  let [lnMeans, lnTotals] = [0, 0];
  for (const [i, { mean }] of customers.entries()) {
    counts.set(orders[i]!, (counts.get(orders[i]!) ?? 0) + 1);
    lnMeans += Math.log(mean);
    lnTotals += orders[i]! * Math.log(totals[i]!);
  }
  return { customers: customers.length, orders, totals, counts: [...counts], lnMeans, lnTotals };
}
