import { SeededRandom } from '../arithmetic/seeded-random.js';
import { independentOrigins, revenueInterval, type RevenueOrigin } from './revenue-interval.js';

const WEEK = 7;
const weekly = (count: number): { day: number }[] => Array.from({ length: count }, (_, i) => ({ day: i * WEEK }));

/** Weekly forecasts of a shop with revenue that moves from day to day, from week to week and from shop to shop. */
function forecasts(seed: number, weeks: number, horizonDays: number): RevenueOrigin[] {
  const random = new SeededRandom(seed);
  const normal = (): number => random.normal();
  const bias = 0.1 * normal();
  const days = Array.from({ length: weeks * WEEK + horizonDays + 1 }, () => 100 * Math.exp(0.5 * normal() - 0.125));
  let drift = 0;
  const demand = days.map((revenue) => {
    drift = 0.97 * drift + 0.04 * normal();
    return revenue * Math.exp(bias + drift);
  });
  return Array.from({ length: weeks }, (_, week) => ({
    day: week * WEEK,
    expected: 100 * horizonDays,
    actual: demand.slice(week * WEEK + 1, week * WEEK + 1 + horizonDays).reduce((sum, each) => sum + each, 0),
  }));
}

/** The share of shops with the next horizon, after the known weeks, in the interval. */
function coverage(weeks: number, horizonDays: number): number {
  const ahead = Math.ceil(horizonDays / WEEK);
  let inside = 0;
  const shops = 400;
  for (let seed = 1; seed <= shops; seed += 1) {
    const all = forecasts(seed, weeks + ahead + 1, horizonDays);
    const next = all.at(-1)!;
    const { factors } = revenueInterval(all.slice(0, weeks), horizonDays);
    const ratio = next.actual / next.expected;
    if (factors !== null && ratio >= factors.p10 && ratio <= factors.p90) inside += 1;
  }
  return inside / shops;
}

describe('the interval of an expected revenue', () => {
  it('counts weeks that overlap as fewer', () => {
    expect(independentOrigins(weekly(1), 30)).toBe(1);
    expect(independentOrigins(weekly(20), 7)).toBe(20);
    expect(independentOrigins(weekly(20), 30)).toBeGreaterThan(4);
    expect(independentOrigins(weekly(20), 30)).toBeLessThan(6);
    expect(independentOrigins([], 30)).toBe(0);
  });

  it('is missing while the past is too short, and says how short', () => {
    const five = revenueInterval(forecasts(1, 5, 30), 30);
    expect(five).toMatchObject({ factors: null, replays: 5 });
    expect(revenueInterval(forecasts(1, 10, 365), 365)).toMatchObject({ factors: null, replays: 10 });
    expect(revenueInterval([], 30)).toEqual({ factors: null, replays: 0, independent: 0 });
  });

  it('leaves out weeks in which nothing was expected or sold', () => {
    const weeks = forecasts(1, 20, 30);
    const nothing = [{ day: 700, expected: 0, actual: 5 }, { day: 707, expected: 5, actual: 0 }]; // prettier-ignore
    expect(revenueInterval([...weeks, ...nothing], 30)).toEqual(revenueInterval(weeks, 30));
  });

  it('is narrow where forecasts were right, wide where they were not, and moved towards a constant error', () => {
    const exact = revenueInterval(forecasts(1, 22, 30).map((week) => ({ ...week, actual: week.expected })), 30).factors!; // prettier-ignore
    const high = revenueInterval(forecasts(1, 22, 30).map((week) => ({ ...week, actual: 1.5 * week.expected })), 30).factors!; // prettier-ignore
    const noisy = revenueInterval(forecasts(1, 22, 30).map((week, i) => ({ ...week, actual: week.expected * (i % 8 < 4 ? 0.5 : 2) })), 30).factors!; // prettier-ignore
    expect(exact.p10).toBeGreaterThan(0.75);
    expect(exact.p90).toBeLessThan(1.3);
    expect(high.p10).toBeGreaterThan(exact.p10);
    expect(noisy.p90 / noisy.p10).toBeGreaterThan(2 * (exact.p90 / exact.p10));
  });

  it.each([
    [21, 30],
    [26, 90],
    [25, 7],
  ])('holds the next revenue of at least seven in ten simulated shops, and not of all: %d weeks, horizon %d', (weeks, horizonDays) => {
    const share = coverage(weeks, horizonDays);
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.96);
  });
});
