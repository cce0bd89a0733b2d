import { sortedIndices, type Predictions } from './prediction.js';

/** A point of the gains curve: the share `reached` of customers with the highest predictions contains the share `found` of all who placed no order. */
export interface LiftPoint {
  readonly reached: number;
  readonly found: number;
}

/**
 * Divides two shares of customers who stay away: the share in the highest tenth of predictions by the share of all. Chance gives 1.
 * Customers tied at the edge of the tenth each count by the share of the tie that is inside, so the order of rows does not matter. NaN
 * where every customer returned.
 */
export function topDecileLift(predictions: Predictions): number {
  return foundAmongTop(predictions, sortedIndices(predictions.predicted), 0.1) / 0.1;
}

/** The cumulative gains curve from 0 to 1 in `steps` equal steps, ties spread as in `topDecileLift`. */
export function gainsCurve(predictions: Predictions, steps = 20): LiftPoint[] {
  const sorted = sortedIndices(predictions.predicted);
  const shares = Array.from({ length: steps + 1 }, (_, step) => step / steps);
  return shares.map((reached) => ({ reached, found: foundAmongTop(predictions, sorted, reached) }));
}

function foundAmongTop({ predicted, happened }: Predictions, sorted: Uint32Array, share: number): number {
  const wanted = share * sorted.length;
  let [reached, found, all] = [0, 0, 0];
  for (let end = sorted.length; end > 0;) {
    const value = predicted[sorted[end - 1]!]!;
    let start = end;
    let inTie = 0;
    for (; start > 0 && predicted[sorted[start - 1]!] === value; start--) inTie += happened[sorted[start - 1]!]!;
    const inside = Math.min(1, Math.max(0, (wanted - reached) / (end - start)));
    reached += end - start;
    found += inside * inTie;
    all += inTie;
    end = start;
  }
  return found / all;
}
