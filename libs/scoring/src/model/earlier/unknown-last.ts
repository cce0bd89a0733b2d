import { lnIncompleteBeta } from '../../arithmetic/special-functions.js';
import type { MbgParameters } from '../mbg-nbd.js';

/** A customer with an unknown last order day. */
export interface UnknownLast {
  /** Repeat order days. */
  readonly x: number;
  /** Days after the first order day in which all of these lie. */
  readonly within: number;
}

/**
 * Returns ln of the mean of (α+t)^−(r+x) over the possible times t of the last order.
 *
 * The likelihood of MBG/NBD with an unknown last order is the integral of L(x, t, T)·t^(x−1) over t from 0 to `within`. Only the branch of
 * customers who left depends on t, and there the integral is an incomplete beta function. So this mean replaces the power of the last order, in
 * the likelihood and in the chance of silence.
 */
export function lnMeanPower({ x, within }: UnknownLast, { r, alpha }: Pick<MbgParameters, 'r' | 'alpha'>): number {
  return Math.log(x) - x * Math.log(within) - r * Math.log(alpha) + lnIncompleteBeta(within / (alpha + within), x, r);
}

/** Step for the slope by r, as a share of it. */
const DIFFERENCE = 1e-4;

/** Returns the slopes of `lnMeanPower` by r and by α. */
export function meanPowerSlopes(
  last: UnknownLast,
  { r, alpha }: Pick<MbgParameters, 'r' | 'alpha'>,
): { readonly r: number; readonly alpha: number } {
  const { x, within } = last;
  const step = DIFFERENCE * r;
  const upTo = within / (alpha + within);
  const density = (x - 1) * Math.log(upTo) + (r - 1) * Math.log1p(-upTo) - lnIncompleteBeta(upTo, x, r);
  return {
    r: (lnMeanPower(last, { r: r + step, alpha }) - lnMeanPower(last, { r: r - step, alpha })) / (2 * step),
    alpha: -r / alpha - (Math.exp(density) * upTo) / (alpha + within),
  };
}

/** Returns the days from the first order to a last one with which MBG/NBD gives the same chances, on every day, as with an unknown one. */
export function equivalentLast(last: UnknownLast, mbg: Pick<MbgParameters, 'r' | 'alpha'>): number {
  const days = Math.exp(-lnMeanPower(last, mbg) / (mbg.r + last.x)) - mbg.alpha;
  return Math.min(last.within, Math.max(0, days));
}
