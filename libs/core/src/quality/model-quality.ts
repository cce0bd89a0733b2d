import type { Label } from '../labels.js';

/**
 * The quality of a tenant's model, stored with it (`models.quality`). The worker writes it, the api reads it. All shares and probabilities
 * are of placing no order within the horizon, 0 to 1.
 */
export interface ModelQuality {
  /** `matured`: published predictions with a horizon that has passed. `backtest`: a replay of what the model would have predicted. */
  readonly basis: 'matured' | 'backtest';
  /** Number of predictions; of these, how many customers placed no order and how many did. */
  readonly n: number;
  readonly stayedAway: number;
  readonly returned: number;
  /** UTC days on which the predictions were made, `2026-11-21`; null without any. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** The history seems to leave out the beginning of the shop. */
  readonly startsInMidLife: boolean;
  /** Null when too little has happened for the numbers to mean anything. */
  readonly measured: MeasuredQuality | null;
}

/** The measures of a model. Plain numbers, and null in place of NaN, so that they survive JSON. */
export interface MeasuredQuality {
  readonly baseRate: number;
  readonly meanPredicted: number;
  readonly auc: number;
  /** Among those with a last order within min(365, 4 H) days; null where they all did the same. */
  readonly aucActive: number | null;
  readonly brier: number;
  readonly skill: number;
  readonly logLoss: number;
  readonly ece: number;
  readonly liftTopDecile: number;
  readonly calibration: readonly {
    readonly bin: number;
    readonly n: number;
    readonly predicted: number | null;
    readonly observed: number | null;
  }[];
  /** The part of `calibration` that is off by most, of those that chance does not explain. */
  readonly largestMiss: CalibrationMiss | null;
  readonly bands: readonly BandQuality[];
  readonly baseline: { readonly recencyOnlyAuc: number; readonly rule: RuleQuality };
  readonly quality: 'poor' | 'fair' | 'good' | 'excellent';
}

/** A part of the scores that was off by more than two sampling errors. */
export interface CalibrationMiss {
  readonly predicted: number;
  readonly observed: number;
  readonly n: number;
}

/** Prediction and outcome for the customers with one label. Shares are of no order; null where no customer had the label. */
export interface BandQuality {
  readonly label: Label;
  readonly n: number;
  readonly promised: number | null;
  readonly observed: number | null;
}

/** The rule "gone after H days without an order", measured on the same customers. */
export interface RuleQuality {
  /** Share of customers that the rule calls gone, and share of these that placed no order; null where it calls none so. */
  readonly flagged: number;
  readonly flaggedObserved: number | null;
  readonly brier: number;
}
