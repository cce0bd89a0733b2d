/**
 * The measured quality of a tenant's model, stored beside it (`models.quality`): written by the worker, read by the api. All
 * shares and probabilities are of placing no order within the horizon, 0 to 1.
 */
export interface ModelQuality {
  /** Predictions that were published and whose horizon has passed, or a replay of how the model would have predicted. */
  readonly basis: 'matured' | 'backtest';
  /** Predictions judged; of these, how many customers placed no order and how many did. */
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

export interface MeasuredQuality {
  readonly baseRate: number;
  readonly meanPredicted: number;
  readonly auc: number;
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
  readonly bands: readonly {
    readonly label: 'low' | 'medium' | 'high' | 'critical';
    readonly n: number;
    readonly promised: number | null;
    readonly observed: number | null;
  }[];
  readonly baseline: {
    readonly recencyOnlyAuc: number;
    readonly rule: { readonly flagged: number; readonly flaggedObserved: number | null; readonly brier: number };
  };
  readonly quality: 'poor' | 'fair' | 'good' | 'excellent';
}
