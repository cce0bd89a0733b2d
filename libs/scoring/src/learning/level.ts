import { isSameSeason } from './origins.js';

const MOST_STEPS = 60;
const SMALLEST_STEP = 1e-9;
const LARGEST_SHIFT = 6;
/** Fewer periods do not tell by how much they differ without a season. */
const LEAST_OTHERS = 3;
/** Ratio of standard deviation to median absolute deviation in a normal distribution. One season among the other periods does not move the median. */
const SD_PER_MEDIAN_DEVIATION = 1.4826;
/** Usual difference between periods for shops with few of them, and the number of periods it is worth; both from simulated shops. */
const USUAL_SD = 0.2;
const PERIODS_OF_USUAL_SD = 2;
/** A season of the size of √2 standard deviations is believed by half. */
const VARIANCES_FOR_HALF = 2;
/** Variance between shops of the best share of MBG/NBD's level, about the usual one. */
const VARIANCE_OF_SHARE = 0.02;

/** Finds the shift of log-odds (at most 6 either way) with which their probabilities add up to `wanted`, by bracketed Newton steps. */
export function shiftTo(logits: Float64Array, wanted: number): number {
  let [low, high, at] = [-LARGEST_SHIFT, LARGEST_SHIFT, 0];
  for (let step = 0; step < MOST_STEPS; step++) {
    let [sum, slope] = [0, 0];
    for (const z of logits) {
      const p = 1 / (1 + Math.exp(-z - at));
      sum += p;
      slope += p * (1 - p);
    }
    if (sum < wanted) low = at;
    else high = at;
    const newton = at + (wanted - sum) / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - at) < SMALLEST_STEP) return next;
    at = next;
  }
  return at;
}

/** Log-odds of rows at past days, and what happened in each (1: no order in the horizon). */
export interface EvaluatedRows {
  /** The days to compare. Their periods do not overlap. */
  readonly origins: readonly number[];
  readonly origin: Int32Array;
  readonly logit: Float64Array;
  readonly label: Uint8Array;
  /** 1: the row repeats the row before, and is no evidence of its own. Absent without repeats. */
  readonly isRepeat?: Uint8Array | undefined;
}

/** Error of the log-odds at one origin (positive: too low), and its variance by chance alone. */
interface OriginLevel {
  readonly origin: number;
  readonly shift: number;
  readonly variance: number;
}

/**
 * Estimates what the coming season adds to the log-odds: by how much the same weeks of past years differed from what the customers of then let
 * expect, drawn to 0 as a random effect: the more, the more other periods differ without any season, and the fewer customers were
 * seen. 0 for a history that does not know these weeks.
 */
export function seasonShift(rows: EvaluatedRows, today: number, firstDay: number): number {
  const levels = levelsOf(rows);
  const same = levels.filter(({ origin }) => isSameSeason(origin, today, firstDay));
  const others = levels.filter((level) => !same.includes(level));
  if (same.length === 0 || others.length < LEAST_OTHERS) return 0;
  const season = median(same.map(({ shift }) => shift));
  const variance = varianceBetween(others) + varianceOfMean(same) + varianceOfMean(others);
  return (season * season ** 2) / (season ** 2 + VARIANCES_FOR_HALF * variance);
}

/**
 * Share of the way from the learner's level to that of MBG/NBD which would have been best in past periods, each evaluated by the levels of the
 * others. It is drawn towards the usual share: the more, the less even the best one tells of how the levels of this shop swing.
 */
export function shareOfMbg(rows: EvaluatedRows & { readonly mbg: Float64Array }, periodsOfMbg: number): number {
  const usual = periodsOfMbg / (periodsOfMbg + rows.origins.length);
  const levels = levelsOf(rows);
  if (levels.length < 2) return usual;
  const sum = levels.reduce((total, { shift }) => total + shift, 0);
  let [squares, products, swings] = [0, 0, 0];
  for (const { origin, shift } of levels) {
    const own = (sum - shift) / (levels.length - 1);
    const way = mbgLevel(rows, origin) - own;
    squares += way ** 2;
    products += way * (shift - own);
    swings += (shift - own) ** 2;
  }
  const best = squares === 0 ? usual : toShare(products / squares);
  const missed = swings - 2 * best * products + best ** 2 * squares;
  const variance = (missed + PERIODS_OF_USUAL_SD * USUAL_SD ** 2) / (levels.length + PERIODS_OF_USUAL_SD);
  const pull = variance / VARIANCE_OF_SHARE;
  return toShare((pull * usual + products) / (pull + squares));
}

const toShare = (ratio: number): number => Math.min(1, Math.max(0, ratio));

/** The shift of the learner's log-odds at an origin with which they add up to what MBG/NBD expected then. */
function mbgLevel({ origin, logit, mbg }: EvaluatedRows & { readonly mbg: Float64Array }, at: number): number {
  let expected = 0;
  for (let i = 0; i < origin.length; i++) if (origin[i] === at) expected += 1 / (1 + Math.exp(-mbg[i]!));
  return shiftTo(
    logit.filter((_, i) => origin[i] === at),
    expected,
  );
}

function varianceBetween(levels: readonly OriginLevel[]): number {
  const center = median(levels.map(({ shift }) => shift));
  const sd = SD_PER_MEDIAN_DEVIATION * median(levels.map(({ shift }) => Math.abs(shift - center)));
  return (levels.length * sd ** 2 + PERIODS_OF_USUAL_SD * USUAL_SD ** 2) / (levels.length + PERIODS_OF_USUAL_SD);
}

const varianceOfMean = (levels: readonly OriginLevel[]): number => 1 / levels.reduce((sum, { variance }) => sum + 1 / variance, 0);

function levelsOf({ origins, origin, logit, label, isRepeat }: EvaluatedRows): OriginLevel[] {
  return origins.flatMap((at) => {
    let happened = 0;
    let information = 0;
    for (let i = 0; i < origin.length; i++) {
      if (origin[i] !== at) continue;
      const p = 1 / (1 + Math.exp(-logit[i]!));
      happened += label[i]!;
      if (isRepeat?.[i] !== 1) information += p * (1 - p);
    }
    const own = logit.filter((_, i) => origin[i] === at);
    return own.length === 0 ? [] : [{ origin: at, shift: shiftTo(own, happened), variance: 1 / Math.max(Number.MIN_VALUE, information) }];
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
