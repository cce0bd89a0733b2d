import { lbeta, lgamma } from '#libs/scoring';
import type { BuyingModel } from './buying-model.js';

/**
 * Differences between the models of this family: times between orders are Erlang-k (k = 1: exponential, a Poisson process; larger k: more
 * regular), and whether a customer may leave after the first order already.
 */
interface Kind {
  readonly k: number;
  readonly leavesAfterFirst: boolean;
}

/**
 * (M)BG/CNBD-k (Platzer and Reutterer 2016). BG/NBD (Fader, Hardie and Lee 2005) and MBG/NBD (Batislam, Denizel and Filiztekin 2007) are
 * its cases with k = 1. The stages of the Erlang distribution are passed at a rate from Gamma(r, α); after each order a customer leaves
 * with a probability from Beta(a, b).
 *
 * For k > 1 the log-likelihood leaves out `gapsTerm`, which does not depend on the parameters.
 */
function bgCnbd(name: string, { k, leavesAfterFirst }: Kind): BuyingModel {
  /** Number of times that a customer decided whether to stay. */
  const decisions = (x: number): number => x + (leavesAfterFirst ? 1 : 0);
  return {
    name,
    parameters: [
      { name: 'r', isTime: false, usual: 0.25 },
      { name: 'alpha', isTime: true, usual: -1 },
      { name: 'a', isTime: false, usual: -0.5 },
      { name: 'b', isTime: false, usual: 0.25 },
    ],
    ordersTerm: (x, [r = 0, alpha = 0, a = 0, b = 0]) =>
      lgamma(r + k * x) - lgamma(r) + r * Math.log(alpha) + lbeta(a, b + decisions(x)) - lbeta(a, b),
    stillCustomer: ({ x, tx, T }, [r = 0, alpha = 0]) => {
      const shape = r + k * x;
      return Math.log(stagesPassed(k, shape, (T - tx) / (alpha + T))) - shape * Math.log(alpha + T);
    },
    gone: ({ x, tx }, [r = 0, alpha = 0, a = 0, b = 0]) =>
      decisions(x) === 0 ? -Infinity : Math.log(a / (b + decisions(x) - 1)) - (r + k * x) * Math.log(alpha + tx),
  };
}

export const BG_NBD = bgCnbd('BG/NBD', { k: 1, leavesAfterFirst: false });
export const MBG_NBD = bgCnbd('MBG/NBD', { k: 1, leavesAfterFirst: true });
export const BG_CNBD_2 = bgCnbd('BG/CNBD-2', { k: 2, leavesAfterFirst: false });
export const MBG_CNBD_2 = bgCnbd('MBG/CNBD-2', { k: 2, leavesAfterFirst: true });

/** Term that the log-likelihood of a shop omits for Erlang-k gaps: (k − 1) Σ ln(gap) − ln Γ(k) for each. @param gaps of all customers */
export function gapsTerm(k: number, gaps: readonly number[]): number {
  return gaps.reduce((sum, gap) => sum + (k - 1) * Math.log(gap), 0) - gaps.length * lgamma(k);
}

/** Σ over the j < k stages that a silent customer may have passed: shape (shape + 1) … (shape + j − 1) / j! · share^j. */
function stagesPassed(k: number, shape: number, share: number): number {
  let [sum, stage] = [1, 1];
  for (let j = 1; j < k; j++) {
    stage *= ((shape + j - 1) / j) * share;
    sum += stage;
  }
  return sum;
}
