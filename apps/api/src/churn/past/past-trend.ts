import { IMPORTED_SHARE } from '#libs/digest';

/** A day of a live trend. */
interface LiveDay {
  /** `2026-11-21` */
  readonly day: string;
  /** True when there was a score on this day or before. */
  readonly is_known: boolean;
}

/** The live days and the past weeks of a trend. They do not overlap: the weeks end before the first of the days. */
export interface SeamedTrend<Live, Past> {
  readonly past: readonly Past[];
  readonly live: readonly Live[];
}

/**
 * Puts past weeks before the first live day. A live score is always preferred to one that was calculated afterwards, except on days before an
 * import: a shop that sends one event on a Monday and its history on Tuesday was no shop of one customer on Monday.
 *
 * @param live ascending; the last one is today and always stays
 * @param past ascending
 */
export function seamTrend<Live extends LiveDay, Past extends { readonly day: string }>(
  live: readonly Live[],
  past: readonly Past[],
  customersOf: (day: Live | Past) => number,
): SeamedTrend<Live, Past> {
  const isComplete = (day: Live): boolean => {
    const before = past.findLast((week) => week.day <= day.day);
    return day.is_known && (before === undefined || customersOf(day) >= IMPORTED_SHARE * customersOf(before));
  };
  const found = live.findIndex(isComplete);
  const start = found === -1 ? live.length - 1 : found;
  const first = live[start]?.day ?? '';
  return { past: past.filter((week) => week.day < first), live: live.slice(start) };
}
