import {
  type Bands,
  fitModel,
  knownBy,
  measure,
  type Model,
  noOrderAfter,
  type OrderDays,
  type Replay,
  replayQuality,
  scoreHistory,
} from '#libs/scoring';

/** Everything that the fit of one tenant needs: plain data and columns, for it to cross into a thread. */
export interface FitTask {
  readonly history: OrderDays;
  /** UTC day number. */
  readonly today: number;
  /** Null: the default rule. */
  readonly horizonDays: number | null;
  readonly bands: Bands;
  readonly seed: number;
  /** The model that the new one has to stand against; null when there is none, or none that may stay. */
  readonly active: Model | null;
}

/** Log-loss of both models on the same customers, judged by what these did within the last horizon. */
export interface Comparison {
  /** Customers. */
  readonly n: number;
  readonly candidate: number;
  readonly active: number;
}

export interface FitOutcome {
  readonly model: Model;
  readonly accepted: boolean;
  /** Null when there was nothing to compare with. */
  readonly comparison: Comparison | null;
  /** How good the tenant's scores would have been one horizon before yesterday, the last day that is over. */
  readonly replay: Replay;
}

/** So much worse than the model before a new one may be. */
const TOLERANCE = 1.01;
/** A model of this age goes whatever is said for it: what it has learned is of other times. */
const OLDEST_DAYS = 30;
/** Of either kind; fewer outcomes prove nothing against a model. */
const FEWEST_OUTCOMES = 20;

/** Fits the tenant's model and holds it against the one in use. Never throws for any data. */
export function fitTask({ history, today, horizonDays, bands, seed, active }: FitTask): FitOutcome {
  const model = fitModel(history, { today, horizonDays, bands, seed });
  const comparison = active === null ? null : compareModels(history, model, active, today);
  const isTooOld = active?.fit == null || today - active.fit.today >= OLDEST_DAYS;
  const accepted = comparison === null || isTooOld || comparison.candidate <= TOLERANCE * comparison.active;
  const replay = replayQuality(history, { today: today - 1, horizonDays: model.horizonDays, bands, seed });
  return { model, accepted, comparison, replay };
}

/** Both models on what is replayed. Null when they answer different questions. */
export function compareModels(history: OrderDays, candidate: Model, active: Model, today: number): Comparison | null {
  const { horizonDays } = candidate;
  if (active.horizonDays !== horizonDays) return null;
  const cutoff = today - 1 - horizonDays;
  const known = knownBy(history, cutoff);
  const happened = noOrderAfter(history, known.customers, { cutoff, horizonDays });
  const stayedAway = happened.reduce((sum, each) => sum + each, 0);
  if (Math.min(stayedAway, happened.length - stayedAway) < FEWEST_OUTCOMES) return null;
  const lossOf = (model: Model): number => measure({ predicted: scoreHistory(known.history, model, cutoff), happened }).logLoss;
  return { n: happened.length, candidate: lossOf(candidate), active: lossOf(active) };
}
