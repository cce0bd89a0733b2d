import { logaddexp, type BuyingHistory } from '#libs/scoring';

export interface ParameterOfModel {
  readonly name: string;
  /** A time scales with the unit of the histories. */
  readonly isTime: boolean;
  /** Logarithm of a usual value; of a time, in units of the customers' mean T. Where a fit starts, and the mean of its prior. */
  readonly usual: number;
}

/**
 * A model of buying until the customer leaves, with positive parameters; time in the unit of the history. Its likelihood is a product of
 * what the number of orders says and of what the silence since the last one says: still a customer, or gone.
 */
export interface BuyingModel {
  readonly name: string;
  readonly parameters: readonly ParameterOfModel[];
  /** The share of the log-likelihood that depends on the number of repeat orders alone. */
  ordersTerm(x: number, parameters: readonly number[]): number;
  /** ln of the weight of: still a customer at T, and silent since tx. */
  stillCustomer(history: BuyingHistory, parameters: readonly number[]): number;
  /** ln of the weight of: gone by T, at tx or since. −Infinity where that cannot be. */
  gone(history: BuyingHistory, parameters: readonly number[]): number;
  /** Derivatives of the log-likelihood by each parameter, where differences would be too slow. */
  slopes?(history: BuyingHistory, parameters: readonly number[]): number[];
}

/** ln of: (still a customer and silent) + (gone). */
export function silence(model: BuyingModel, history: BuyingHistory, parameters: readonly number[]): number {
  return logaddexp(model.stillCustomer(history, parameters), model.gone(history, parameters));
}

/** ln of the density of this history. */
export function logLikelihood(model: BuyingModel, history: BuyingHistory, parameters: readonly number[]): number {
  return model.ordersTerm(history.x, parameters) + silence(model, history, parameters);
}

/** P(still a customer | history), 0 to 1. */
export function aliveProbability(model: BuyingModel, history: BuyingHistory, parameters: readonly number[]): number {
  return Math.min(1, Math.exp(model.stillCustomer(history, parameters) - silence(model, history, parameters)));
}

/** P(no order in the next `horizon` | history), 0 to 1: L(x, tx, T + H) / L(x, tx, T), in which all but the silence cancels. */
export function noOrderProbability(model: BuyingModel, history: BuyingHistory, parameters: readonly number[], horizon: number): number {
  const later = { ...history, T: history.T + horizon };
  return Math.min(1, Math.exp(silence(model, later, parameters) - silence(model, history, parameters)));
}
