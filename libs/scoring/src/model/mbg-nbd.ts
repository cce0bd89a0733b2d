import { lbeta, lgamma, logaddexp } from '../arithmetic/special-functions.js';

/**
 * MBG/NBD (Batislam, Denizel and Filiztekin 2007): a customer orders at a rate drawn from Gamma(r, α) and may leave after ANY
 * order, the first included, with a probability drawn from Beta(a, b). α is in days.
 */
export interface MbgParameters {
  readonly r: number;
  readonly alpha: number;
  readonly a: number;
  readonly b: number;
}

/** Repeat order days, and days from the first order day to the last and to today. 0 ≤ tx ≤ T; fractions are allowed. */
export interface BuyingHistory {
  readonly x: number;
  readonly tx: number;
  readonly T: number;
}

/** The histories of n customers as columns of n numbers each. */
export interface BuyingHistories {
  readonly x: Float64Array;
  readonly tx: Float64Array;
  readonly T: Float64Array;
  /** For a customer with an unknown last order day: days after the first in which the others lie. NaN for all others. */
  readonly within?: Float64Array | undefined;
}

/** e^700 is still a number; odds beyond it change no probability. */
const MAX_EXPONENT = 700;

/** ln of the density of this history under the model. */
export function mbgLogLikelihood(history: BuyingHistory, parameters: MbgParameters): number {
  const { x, tx, T } = history;
  const { r, alpha, a, b } = parameters;
  const stillCustomer = lbeta(a, b + x + 1) - (r + x) * Math.log(alpha + T);
  const leftAfterLastOrder = lbeta(a + 1, b + x) - (r + x) * Math.log(alpha + tx);
  return lgamma(r + x) - lgamma(r) + r * Math.log(alpha) - lbeta(a, b) + logaddexp(stillCustomer, leftAfterLastOrder);
}

/** P(still a customer | history), 0 to 1. */
export function mbgAliveProbability(history: BuyingHistory, parameters: MbgParameters): number {
  return 1 / (1 + goneOdds(history.x, history.tx, history.T, parameters));
}

/** P(no order in the next `horizonDays` | history), 0 to 1. */
export function mbgNoOrderProbability(history: BuyingHistory, parameters: MbgParameters, horizonDays: number): number {
  return noOrderProbability(history.x, history.tx, history.T, parameters, horizonDays);
}

/** The same as log-odds, exact where the probability itself rounds to 0 or 1; Infinity for a horizon of 0. */
export function mbgNoOrderLogit(history: BuyingHistory, parameters: MbgParameters, horizonDays: number): number {
  const { x, tx, T } = history;
  const exponent = silentExponent(x, T, parameters, horizonDays);
  return Math.log(goneOdds(x, tx, T, parameters) + Math.exp(exponent)) - Math.log(-Math.expm1(exponent));
}

/**
 * Writes P(no order in the next `horizonDays`) of each of n customers to `out`.
 *
 * @throws RangeError when the columns and `out` are not of one length
 */
export function scoreMbg(customers: BuyingHistories, parameters: MbgParameters, horizonDays: number, out: Float64Array): void {
  const { x, tx, T } = customers;
  if (tx.length !== x.length || T.length !== x.length || out.length !== x.length) throw new RangeError('columns differ in length');
  for (let i = 0; i < out.length; i++) out[i] = noOrderProbability(x[i]!, tx[i]!, T[i]!, parameters, horizonDays);
}

function noOrderProbability(x: number, tx: number, T: number, parameters: MbgParameters, horizonDays: number): number {
  const ordersWhileCustomer = -Math.expm1(silentExponent(x, T, parameters, horizonDays));
  return 1 - ordersWhileCustomer / (1 + goneOdds(x, tx, T, parameters));
}

/** Odds of having left: a/(b+x) · ((α+T)/(α+tx))^(r+x). */
function goneOdds(x: number, tx: number, T: number, { r, alpha, a, b }: MbgParameters): number {
  const exponent = (r + x) * Math.log1p((T - tx) / (alpha + tx));
  return (a / (b + x)) * Math.exp(Math.min(MAX_EXPONENT, exponent));
}

/** ln P(a customer who has not left places no order in the horizon) = (r+x) · ln((α+T)/(α+T+H)). */
function silentExponent(x: number, T: number, { r, alpha }: MbgParameters, horizonDays: number): number {
  return -(r + x) * Math.log1p(horizonDays / (alpha + T));
}
