import { isSameSeason } from './origins.js';

const MOST_HALVINGS = 40;
const LARGEST_SHIFT = 6;
/** Fewer periods do not tell by how much they differ without a season. */
const LEAST_OTHERS = 3;
/** Of a normal distribution; the median is not moved by the one season among the other periods. */
const SD_PER_MEDIAN_DEVIATION = 1.4826;

/** What must be added to log-odds for their probabilities to add up to `wanted`; at most 6 either way. */
export function shiftTo(logits: Float64Array, wanted: number): number {
  let [low, high] = [-LARGEST_SHIFT, LARGEST_SHIFT];
  for (let halving = 0; halving < MOST_HALVINGS; halving++) {
    const middle = (low + high) / 2;
    let sum = 0;
    for (const z of logits) sum += 1 / (1 + Math.exp(-z - middle));
    if (sum < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Log-odds of rows at past days, and what happened in each (1: no order in the horizon). */
export interface JudgedRows {
  readonly origin: Int32Array;
  readonly logit: Float64Array;
  readonly label: Uint8Array;
}

/**
 * What the coming season adds to the log-odds: by how much the same weeks of past years differed from what the customers of then let
 * expect, beyond what other periods differed by without any season. 0 for a history that does not know them.
 */
export function seasonShift(rows: JudgedRows, today: number, firstDay: number): number {
  const origins = [...new Set(rows.origin)];
  const same = origins.filter((origin) => isSameSeason(origin, today, firstDay));
  const others = origins.filter((origin) => !same.includes(origin));
  if (same.length === 0 || others.length < LEAST_OTHERS) return 0;
  const season = median(same.map((origin) => shiftAt(rows, origin)));
  const shifts = others.map((origin) => shiftAt(rows, origin));
  const usual = median(shifts.map((shift) => Math.abs(shift - median(shifts)))) * SD_PER_MEDIAN_DEVIATION;
  return Math.sign(season) * Math.max(0, Math.abs(season) - usual);
}

/** By how much the log-odds at one origin were too low. */
function shiftAt({ origin, logit, label }: JudgedRows, at: number): number {
  let happened = 0;
  for (let i = 0; i < origin.length; i++) if (origin[i] === at) happened += label[i]!;
  return shiftTo(
    logit.filter((_, i) => origin[i] === at),
    happened,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
