import { risesFrom, scorerOf } from '../model/blend.js';
import { labelOf } from '../model/label.js';
import type { Model } from '../model/model.js';
import { toScore } from '../model/score-range.js';
import type { Features } from '../orders/features.js';
import { lifecycleOver } from './lifecycle.js';
import type { LifecycleState } from './lifecycle.js';
import type { ScoredLabel } from './score-customer.js';

/** A stored score differs by less than this from the one that would be calculated today. In ten-thousandths, as scores are stored. */
export const LARGEST_DRIFT_UNITS = 50;
/** A score is calculated again after this many days in any case. */
export const LONGEST_HOLD_DAYS = 30;
/** A score that may also fall is looked at day by day, up to this many days. Further days cost more than the calculations that they save. */
export const DAYS_LOOKED_AT = 14;

/** A move of the score within its label that has to be reported. */
export interface ReportedMove {
  /** The score that the move is measured from. */
  readonly from: string;
  /** 0 to 1. */
  readonly distance: number;
}

/** The stored score, and what it was stored with. */
export type StoredScore = Pick<ScoredLabel, 'score' | 'label'> & Pick<LifecycleState, 'lifecycle' | 'lateSinceDay'>;

const unitsOf = (score: string | number): number => Math.round(Number(score) * 1e4);

/**
 * Returns the UTC day on which a stored score no longer holds if the customer places no order: it has moved by .005, the label or the
 * lifecycle is another one, the customer is late, or the tenant wants to know of the move.
 * @param move null when the tenant wants to know of label changes only
 */
export function dueDay(
  features: Features,
  model: Model,
  { score, label, lifecycle, lateSinceDay }: StoredScore,
  move: ReportedMove | null,
): number {
  const { days, orderDays, today } = features;
  const rows = { from: 0, to: orderDays, customer: 0 };
  const scoreOf = scorerOf(model);
  const lifecycleOn = lifecycleOver(features, model);
  const [stored, from, distance] = [unitsOf(score), unitsOf(move?.from ?? score), unitsOf(move?.distance ?? 1)];
  const isDue = (day: number): boolean => {
    const then = toScore(scoreOf(days, rows, day));
    const units = unitsOf(then);
    if (Math.abs(units - stored) >= LARGEST_DRIFT_UNITS || Math.abs(units - from) >= distance) return true;
    const state = lifecycleOn(then, day);
    return labelOf(then, model.bands) !== label || state.lifecycle !== lifecycle || state.lateSinceDay !== lateSinceDay;
  };
  const rising = Math.max(today + 1, risesFrom(model, days, rows, today));
  const looked = Math.min(rising, today + 1 + DAYS_LOOKED_AT);
  for (let day = today + 1; day < looked; day += 1) if (isDue(day)) return day;
  return looked < rising ? looked : firstDue(rising, today + LONGEST_HOLD_DAYS, isDue);
}

/** Divides the days, because a score that only rises stays due. @returns `last` when no day before it is due */
function firstDue(first: number, last: number, isDue: (day: number) => boolean): number {
  let [low, high] = [first, last];
  // Most scores are due soon, so the steps grow.
  for (let step = 1; low < high && low + step < high; step *= 2) {
    if (isDue(low + step - 1)) {
      high = low + step - 1;
      break;
    }
    low += step;
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isDue(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
