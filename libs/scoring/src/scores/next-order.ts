import type { Model } from '../model/model.js';
import { nextGapDays } from '../model/rhythm/rhythm.js';
import type { Features } from '../orders/features.js';

/** Instants between which the next order comes in three of five cases, if the customer orders again, and the best guess. */
export interface NextOrder {
  readonly expectedAtMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const DAY_MS = 86_400_000;
const LONGEST_WAIT_DAYS = 365;

/**
 * Expects the next order. The instants are whole days after the last order, so that their dates are as many days from its date as the
 * reasons say. Once the silence is longer than the best guess, the guess is the middle of the days that are left.
 *
 * @returns null after one order day, which shows no rhythm, when it is more than a year after the last, and when its time has passed
 */
export function nextOrder({ x, T, tx, days, orderDays, lastOrderAtMs }: Features, model: Model): NextOrder | null {
  if (x === 0 || lastOrderAtMs === null) return null;
  const { p20, p50, p80 } = nextGapDays(days, { from: 0, to: orderDays }, model);
  const [silence, end] = [T - tx, Math.floor(p80)];
  if (p50 > LONGEST_WAIT_DAYS || silence > end) return null;
  const best = p50 > silence ? p50 : (silence + end) / 2;
  const after = (gap: number): number => lastOrderAtMs + Math.max(1, Math.floor(gap)) * DAY_MS;
  return { expectedAtMs: after(best), fromMs: after(p20), toMs: after(end) };
}
