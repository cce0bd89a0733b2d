import type { ScoreCause } from '#libs/core';
import { type Bands, dayOf, labelOf, type Scored } from '#libs/scoring';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer } from './read-customers.sql.js';
import type { HistoryRow } from './write-scores.sql.js';

/** The stored state that a new score is compared with to name its cause. */
export type StoredScore = Pick<LockedCustomer, 'id' | 'score' | 'label' | 'lifecycle' | 'model_version' | 'cause' | 'calculatedMs'>;

/**
 * Returns the score that the new one replaces, for the history; null while the new one only refreshes it: on no later UTC day, with the
 * same label and the same lifecycle. So the history keeps the last score of a day, also when a clock was ahead.
 */
export function pastScore(customer: StoredScore, scored: Scored | null, calculatedMs: number): HistoryRow | null {
  const { id, score, label, lifecycle, model_version: modelVersion, calculatedMs: at } = customer;
  if (score === null || label === null || modelVersion === null || at === null) return null;
  const isRefreshed = scored?.label === label && scored.lifecycle === lifecycle && dayOf(calculatedMs) <= dayOf(at);
  return isRefreshed
    ? null
    : { id, calculatedMs: at, score, label, lifecycle, model_version: modelVersion, cause: customer.cause ?? 'events' };
}

/** The occasion of the score, and whether the history keeps it in addition to the previous one. */
interface Circumstance {
  readonly occasion: Occasion;
  readonly isRefreshed: boolean;
  /** The tenant has changed what the old score was calculated from. */
  readonly hasNewInputs: boolean;
  /** The tenant has set the horizon. Otherwise each fit chooses it. */
  readonly hasSetHorizon: boolean;
}

/**
 * Returns the cause of a new score. Scores of another model, another horizon, other label bounds or other inputs cannot be compared with the
 * previous ones, so these causes come first, and they stay while later scores only refresh this one.
 */
export function causeOf(
  customer: StoredScore,
  scored: Scored | null,
  bands: Bands,
  { occasion, isRefreshed, hasNewInputs, hasSetHorizon }: Circumstance,
): ScoreCause {
  const { score, label, model_version: version, cause } = customer;
  const byItself = occasion === 'pass' ? 'aging' : 'events';
  if (scored === null || score === null || label === null || version === null) return byItself;
  if (labelOf(score, bands) !== label || (hasSetHorizon && horizonIn(version) !== horizonIn(scored.modelVersion))) return 'settings';
  if (version !== scored.modelVersion) return 'model';
  if (hasNewInputs) return 'settings';
  if (isRefreshed && (cause === 'model' || cause === 'settings')) return cause;
  return byItself;
}

/** "h90" of "mbg-1.6/h90/2026-11-21" */
const horizonIn = (modelVersion: string): string | undefined => modelVersion.split('/')[1];
