import { type ReturningShop, returningShop } from '../../test-data/simulated-returns.js';
import { OrderCounter } from './order-counts.js';
import { type ReturnWatch, watchReturns } from './watch-returns.js';

const YEAR = 364;
const YEARS = 4;
const WATCHED_FROM = 182;
const SEEDS = [1, 2, 3, 4, 5, 6];
const TWO_WEEKS = 14;

type Law = Omit<ReturningShop, 'days' | 'seed'>;

const SMALL: Law = { newPerDay: 1.2 };
const MIDDLE: Law = { newPerDay: 8, luck: 0.05 };
const LARGE: Law = { newPerDay: 30, luck: 0.05 };
const UNSTEADY: Law = { newPerDay: 40, luck: 0.08 };
const GROWING: Law = { newPerDay: 6, growth: 1.2, luck: 0.05 };
const SHRINKING: Law = { newPerDay: 30, growth: -0.33, luck: 0.05 };
const REGULAR: Law = { newPerDay: 10, gapDays: 30, regularity: 4 };
const SEASONAL: Law = { newPerDay: 12, season: 0.3, luck: 0.05 };

/** @param until the day that begins now, by default the one after the last */
function watchOf(shop: Law & { readonly seed: number; readonly days?: number }, longestLag = 0, until?: number): ReturnWatch {
  const days = shop.days ?? YEARS * YEAR;
  const counter = new OrderCounter(0, (until ?? days) - 1);
  counter.add(returningShop({ ...shop, days }));
  return watchReturns(counter.build(), () => longestLag);
}

/** The most alarms within one year of a shop. */
const mostInAYear = (falls: readonly { foundOn: number }[]): number =>
  Math.max(0, ...falls.map(({ foundOn }) => falls.filter((other) => other.foundOn >= foundOn && other.foundOn < foundOn + YEAR).length));

/** A fall by a fifth in the fourth year, on another day for each seed; the days until it was found. */
function daysToFind(law: Law, seed: number, share = 0.2): number | null {
  const day = 3 * YEAR + 31 * seed;
  const found = watchOf({ ...law, seed, fall: { day, share } }).falls.find(({ foundOn }) => foundOn >= day && foundOn < day + 120);
  return found === undefined ? null : found.foundOn - day + 1;
}

describe('the alarm about customers who do not come back', () => {
  it.each<[string, Law]>([
    ['small', SMALL],
    ['middle', MIDDLE],
    ['large', LARGE],
    ['unsteady', UNSTEADY],
    ['growing', GROWING],
    ['shrinking', SHRINKING],
    ['regular', REGULAR],
  ])(
    'rings at most once a year in a %s shop in which nothing happens',
    (_, law) => {
      const falls = SEEDS.map((seed) => watchOf({ ...law, seed }).falls);
      expect(Math.max(...falls.map(mostInAYear))).toBeLessThanOrEqual(1);
      // On average far less often: 21 years of watching.
      expect(falls.flat().length).toBeLessThanOrEqual(6);
    },
    60_000,
  );

  it('does not ring for a season that the shop has seen before', () => {
    const known = SEEDS.map((seed) => watchOf({ ...SEASONAL, seed }).falls.filter(({ foundOn }) => foundOn > YEAR + WATCHED_FROM));
    expect(Math.max(...known.map(mostInAYear))).toBeLessThanOrEqual(1);
    expect(known.flat().length).toBeLessThanOrEqual(4);
  }, 60_000);

  it.each<[string, Law]>([
    ['large', LARGE],
    ['growing', GROWING],
    ['regular', REGULAR],
  ])(
    'finds a fall by a fifth within two weeks in a %s shop',
    (_, law) => {
      const days = SEEDS.map((seed) => daysToFind(law, seed));
      expect(days.filter((each) => each !== null && each <= TWO_WEEKS).length).toBeGreaterThanOrEqual(SEEDS.length - 1);
      expect(days).not.toContain(null);
    },
    60_000,
  );

  it('needs longer where fewer customers come back, and says which fall it finds', () => {
    const days = SEEDS.map((seed) => daysToFind(MIDDLE, seed));
    expect(days.filter((each) => each !== null && each <= 35).length).toBeGreaterThanOrEqual(SEEDS.length - 1);
    const { findsFall, usualPerWeek } = watchOf({ ...SMALL, seed: 1 });
    expect(usualPerWeek).toBeLessThan(50);
    expect(findsFall).toBeGreaterThan(0.3);
    const half = SEEDS.map((seed) => daysToFind(SMALL, seed, findsFall! + 0.1));
    expect(half.filter((each) => each !== null && each <= 28).length).toBeGreaterThanOrEqual(SEEDS.length - 2);
  }, 60_000);

  it('says since when, and how much is missing', () => {
    const day = 3 * YEAR;
    const { falls, status } = watchOf({ ...LARGE, seed: 1, days: day + 21, fall: { day, share: 0.2 } });
    expect(status).toBe('fewer');
    const [fall] = falls.slice(-1);
    expect(Math.abs(fall!.since - day)).toBeLessThanOrEqual(4);
    expect(fall!.low).toBeLessThan(0.2);
    expect(fall!.high).toBeGreaterThan(0.15);
    expect(fall!.fall).toBeCloseTo(1 - fall!.observed / fall!.expected, 9);
  });

  it('ends by itself when the new level has become the usual one', () => {
    const day = 3 * YEAR;
    const after = watchOf({ ...LARGE, seed: 1, days: day + 150, fall: { day, share: 0.2 } });
    expect(after.status).toBe('usual');
    expect(after.falls.at(-1)!.endedOn! - after.falls.at(-1)!.since).toBeLessThanOrEqual(70);
  });

  it('learns nothing from later days: it would have rung on that very day', () => {
    const day = 3 * YEAR;
    const shop = { ...LARGE, seed: 2, days: day + 60, fall: { day, share: 0.2 } };
    const later = watchOf(shop).falls.find(({ foundOn }) => foundOn >= day);
    const then = watchOf(shop, 0, later!.foundOn + 1);
    expect(then.falls.at(-1)).toMatchObject({ since: later!.since, foundOn: later!.foundOn, endedOn: null });
    expect(watchOf(shop, 0, later!.foundOn).status).toBe('usual');
  });

  it('does not take missing orders for customers who stay away', () => {
    const gap = { from: 3 * YEAR, to: 3 * YEAR + 5 };
    const during = watchOf({ ...LARGE, seed: 3, days: gap.to, gap });
    expect(during).toMatchObject({ status: 'no_orders', silence: { since: gap.from, days: 5 } });
    expect(during.falls.filter(({ foundOn }) => foundOn >= gap.from)).toEqual([]);
    const after = watchOf({ ...LARGE, seed: 3, days: gap.to + 40, gap });
    expect(after.status).toBe('usual');
    expect(after.falls.filter(({ foundOn }) => foundOn >= gap.from)).toEqual([]);
  });

  it('says nothing about a shop that sends its orders some days late, as ever', () => {
    const late = { ...LARGE, seed: 3, days: 2 * YEAR, gap: { from: 2 * YEAR - 4, to: 2 * YEAR } };
    expect(watchOf(late, 6).status).toBe('usual');
    expect(watchOf(late, 2).status).toBe('no_orders');
  });

  it('says nothing about a young shop or one with hardly a customer who comes back', () => {
    expect(watchOf({ ...LARGE, seed: 1, days: 180 })).toMatchObject({ status: 'too_young', usualPerWeek: null, findsFall: null });
    expect(watchOf({ newPerDay: 0.2, seed: 1 })).toMatchObject({ status: 'too_few', findsFall: null });
    expect(watchReturns(new OrderCounter(0, 400).build(), () => 0)).toMatchObject({ status: 'too_young', falls: [], silence: null });
  });
});
