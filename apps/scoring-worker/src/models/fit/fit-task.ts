import {
  type Bands,
  countedOutcomes,
  defaultHorizon,
  fitModel,
  knownBy,
  measure,
  type Model,
  noOrderAfter,
  type OrderDays,
  type Replay,
  replayQuality,
  scoreHistory,
  seenRows,
} from '#libs/scoring';
import { chooseHorizon, type HorizonSituation, type PlannedHorizon } from './choose-horizon.js';

/** Everything that the fit of one tenant needs, as plain data and columns that can move to a thread. */
export interface FitTask {
  readonly history: OrderDays;
  /** UTC day number. */
  readonly today: number;
  readonly horizon: HorizonSituation;
  readonly bands: Bands;
  readonly seed: number;
  /** The model to compare the new one with; null when there is none, when it must be replaced anyway, or when it knows less history. */
  readonly active: Model | null;
}

/** Log-loss of both models on the same customers, measured over the last horizon. */
export interface Comparison {
  /** Customers with an outcome that was seen, without those that they represent. */
  readonly n: number;
  readonly candidate: number;
  readonly active: number;
}

export interface FitOutcome {
  readonly model: Model;
  readonly accepted: boolean;
  /** The next step of the automatic horizon; null when it stays. */
  readonly plannedHorizon: PlannedHorizon | null;
  /** Null without a model to compare with. */
  readonly comparison: Comparison | null;
  /** Quality of scores calculated one horizon before yesterday, which is the last complete day. */
  readonly replay: Replay;
}

/** Largest log-loss of an accepted model, relative to the active one. */
const TOLERANCE = 1.01;
/** A model of this age is always replaced, because it learned from old behaviour. */
const OLDEST_DAYS = 30;
/** Smallest number of returned and of lost customers that a comparison needs. */
const FEWEST_OUTCOMES = 20;

/** Fits the tenant's model and compares it with the active one. Never throws, for any data. */
export function fitTask({ history, today, horizon, bands, seed, active }: FitTask): FitOutcome {
  const { horizonDays, planned: plannedHorizon } = chooseHorizon(horizon, defaultHorizon(history));
  const model = fitModel(history, { today, horizonDays, bands, seed });
  const comparison = active === null ? null : compareModels(history, model, active, today);
  const isTooOld = active?.fit == null || today - active.fit.today >= OLDEST_DAYS;
  const accepted = comparison === null || isTooOld || comparison.candidate <= TOLERANCE * comparison.active;
  const replay = replayQuality(history, { today: today - 1, horizonDays, bands, seed });
  return { model, accepted, plannedHorizon, comparison, replay };
}

/** Compares both models in a replay. @returns null when their horizons differ, or there are too few outcomes. */
export function compareModels(history: OrderDays, candidate: Model, active: Model, today: number): Comparison | null {
  const { horizonDays } = candidate;
  if (active.horizonDays !== horizonDays) return null;
  const horizon = { cutoff: today - 1 - horizonDays, horizonDays };
  const known = knownBy(history, horizon.cutoff);
  const { places, isRepeat } = countedOutcomes(history, known.customers, horizon);
  const happened = noOrderAfter(
    history,
    places.map((i) => known.customers[i]!),
    horizon,
  );
  const n = seenRows(happened.length, isRepeat);
  const stayedAway = happened.reduce((sum, each, i) => sum + (isRepeat?.[i] === 1 ? 0 : each), 0);
  if (Math.min(stayedAway, n - stayedAway) < FEWEST_OUTCOMES) return null;
  const lossOf = (model: Model): number => {
    const scores = scoreHistory(known.history, model, horizon.cutoff);
    return measure({ predicted: Float64Array.from(places, (i) => scores[i]!), happened }).logLoss;
  };
  return { n, candidate: lossOf(candidate), active: lossOf(active) };
}
