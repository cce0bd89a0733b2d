import { DEFAULT_BANDS, fitModel, knownBy, nextOrder, type OrderDays } from '#libs/scoring';
import type { ShopLog } from '../logs/read-shop-log.js';
import { featuresOn } from './answer-task.js';

/** Shares of the next orders that came before the window, by the best guess and by the end of the window. */
export interface Coverage {
  readonly gaps: number;
  readonly by20: number;
  readonly by50: number;
  readonly by80: number;
}

const DAY_MS = 86_400_000;
/** A gap is looked at where the log goes on for this many times its 80 % day: later orders would be missing. */
const FOLLOWED_FOR = 1.5;
/** Fewer gaps say nothing. */
const FEWEST_GAPS = 50;

/** Fits on the first half of a log, and compares the gaps that begin in the second half with what is expected on their first day. Null with too few. */
export function nextOrderCoverage({ history, span }: ShopLog, horizonDays: number, seed: number): Coverage | null {
  const cutoff = Math.floor((span.first + span.last) / 2);
  const model = fitModel(knownBy(history, cutoff).history, { today: cutoff, horizonDays, bands: DEFAULT_BANDS, seed });
  let [gaps, by20, by50, by80] = [0, 0, 0, 0];
  const { offsets, day } = history;
  for (let customer = 0; customer + 1 < offsets.length; customer++) {
    const from = offsets[customer]!;
    // A gap of a customer who had come back before, and who orders again.
    for (let row = from + 1; row + 1 < offsets[customer + 1]!; row++) {
      if (day[row]! <= cutoff) continue;
      const expected = nextOrder(featuresOn(rowsUntil(history, from, row), 0, day[row]!), model);
      if (expected === null) continue;
      const [p20, p50, p80] = [expected.fromMs, expected.expectedAtMs, expected.toMs].map((at) => at / DAY_MS - day[row]!) as [number, number, number]; // prettier-ignore
      if (day[row]! + FOLLOWED_FOR * p80 > span.last) continue;
      const gap = day[row + 1]! - day[row]!;
      gaps += 1;
      by20 += gap <= p20 ? 1 : 0;
      by50 += gap <= p50 ? 1 : 0;
      by80 += gap <= p80 ? 1 : 0;
    }
  }
  return gaps < FEWEST_GAPS ? null : { gaps, by20: by20 / gaps, by50: by50 / gaps, by80: by80 / gaps };
}

const rowsUntil = ({ day, value }: OrderDays, from: number, row: number): OrderDays => ({
  offsets: Uint32Array.of(0, row + 1 - from),
  day: day.subarray(from, row + 1),
  value: value.subarray(from, row + 1),
});
