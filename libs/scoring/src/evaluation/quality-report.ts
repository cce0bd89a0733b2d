import type { BandQuality, MeasuredQuality, RuleQuality } from '#libs/core';
import type { Bands, Label } from '../model/label.js';
import { seenRows } from '../orders/stand-ins.js';
import { isEnoughEvidence, type Outcomes } from '../model/evidence.js';
import { calibrationError, chanceError, equalWidthBins, largestMiss, provenMiss, type CalibrationBin } from './calibration-bins.js';
import type { Predictions } from './prediction.js';
import { topDecileLift } from './lift.js';
import { areaUnderCurve, measure } from './metrics.js';

/** Predictions with a horizon that has passed, n of each. */
export interface MaturedPredictions extends Predictions {
  /** Days since the last order when it was predicted. */
  readonly recencyDays: Float64Array;
}

/** Outcomes that were seen: those without repeats. */
interface Seen extends Outcomes {
  readonly n: number;
}

/** Quality of the scores of a shop. */
export type QualityReport = ({ readonly kind: 'not_enough_history' } & Seen) | ({ readonly kind: 'measured' } & Seen & MeasuredQuality);

const LONGEST_ACTIVE_DAYS = 365;
const ACTIVE_HORIZONS = 4;

/**
 * Compares predictions with what happened, and with the rules that a shop would otherwise use. With fewer than 50 customers who stayed away
 * or 50 who returned it reports that instead of numbers made by chance. Rates and errors are those of all rows. Repeats are no evidence.
 *
 * @param bands where labels begin
 * @throws RangeError for columns of different lengths or predictions outside 0 to 1
 */
export function qualityReport(matured: MaturedPredictions, bands: Bands, horizonDays: number): QualityReport {
  const { predicted, happened, recencyDays } = matured;
  if (recencyDays.length !== predicted.length) throw new RangeError('there must be as many recencies as predictions');
  const seen = seenOf(matured);
  if (!isEnoughEvidence(seen)) return { kind: 'not_enough_history', ...seen };
  const { baseRate, meanPredicted, auc, brier, skill, logLoss, ece } = measure(matured);
  const bins = equalWidthBins(matured);
  const recencyOnlyAuc = areaUnderCurve({ predicted: recencyDays, happened });
  const missed = largestMiss(bins);
  return {
    kind: 'measured',
    ...seen,
    baseRate,
    meanPredicted,
    auc,
    brier,
    skill,
    logLoss,
    ece,
    aucActive: aucAmongActive(matured, Math.min(LONGEST_ACTIVE_DAYS, ACTIVE_HORIZONS * horizonDays)),
    liftTopDecile: topDecileLift(matured),
    calibration: bins.map((each, bin) => ({
      bin,
      n: each.n,
      predicted: numberOrNull(each.predicted),
      observed: numberOrNull(each.observed),
    })),
    largestMiss: missed === null ? null : { predicted: missed.predicted, observed: missed.observed, n: missed.seen },
    bands: bandQualities(matured, bands),
    baseline: { recencyOnlyAuc, rule: ruleQuality(matured, horizonDays) },
    quality: qualityWord({ auc, skill, recencyOnlyAuc, miscalibration: excessError(bins), miss: missed === null ? 0 : provenMiss(missed) }),
  };
}

function seenOf({ happened, isRepeat }: Predictions): Seen {
  const n = seenRows(happened.length, isRepeat);
  const stayedAway = happened.reduce((sum, each, i) => sum + (isRepeat?.[i] === 1 ? 0 : each), 0);
  return { n, stayedAway, returned: n - stayedAway };
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function aucAmongActive({ predicted, happened, recencyDays }: MaturedPredictions, longestDays: number): number | null {
  const active = (_: number, i: number): boolean => recencyDays[i]! <= longestDays;
  return numberOrNull(areaUnderCurve({ predicted: predicted.filter(active), happened: happened.filter(active) }));
}

function bandQualities({ predicted, happened, isRepeat }: Predictions, { medium, high, critical }: Bands): BandQuality[] {
  const bounds: [Label, number, number][] = [
    ['low', -Infinity, medium],
    ['medium', medium, high],
    ['high', high, critical],
    ['critical', critical, Infinity],
  ];
  return bounds.map(([label, from, to]) => {
    let [rows, n, promised, observed] = [0, 0, 0, 0];
    for (let i = 0; i < predicted.length; i++) {
      // As published: labels follow from scores of four decimals.
      const score = Math.round(predicted[i]! * 10_000) / 10_000;
      if (score < from || score >= to) continue;
      rows += 1;
      n += 1 - (isRepeat?.[i] ?? 0);
      promised += predicted[i]!;
      observed += happened[i]!;
    }
    return { label, n, promised: numberOrNull(promised / rows), observed: numberOrNull(observed / rows) };
  });
}

function ruleQuality({ happened, recencyDays }: MaturedPredictions, horizonDays: number): RuleQuality {
  let [flagged, stayedAway, wrong] = [0, 0, 0];
  for (let i = 0; i < happened.length; i++) {
    const gone = recencyDays[i]! >= horizonDays ? 1 : 0;
    flagged += gone;
    stayedAway += gone * happened[i]!;
    wrong += gone === happened[i] ? 0 : 1;
  }
  return { flagged: flagged / happened.length, flaggedObserved: numberOrNull(stayedAway / flagged), brier: wrong / happened.length };
}

/** Calibration error beyond what chance gives a perfect model on as many customers. */
const excessError = (bins: readonly CalibrationBin[]): number => Math.max(0, calibrationError(bins) - chanceError(bins));

interface WordInput {
  readonly auc: number;
  readonly skill: number;
  readonly recencyOnlyAuc: number;
  readonly miscalibration: number;
  /** The largest distance of one bin, beyond what chance explains. */
  readonly miss: number;
}

/**
 * Sums the measures up in one word.
 *
 * - poor: no better than predicting the base rate for every customer (skill ≤ 0), or AUC below 0.60;
 * - fair: AUC below 0.70, or probabilities off by more than 0.10 on average, or customers ranked worse than by days since the last order;
 * - good: AUC below 0.80, or probabilities off by more than 0.05 on average or in one bin. The bin matters because most customers of a shop
 *   are lost: their exact scores would hide that those of the others are off;
 * - excellent: the rest.
 */
function qualityWord({ auc, skill, recencyOnlyAuc, miscalibration, miss }: WordInput): MeasuredQuality['quality'] {
  if (skill <= 0 || auc < 0.6) return 'poor';
  if (auc < 0.7 || miscalibration > 0.1 || auc < recencyOnlyAuc - 0.01) return 'fair';
  return auc < 0.8 || miscalibration > 0.05 || miss > 0.05 ? 'good' : 'excellent';
}
