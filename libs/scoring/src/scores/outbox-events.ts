import { isAtRisk, labelOf } from '../model/label.js';
import type { Bands, Label } from '../model/label.js';
import type { LifecycleState } from './lifecycle.js';

/** The score that a customer had before. */
export interface Previous {
  readonly score: string;
  readonly modelVersion: string;
  /** Score at which the small moves began that caused no outbox event; null without such moves. */
  readonly driftFrom: string | null;
}

/** Settings of the tenant, and the kind of event, that decide what a new score reports. */
export interface Circumstances {
  readonly backfill: boolean;
  /** The bands in force now. The previous label is derived with them too, so that moving the bands does not cause events. */
  readonly bands: Bands;
  /** Distance that a score must move within its label to cause an event, 0 to 1; null for never. */
  readonly scoreDeltaThreshold: number | null;
  /** A first score may report high risk (`isFirstAlarm`). */
  readonly reportsFirst: boolean;
}

/** One event to send to the merchant. Scores are rounded texts such as "0.7500". */
export type OutboxEvent = { kind: 'churn_score_changed'; previousScore: string; previousLabel: Label } | { kind: 'high_risk_detected' };

interface Next {
  readonly label: Label;
  readonly score: string;
  readonly modelVersion: string;
}

/**
 * Returns the outbox events of a new score: each change of label once, each entry into high or critical once, and each move of the score by
 * the tenant's threshold, also when it came in small steps.
 *
 * A first score does not enter a label: years of old orders may lie behind it. It reports high risk only where the customer can still be
 * won. A backfill causes no events, because it is history. Nor does a change that another model version or other bands may explain.
 *
 * @param previous null for the first score of a customer
 */
export function outboxEventsOf(previous: Previous | null, next: Next, circumstances: Circumstances): OutboxEvent[] {
  if (circumstances.backfill) return [];
  if (previous === null) return circumstances.reportsFirst && isAtRisk(next.label) ? [{ kind: 'high_risk_detected' }] : [];
  if (previous.modelVersion !== next.modelVersion) return [];
  const previousLabel = labelOf(previous.score, circumstances.bands);
  if (previousLabel === next.label) {
    const from = startOf(previous);
    return hasMoved(from, next.score, circumstances) ? [{ kind: 'churn_score_changed', previousScore: from, previousLabel }] : [];
  }
  const changed: OutboxEvent = { kind: 'churn_score_changed', previousScore: previous.score, previousLabel };
  return isAtRisk(next.label) && !isAtRisk(previousLabel) ? [changed, { kind: 'high_risk_detected' }] : [changed];
}

/**
 * Says whether a first score may report high risk: the customer is late, and the newest event is not older than the horizon. Without this,
 * a forgotten `backfill` would report all customers who left years ago.
 */
export const isFirstAlarm = (
  { lateSinceDay }: Pick<LifecycleState, 'lateSinceDay'>,
  newestEventDays: number,
  horizonDays: number,
): boolean => lateSinceDay !== null && newestEventDays <= horizonDays;

/** Returns `driftFrom` after the new score: null when the next move begins at the new score. */
export function driftAfter(previous: Previous | null, next: Next, circumstances: Circumstances): string | null {
  const counts = circumstances.scoreDeltaThreshold !== null && !circumstances.backfill;
  if (!counts || previous === null || previous.modelVersion !== next.modelVersion) return null;
  return outboxEventsOf(previous, next, circumstances).length > 0 ? null : startOf(previous);
}

const startOf = ({ driftFrom, score }: Previous): string => driftFrom ?? score;

/** Scores have four decimals; as doubles 0.3 - 0.2 would be less than 0.1. */
const hasMoved = (from: string, to: string, { scoreDeltaThreshold: threshold }: Circumstances): boolean =>
  threshold !== null && Math.abs(Math.round(Number(to) * 1e4) - Math.round(Number(from) * 1e4)) >= Math.round(threshold * 1e4);
