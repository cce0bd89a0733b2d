import type { Horizon } from '#libs/scoring';

const CUTOFFS_PER_HORIZON = 3;
/** A model needs something to look at before its labels begin: two months, and a share of a long log. */
const LEAST_DAYS_SEEN = 60;
const LEAST_SHARE_SEEN = 0.12;
const STEP_SHARE = 0.1;

/**
 * Cutoffs by rolling origin for each horizon: C = last − H − j · max(H, ⌊span / 10⌋) for j = 0, 1, 2, while C − H lies at least
 * max(60, ⌊.12 · span⌋) days after the log's first order, so that the labels of a model's own replay also lie within the log.
 * Latest first; none for a log that is too short.
 *
 * @param span first and last UTC day with an order
 */
export function backtestTasks(
  span: { first: number; last: number },
  horizons: readonly number[],
  cutoffs = CUTOFFS_PER_HORIZON,
): Horizon[] {
  const days = span.last - span.first;
  const seenFirst = Math.max(LEAST_DAYS_SEEN, Math.floor(LEAST_SHARE_SEEN * days));
  return horizons.flatMap((horizonDays) => {
    const step = Math.max(horizonDays, Math.floor(STEP_SHARE * days));
    return Array.from({ length: cutoffs }, (_, j) => ({ cutoff: span.last - horizonDays - j * step, horizonDays })).filter(
      ({ cutoff }) => cutoff - horizonDays - span.first >= seenFirst,
    );
  });
}
