import { calibrationError, equalCountBins, equalWidthBins } from './calibration-bins.js';
import { isotonicFit } from './isotonic.js';
import { clipped, refuseUnusable, type Predictions } from './prediction.js';

/** Measures of n predictions. Every number is NaN for n = 0, and `auc` also where only one thing happened. */
export interface Metrics {
  readonly n: number;
  /** Share of customers who placed no order. */
  readonly baseRate: number;
  readonly meanPredicted: number;
  readonly auc: number;
  readonly brier: number;
  /** 1 − Brier / Brier of the base rate: 0 says nothing that the base rate does not, 1 is perfect, negative is worse than it. */
  readonly skill: number;
  readonly logLoss: number;
  /** Expected calibration error over ten bins of equal width. */
  readonly ece: number;
  /** The same over ten bins of (nearly) equal count. */
  readonly eceEqualCount: number;
  /** Miscalibration: how much the Brier score would fall if each probability were replaced by the share observed among similar ones (isotonic regression). */
  readonly miscalibration: number;
}

/**
 * All measures at once.
 *
 * @throws RangeError when the columns differ in length or a prediction is not a number
 */
export function measure(predictions: Predictions): Metrics {
  refuseUnusable(predictions);
  const n = predictions.predicted.length;
  const baseRate = mean(predictions.happened);
  const brier = brierScore(predictions);
  return {
    n,
    baseRate,
    meanPredicted: mean(predictions.predicted),
    auc: areaUnderCurve(predictions),
    brier,
    skill: 1 - brier / (baseRate * (1 - baseRate)),
    logLoss: logLoss(predictions),
    ece: calibrationError(equalWidthBins(predictions)),
    eceEqualCount: calibrationError(equalCountBins(predictions)),
    miscalibration: brier - brierScore({ ...predictions, predicted: recalibrated(predictions) }),
  };
}

/**
 * The predictions as isotonic regression on what happened would tell them; the Brier score that is left is what the ranking alone can
 * reach (the CORP decomposition of Dimitriadis, Gneiting and Jordan 2021). It needs no bins.
 */
function recalibrated({ predicted, happened }: Predictions): Float64Array {
  // Among equal predictions those who stayed away come first: falling outcomes are pooled, so that equal predictions stay equal.
  const sorted = Uint32Array.from(predicted, (_, i) => i).toSorted((one, other) => {
    return predicted[one]! - predicted[other]! || happened[other]! - happened[one]!;
  });
  const fitted = isotonicFit(Uint8Array.from(sorted, (i) => happened[i]!));
  const result = new Float64Array(predicted.length);
  for (const [rank, i] of sorted.entries()) result[i] = fitted[rank]!;
  return result;
}

/**
 * Area under the ROC curve: the probability that a customer who stayed away had a higher prediction than one who came back, with ties
 * counting one half (Mann and Whitney 1947; Hanley and McNeil 1982). NaN unless there are customers of both kinds.
 */
export function areaUnderCurve({ predicted, happened }: Predictions): number {
  // Two plain sorts are many times faster than one by index.
  const stayedAway = predicted.filter((_, i) => happened[i] === 1).toSorted();
  const returned = predicted.filter((_, i) => happened[i] === 0).toSorted();
  let [below, upTo, sum] = [0, 0, 0];
  for (const value of stayedAway) {
    while (below < returned.length && returned[below]! < value) below += 1;
    while (upTo < returned.length && returned[upTo]! <= value) upTo += 1;
    sum += (below + upTo) / 2;
  }
  return sum / (stayedAway.length * returned.length);
}

/** Mean squared distance between prediction and what happened (Brier 1950), of predictions clipped to [0.0001, 0.9999]. */
function brierScore({ predicted, happened }: Predictions): number {
  let sum = 0;
  for (let i = 0; i < predicted.length; i++) sum += (clipped(predicted[i]!) - happened[i]!) ** 2;
  return sum / predicted.length;
}

/** Mean of −ln of the probability that was given to what happened, of predictions clipped to [0.0001, 0.9999]. */
function logLoss({ predicted, happened }: Predictions): number {
  let sum = 0;
  for (let i = 0; i < predicted.length; i++) {
    const p = clipped(predicted[i]!);
    sum -= happened[i] === 1 ? Math.log(p) : Math.log1p(-p);
  }
  return sum / predicted.length;
}

function mean(values: Float64Array | Uint8Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
