import type { BandQuality, MeasuredQuality, RuleQuality } from '#libs/core';
import type { Bands, Label } from '../model/label.js';
import { isEnoughEvidence } from '../model/evidence.js';
import { calibrationError, chanceError, equalWidthBins, largestMiss, provenMiss, type CalibrationBin } from './calibration-bins.js';
import type { Predictions } from './prediction.js';
import { topDecileLift } from './lift.js';
import { areaUnderCurve, measure } from './metrics.js';

/** Predictions with a horizon that has passed, n of each. */
export interface MaturedPredictions extends Predictions {
  /** Days since the last order when it was predicted. */
  readonly recencyDays: Float64Array;
}

/** Quality of the scores of a shop. */
export type QualityReport =
  | { readonly kind: 'not_enough_history'; readonly n: number; readonly stayedAway: number; readonly returned: number }
  | ({ readonly kind: 'measured'; readonly n: number } & MeasuredQuality);

const LONGEST_ACTIVE_DAYS = 365;
const ACTIVE_HORIZONS = 4;

/**
 * Compares predictions with what happened, and with the rules that a shop would otherwise use. With fewer than 50 customers who stayed away
 * or 50 who returned it reports that instead of numbers made by chance.
 *
 * @param bands where labels begin
 * @throws RangeError for columns of different lengths or predictions outside 0 to 1
 */
export function qualityReport(matured: MaturedPredictions, bands: Bands, horizonDays: number): QualityReport {
  const { predicted, happened, recencyDays } = matured;
  if (recencyDays.length !== predicted.length) throw new RangeError('there must be as many recencies as predictions');
  const stayedAway = happened.reduce((sum, each) => sum + each, 0);
  const returned = happened.length - stayedAway;
  if (!isEnoughEvidence({ stayedAway, returned })) {
    return { kind: 'not_enough_history', n: happened.length, stayedAway, returned };
  }
  const { n, baseRate, meanPredicted, auc, brier, skill, logLoss, ece } = measure(matured);
  const bins = equalWidthBins(matured);
  const recencyOnlyAuc = areaUnderCurve({ predicted: recencyDays, happened });
  const missed = largestMiss(bins);
  return {
    kind: 'measured',
    n,
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
    largestMiss: missed,
    bands: bandQualities(matured, bands),
    baseline: { recencyOnlyAuc, rule: ruleQuality(matured, horizonDays) },
    quality: qualityWord({ auc, skill, recencyOnlyAuc, miscalibration: excessError(bins), miss: missed === null ? 0 : provenMiss(missed) }),
  };
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function aucAmongActive({ predicted, happened, recencyDays }: MaturedPredictions, longestDays: number): number | null {
  const active = (_: number, i: number): boolean => recencyDays[i]! <= longestDays;
  return numberOrNull(areaUnderCurve({ predicted: predicted.filter(active), happened: happened.filter(active) }));
}

function bandQualities({ predicted, happened }: Predictions, { medium, high, critical }: Bands): BandQuality[] {
  const bounds: [Label, number, number][] = [
    ['low', -Infinity, medium],
    ['medium', medium, high],
    ['high', high, critical],
    ['critical', critical, Infinity],
  ];
  return bounds.map(([label, from, to]) => {
    let [n, promised, observed] = [0, 0, 0];
    for (let i = 0; i < predicted.length; i++) {
      // As published: labels follow from scores of four decimals.
      const score = Math.round(predicted[i]! * 10_000) / 10_000;
      if (score < from || score >= to) continue;
      n += 1;
      promised += predicted[i]!;
      observed += happened[i]!;
    }
    return { label, n, promised: numberOrNull(promised / n), observed: numberOrNull(observed / n) };
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
