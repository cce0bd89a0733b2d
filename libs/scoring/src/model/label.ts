/** Risk label of a score, from the lowest to the highest. */
export type Label = 'low' | 'medium' | 'high' | 'critical';

/** Scores from 0 to 1 at which labels begin; a score on the bound already has the label. */
export interface Bands {
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
}

/** Bands of a tenant that has not set its own. On real shops about .2, .55, .83 and .96 of the customers in them do not return. */
export const DEFAULT_BANDS: Bands = { medium: 0.4, high: 0.7, critical: 0.9 };

/** @param score the ROUNDED score ("0.7000"), so that a published score and its label never disagree */
export function labelOf(score: string, bands: Bands): Label {
  const value = Number(score);
  if (value >= bands.critical) return 'critical';
  if (value >= bands.high) return 'high';
  return value >= bands.medium ? 'medium' : 'low';
}

/** Says whether a label is high or critical. */
export function isAtRisk(label: Label): boolean {
  return label === 'high' || label === 'critical';
}
