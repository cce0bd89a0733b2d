import { MINUTE_MS } from '#libs/core';
import { type Backfill, isBackfillRunning } from '#libs/work';

/**
 * Returns how a backfill affects the next fit. `arriving`: its events still arrive, or are not in the scores yet, so a model would learn from a part
 * of the history. `over`: all of it is there, and it changed more than a day of history since the last fit. Otherwise `none`.
 */
export type BackfillPhase = 'none' | 'arriving' | 'over';

/** A backfill holds a fit back for this long. An import may take hours, and scores of a part of it are better than no model. */
const LONGEST_BACKFILL_MS = 15 * MINUTE_MS;

/** @param isScored no score request of imported history is waiting */
export function backfillPhaseOf(
  backfill: Backfill | null,
  { now, quietMs, isScored }: { readonly now: Date; readonly quietMs: number; readonly isScored: boolean },
): BackfillPhase {
  if (backfill === null) return 'none';
  const isComplete = isScored && !isBackfillRunning(backfill, now, quietMs);
  if (isComplete) return backfill.changedHistory ? 'over' : 'none';
  return now.getTime() - backfill.beganAt.getTime() < LONGEST_BACKFILL_MS ? 'arriving' : 'none';
}
