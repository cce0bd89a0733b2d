import { type Bands, coldStartModel, fitModel, knownBy, type Model, type OrderDays, pastWeeks, type PastWeeks } from '#libs/scoring';

/** The past weeks that one model serves, as plain data and columns that can move to a thread. Days are UTC day numbers. */
export interface BlockTask {
  readonly history: OrderDays;
  /** A model that an earlier part of the customers was scored with, or how to fit one. */
  readonly model: Model | PastFit;
  /** Ascending. */
  readonly days: readonly number[];
  /** The current, incomplete day. */
  readonly today: number;
  readonly namedDay: number | null;
}

export interface PastFit {
  readonly modelDay: number;
  readonly horizonDays: number;
  readonly bands: Bands;
  readonly seed: number;
}

export interface BlockResult extends PastWeeks {
  readonly model: Model;
}

/** A shop gets its own model from its fifth customer on. */
export const FEWEST_CUSTOMERS = 5;

/** Fits the model of a past day as the fit of that day did, and scores the customers at the ends of the weeks that follow. */
export function replayBlock({ history, model: given, days, today, namedDay }: BlockTask): BlockResult {
  const model = 'modelDay' in given ? fitPast(history, given) : given;
  return { model, ...pastWeeks(history, { model, days, today, namedDay }) };
}

function fitPast(history: OrderDays, { modelDay, horizonDays, bands, seed }: PastFit): Model {
  const known = knownBy(history, modelDay);
  if (known.customers.length < FEWEST_CUSTOMERS) return coldStartModel(horizonDays, bands);
  return fitModel(known.history, { today: modelDay, horizonDays, bands, seed });
}
