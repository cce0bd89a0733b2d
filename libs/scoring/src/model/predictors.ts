import type { OrderDays } from '../orders/order-days.js';

/** Habits of the shop as a whole, for comparing one customer with it. The model stores them. */
export interface ShopHabits {
  /** Mean days between order days of one customer. */
  readonly gapDays: number;
  /** Mean of ln(value of an order day); null when no value is known. */
  readonly lnSpend: number | null;
}

/** Group of reasons that a predictor belongs to, for explanations. */
export type PredictorGroup = 'silence' | 'orders' | 'recent' | 'spend' | 'tenure';

/** Predictors of a customer on a day, in the order of a row, each with its group of reasons. */
export const PREDICTORS = [
  ['orders', 'orders'],
  ['oneTimer', 'orders'],
  ['silence', 'silence'],
  ['silenceCapped', 'silence'],
  ['silenceByShopGap', 'silence'],
  ['silenceByOwnGap', 'silence'],
  ['untilDue', 'silence'],
  ['phase', 'silence'],
  ['silenceByLongestGap', 'silence'],
  ['ownGap', 'orders'],
  ['gapSpread', 'orders'],
  ['regularity', 'orders'],
  ['lastGap', 'recent'],
  ['daysInHalfHorizon', 'recent'],
  ['daysInHorizon', 'recent'],
  ['daysInTwoHorizons', 'recent'],
  ['daysInFourHorizons', 'recent'],
  ['daysInMonth', 'recent'],
  ['fastRate', 'recent'],
  ['slowRate', 'recent'],
  ['trend', 'recent'],
  ['tenure', 'tenure'],
  ['sameSeasonLastYear', 'tenure'],
  ['sameSeasonTwoYearsAgo', 'tenure'],
  ['spendLevel', 'spend'],
  ['lastSpend', 'spend'],
  ['totalSpend', 'spend'],
] as const satisfies readonly (readonly [string, PredictorGroup])[];

export type PredictorName = (typeof PREDICTORS)[number][0];

export const PREDICTOR_COUNT = PREDICTORS.length;

const MONTH_DAYS = 30;
const YEAR_DAYS = 365;
/** Number of horizons beyond which only the logarithm describes more silence. */
const SILENCE_CAP = 3;
const LONGEST_PHASE = 2;
/** Weight of the shop's usual gap in a customer's own mean, in gaps. It decides until the customer has gaps of their own. */
const PRIOR_GAPS = 2;

/** Inputs that are the same for all customers of a shop. */
export interface Context {
  readonly horizonDays: number;
  readonly habits: ShopHabits;
}

/** Writes what is known of one customer on day `today` to `out[at]` and on: its rows are `from` to `to`, at least one. */
export function writePredictors(
  history: OrderDays,
  rows: { readonly from: number; readonly to: number },
  today: number,
  { horizonDays: h, habits }: Context,
  target: { readonly out: Float64Array; readonly at: number },
): void {
  const { from, to } = rows;
  const { day } = history;
  const { out, at } = target;
  const first = day[from]!;
  const last = day[to - 1]!;
  const x = to - from - 1;
  const silence = Math.max(0, today - last);
  const ownGap = (last - first + PRIOR_GAPS * habits.gapDays) / (x + PRIOR_GAPS);
  let i = at;
  out[i++] = Math.log(x + 1);
  out[i++] = x === 0 ? 1 : 0;
  out[i++] = Math.log1p(silence / h);
  out[i++] = Math.min(SILENCE_CAP, silence / h);
  out[i++] = Math.log1p(silence / habits.gapDays);
  out[i++] = Math.log1p(silence / ownGap);
  out[i++] = Math.max(-SILENCE_CAP, Math.min(SILENCE_CAP, (ownGap - silence) / h));
  out[i++] = x === 0 ? 0 : Math.cos(2 * Math.PI * Math.min(LONGEST_PHASE, silence / ownGap));
  i = writeGaps(day, rows, { silence, ownGap, h, shopGap: habits.gapDays }, { out, at: i });
  i = writeRecent(day, rows, { today, h }, { out, at: i });
  out[i++] = Math.log1p((today - first) / h);
  out[i++] = sameSeason(day, rows, today - YEAR_DAYS, h);
  out[i++] = sameSeason(day, rows, today - 2 * YEAR_DAYS, h);
  writeSpend(history.value, rows, habits.lnSpend, { out, at: i });
}

function writeGaps(
  day: Int32Array,
  { from, to }: { readonly from: number; readonly to: number },
  { silence, ownGap, h, shopGap }: { readonly silence: number; readonly ownGap: number; readonly h: number; readonly shopGap: number },
  { out, at }: { readonly out: Float64Array; readonly at: number },
): number {
  const x = to - from - 1;
  let longest = 0;
  let squares = 0;
  let lnGaps = 0;
  for (let row = from + 1; row < to; row++) {
    const gap = day[row]! - day[row - 1]!;
    if (gap > longest) longest = gap;
    squares += gap * gap;
    lnGaps += Math.log(gap);
  }
  const mean = x === 0 ? 0 : (day[to - 1]! - day[from]!) / x;
  const lastGap = x === 0 ? 0 : day[to - 1]! - day[to - 2]!;
  out[at] = x === 0 ? Math.log1p(silence / shopGap) : Math.log1p(silence / longest);
  out[at + 1] = Math.log(ownGap / h);
  out[at + 2] = x < 2 ? 1 : Math.sqrt(Math.max(0, squares / x - mean * mean)) / mean;
  out[at + 3] = x < 2 ? 0 : (x * (Math.log(mean) - lnGaps / x)) / (x + PRIOR_GAPS);
  out[at + 4] = x < 2 ? 0 : Math.log(lastGap / mean);
  return at + 5;
}

function writeRecent(
  day: Int32Array,
  { from, to }: { readonly from: number; readonly to: number },
  { today, h }: { readonly today: number; readonly h: number },
  { out, at }: { readonly out: Float64Array; readonly at: number },
): number {
  let [half, one, two, four, month, fast, slow] = [0, 0, 0, 0, 0, 0, 0];
  for (let row = to - 1; row >= from; row--) {
    const age = Math.max(0, today - day[row]!);
    if (age < h / 2) half += 1;
    if (age < h) one += 1;
    if (age < 2 * h) two += 1;
    if (age < 4 * h) four += 1;
    if (age < MONTH_DAYS) month += 1;
    fast += Math.exp(-age / h);
    slow += Math.exp(-age / (4 * h));
  }
  out[at] = Math.log1p(half);
  out[at + 1] = Math.log1p(one);
  out[at + 2] = Math.log1p(two);
  out[at + 3] = Math.log1p(four);
  out[at + 4] = Math.log1p(month);
  out[at + 5] = Math.log1p(fast);
  out[at + 6] = Math.log1p(slow);
  out[at + 7] = Math.log((two + 1) / (four - two + 1));
  return at + 8;
}

/** ln(1 + order days in the same days of last year as those to come). */
function sameSeason(day: Int32Array, { from, to }: { readonly from: number; readonly to: number }, then: number, h: number): number {
  let count = 0;
  for (let row = from; row < to; row++) {
    const until = day[row]! - then;
    if (until > 0 && until <= h) count += 1;
  }
  return Math.log1p(count);
}

function writeSpend(
  value: Float64Array,
  { from, to }: { readonly from: number; readonly to: number },
  lnSpend: number | null,
  { out, at }: { readonly out: Float64Array; readonly at: number },
): void {
  let [known, total, last] = [0, 0, Number.NaN];
  for (let row = from; row < to; row++) {
    if (!(value[row]! > 0)) continue;
    known += 1;
    total += value[row]!;
    last = value[row]!;
  }
  const usable = known > 0 && lnSpend !== null;
  out[at] = usable ? Math.log(total / known) - lnSpend : 0;
  out[at + 1] = usable ? Math.log((last * known) / total) : 0;
  out[at + 2] = usable ? Math.log(total) - lnSpend : 0;
}
