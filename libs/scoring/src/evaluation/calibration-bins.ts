import { clipped, sortedIndices, type Predictions } from './prediction.js';

/** One bin of a reliability diagram: what was promised to those in it, and what happened. */
export interface CalibrationBin {
  /** Number of outcomes, with repeats. */
  readonly n: number;
  /** Number of outcomes that were seen: those without repeats. */
  readonly seen: number;
  /** Mean prediction; NaN in an empty bin. */
  readonly predicted: number;
  /** Share that placed no order; NaN in an empty bin. */
  readonly observed: number;
}

const BINS = 10;

/** Bins [0, .1), …, [.9, 1]; always `bins` of them, empty ones with n = 0. */
export function equalWidthBins({ predicted, happened, isRepeat }: Predictions, bins = BINS): CalibrationBin[] {
  const tally = new BinTally(bins);
  for (let i = 0; i < predicted.length; i++) {
    const p = clipped(predicted[i]!);
    tally.add(Math.min(bins - 1, Math.floor(p * bins)), { predicted: p, happened: happened[i]!, isRepeat: isRepeat?.[i] });
  }
  return tally.bins();
}

/** From low to high in `bins` parts that differ by at most one, the larger ones first (as numpy.array_split does). */
export function equalCountBins({ predicted, happened, isRepeat }: Predictions, bins = BINS): CalibrationBin[] {
  const tally = new BinTally(bins);
  const sorted = sortedIndices(Float64Array.from(predicted, clipped));
  const [part, larger] = [Math.floor(sorted.length / bins), sorted.length % bins];
  let next = 0;
  for (let bin = 0; bin < bins; bin++) {
    const end = next + part + (bin < larger ? 1 : 0);
    for (; next < end; next++) {
      const i = sorted[next]!;
      tally.add(bin, { predicted: clipped(predicted[i]!), happened: happened[i]!, isRepeat: isRepeat?.[i] });
    }
  }
  return tally.bins();
}

/** Expected calibration error: |predicted − observed| over bins, weighted by their customers (Naeini et al. 2015). */
export function calibrationError(bins: readonly CalibrationBin[]): number {
  const filled = bins.filter((bin) => bin.n > 0);
  const n = filled.reduce((sum, bin) => sum + bin.n, 0);
  return filled.reduce((sum, bin) => sum + bin.n * Math.abs(bin.predicted - bin.observed), 0) / n;
}

/** The calibration error that a perfect model would show on as many customers by chance: the mean distance of a share from its probability. */
export function chanceError(bins: readonly CalibrationBin[]): number {
  const filled = bins.filter((bin) => bin.n > 0);
  const n = filled.reduce((sum, bin) => sum + bin.n, 0);
  // E|share − p| of n draws is about sqrt(2 p (1 − p) / (π n)).
  return filled.reduce((sum, bin) => sum + bin.n * Math.sqrt((2 * bin.predicted * (1 - bin.predicted)) / (Math.PI * bin.seen)), 0) / n;
}

/** Smallest number of customers that is enough evidence. */
const LEAST_CUSTOMERS = 30;
const SAMPLING_ERRORS = 2;

/** Returns the distance of prediction and outcome that remains when two sampling errors are subtracted; 0 where chance explains it. */
export const provenMiss = ({ seen, predicted, observed }: CalibrationBin): number =>
  seen < LEAST_CUSTOMERS
    ? 0
    : Math.max(0, Math.abs(predicted - observed) - SAMPLING_ERRORS * Math.sqrt((predicted * (1 - predicted)) / seen));

/** A reader does not notice less. In a large shop, chance explains hardly anything. */
const LEAST_MISS = 0.05;

/** Returns the bin that is off by most, of those that chance does not explain; null where it explains all, and where none is off by 0.05. */
export function largestMiss(bins: readonly CalibrationBin[]): CalibrationBin | null {
  const missed = bins.filter((bin) => provenMiss(bin) > 0 && Math.abs(bin.predicted - bin.observed) >= LEAST_MISS);
  return missed.toSorted((one, other) => provenMiss(other) - provenMiss(one))[0] ?? null;
}

interface Outcome {
  readonly predicted: number;
  readonly happened: number;
  readonly isRepeat: number | undefined;
}

class BinTally {
  private readonly n: Float64Array;
  private readonly seen: Float64Array;
  private readonly promised: Float64Array;
  private readonly happened: Float64Array;

  constructor(bins: number) {
    this.n = new Float64Array(bins);
    this.seen = new Float64Array(bins);
    this.promised = new Float64Array(bins);
    this.happened = new Float64Array(bins);
  }

  add(bin: number, { predicted, happened, isRepeat = 0 }: Outcome): void {
    this.n[bin]! += 1;
    this.seen[bin]! += 1 - isRepeat;
    this.promised[bin]! += predicted;
    this.happened[bin]! += happened;
  }

  bins(): CalibrationBin[] {
    return Array.from(this.n, (n, bin) => ({
      n,
      seen: this.seen[bin]!,
      predicted: this.promised[bin]! / n,
      observed: this.happened[bin]! / n,
    }));
  }
}
