import { SeededRandom } from '../src/arithmetic/seeded-random.js';
import { NO_ORDERS, type OrderDays } from '../src/orders/order-days.js';
import { SparseRowsBuilder } from '../src/orders/sparse-rows.js';

const YEAR_DAYS = 364;
const WEEK_DAYS = 7;

/** A shop in which customers come back at rates that move with weekday, season and luck. */
export interface ReturningShop {
  readonly days: number;
  readonly seed: number;
  /** First orders on a usual day at the beginning, and how much more there are a year later (0.5: half as many again). */
  readonly newPerDay: number;
  readonly growth?: number;
  /** Mean days between the orders of a usual customer, and the regularity of the gaps (1: by chance, 4: regular). */
  readonly gapDays?: number;
  readonly regularity?: number;
  /** The swing of the season (0.3: 30 % up and down), with half as many orders again for a month before Christmas from 0.25 on. */
  readonly season?: number;
  /** Good and bad days: their standard deviation; a day is like the day before by 0.7. */
  readonly luck?: number;
  /** From this day on, customers come back less often by this share. */
  readonly fall?: { readonly day: number; readonly share: number };
  /** From this day to before the other, no order arrives. */
  readonly gap?: { readonly from: number; readonly to: number };
}

/** Simulates the order days of a shop from day 0 on. The same shop gives the same orders. */
export function returningShop(shop: ReturningShop): OrderDays {
  const { days, seed, newPerDay, growth = 0, gapDays = 40, regularity = 1 } = shop;
  const random = new SeededRandom(seed, 77);
  const clock = clockOf(shop, random);
  const builder = new SparseRowsBuilder(NO_ORDERS);
  for (let day = 0; day < days; day++) {
    const come = poisson(random, newPerDay * weekdayOf(day) * (1 + growth) ** (day / YEAR_DAYS));
    for (let i = 0; i < come; i++) {
      const own = ordersFrom(day, clock, { meanGap: gapDays * (0.3 + 1.4 * random.unit()), regularity }, random);
      const seen = own.filter((each) => shop.gap === undefined || each < shop.gap.from || each >= shop.gap.to);
      if (seen.length > 0) builder.add(toHistory(seen));
    }
  }
  return builder.build();
}

/** Returns the order days of a customer who comes on a day. */
function ordersFrom(
  day: number,
  clock: Float64Array,
  { meanGap, regularity }: { readonly meanGap: number; readonly regularity: number },
  random: SeededRandom,
): number[] {
  const leaves = 1 - 0.9 * (0.6 + 0.5 * random.unit());
  const own = [day];
  let time = clock[day + 1]!;
  while (random.unit() > (own.length === 1 ? Math.min(0.95, leaves * 2) : leaves)) {
    time += (random.gamma(regularity) / regularity) * meanGap;
    if (time > clock.at(-1)!) break;
    const next = dayAt(clock, time);
    if (next > own.at(-1)!) own.push(next);
  }
  return own;
}

const toHistory = (days: readonly number[]): OrderDays => ({
  offsets: Uint32Array.of(0, days.length),
  day: Int32Array.from(days),
  value: new Float64Array(days.length).fill(50),
});

const weekdayOf = (day: number): number => (day % WEEK_DAYS >= 5 ? 0.7 : 1.12);

/** The time of the customers at the beginning of each day: it runs faster on good days. */
function clockOf({ days, season = 0, luck = 0, fall }: ReturningShop, random: SeededRandom): Float64Array {
  const clock = new Float64Array(days + 1);
  let good = 0;
  for (let day = 0; day < days; day++) {
    good = 0.7 * good + Math.sqrt(0.51) * random.normal() * luck;
    const dayOfYear = day % YEAR_DAYS;
    const year =
      1 + season * Math.sin((2 * Math.PI * dayOfYear) / YEAR_DAYS + 1) + (season >= 0.25 && dayOfYear > 320 && dayOfYear < 350 ? 0.5 : 0);
    const left = fall !== undefined && day >= fall.day ? 1 - fall.share : 1;
    clock[day + 1] = clock[day]! + weekdayOf(day) * year * Math.exp(good) * left;
  }
  return clock;
}

function dayAt(clock: Float64Array, time: number): number {
  let [low, high] = [0, clock.length - 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (clock[middle + 1]! >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Draws by inversion, and from a normal distribution for large means. */
function poisson(random: SeededRandom, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
  let [count, chance] = [0, Math.exp(-mean)];
  const drawn = random.unit();
  for (let sum = chance; drawn > sum && count < 1000; sum += chance) {
    count += 1;
    chance *= mean / count;
  }
  return count;
}
