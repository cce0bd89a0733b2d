import { byDifferences, minimise, type GroupedHistories, type Objective } from '#libs/scoring';
import { silence, type BuyingModel } from './buying-model.js';

export interface ReferenceFit {
  /** In the order of the model's `parameters`; times in the unit of the histories. */
  readonly parameters: readonly number[];
  /** Log-likelihood of all customers, without the prior. */
  readonly logLikelihood: number;
}

/** The same as in production: without a prior, real shops drive parameters to zero or to infinity. */
const PRIOR_SD = 1.5;
/** Flat for all that matters. */
const NO_PRIOR_SD = 1e6;
const FARTHEST = 16;

/**
 * The parameters of a reference model that fit a shop best.
 *
 * @param prior 'usual': drawn towards the model's usual values as production's fit is; 'none': maximum likelihood, as papers publish it
 */
export function fitBuyingModel(model: BuyingModel, histories: GroupedHistories, prior: 'usual' | 'none'): ReferenceFit {
  const usual = model.parameters.map((parameter) => parameter.usual);
  const unit = model.parameters.map((parameter) => (parameter.isTime ? histories.meanT : 1));
  const sd = prior === 'usual' ? PRIOR_SD : NO_PRIOR_SD;
  const toParameters = (at: ArrayLike<number>): number[] => unit.map((scale, i) => scale * Math.exp(at[i]!));
  const cost = (at: Float64Array): number => {
    if (at.some((each) => Math.abs(each) > FARTHEST)) return Infinity;
    const distance = usual.reduce((sum, mean, i) => sum + ((at[i]! - mean) / sd) ** 2, 0);
    return 0.5 * distance - sumLogLikelihood(model, histories, toParameters(at));
  };
  const withSlopes: Objective = (at, gradient) => {
    const parameters = toParameters(at);
    const slopes = sumSlopes(model, histories, parameters);
    // By the logarithm of each parameter, hence times the parameter.
    for (let i = 0; i < at.length; i++) gradient[i] = (at[i]! - usual[i]!) / sd ** 2 - slopes[i]! * parameters[i]!;
    return cost(at);
  };
  const { at } = minimise(model.slopes === undefined ? byDifferences(cost) : withSlopes, Float64Array.from(usual));
  const parameters = toParameters(at);
  return { parameters, logLikelihood: sumLogLikelihood(model, histories, parameters) };
}

function sumLogLikelihood(model: BuyingModel, { x, tx, T, weight }: GroupedHistories, parameters: readonly number[]): number {
  let sum = 0;
  let ordersTerm = Number.NaN;
  for (let i = 0; i < x.length; i++) {
    // Histories are sorted by x, and its gamma functions are what costs most.
    if (i === 0 || x[i] !== x[i - 1]) ordersTerm = model.ordersTerm(x[i]!, parameters);
    sum += weight[i]! * (ordersTerm + silence(model, { x: x[i]!, tx: tx[i]!, T: T[i]! }, parameters));
  }
  return sum;
}

function sumSlopes(model: BuyingModel, { x, tx, T, weight }: GroupedHistories, parameters: readonly number[]): number[] {
  const sums = parameters.map(() => 0);
  for (let i = 0; i < x.length; i++) {
    const slopes = model.slopes?.({ x: x[i]!, tx: tx[i]!, T: T[i]! }, parameters) ?? [];
    for (const [each, slope] of slopes.entries()) sums[each]! += weight[i]! * slope;
  }
  return sums;
}
