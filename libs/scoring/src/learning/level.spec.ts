import { seasonShift, shareOfMbg, shiftTo } from './level.js';
import { denseOrigins, originsOf } from './origins.js';

/** Rows at each origin, all predicted at even odds. A share of them does not return. */
function rowsAt(shares: ReadonlyMap<number, number>, rows = 100): Parameters<typeof seasonShift>[0] {
  const origins = [...shares.keys()].flatMap((origin) => Array.from({ length: rows }, () => origin));
  const label = [...shares.values()].flatMap((share) => Array.from({ length: rows }, (_, i) => (i < rows * share ? 1 : 0)));
  return {
    origins: [...shares.keys()],
    origin: Int32Array.from(origins),
    logit: new Float64Array(origins.length),
    label: Uint8Array.from(label),
  };
}

describe('the level of the coming season', () => {
  const recent = [970, 940, 910, 880, 850, 820];

  it('is looked up in the same days of past years, in logs that reach so far', () => {
    expect(originsOf(-100, 1000, 30)).toEqual([...recent, 635, 270]);
    expect(originsOf(0, 1000, 30)).toEqual([...recent, 635]);
    expect(originsOf(500, 1000, 30)).toEqual(recent);
    expect(originsOf(-100, 1000, 90)).toEqual([910, 820, 730, 640, 550, 460, 270]);
    expect(originsOf(980, 1000, 30)).toEqual([]);
  });

  it('is distinguished from days in between, which small shops learn from as well', () => {
    const { all, apart } = denseOrigins(-100, 1000, 30, 3);
    expect(apart).toEqual([...recent, 635, 270]);
    expect(all.toSorted((one, other) => other - one)).toEqual([...Array.from({ length: 18 }, (_, k) => 970 - 10 * k), 635, 270]);
    expect(denseOrigins(900, 1000, 7, 3).all.every((origin) => Number.isInteger(origin) && origin >= 960 && origin <= 993)).toBe(true);
    const once = denseOrigins(0, 1000, 1, 3).all;
    expect(new Set(once).size).toBe(once.length);
  });

  it('moves with what these days brought, less what other periods differ by', () => {
    const busy = new Map<number, number>([
      ...recent.map((origin, i): [number, number] => [origin, i % 2 === 0 ? 0.5 : 0.52]),
      [635, 0.2],
      [270, 0.2],
    ]);
    const shift = seasonShift(rowsAt(busy), 1000, -100);
    expect(shift).toBeLessThan(-1);
    expect(shift).toBeGreaterThan(Math.log(0.2 / 0.8));
    expect(seasonShift(rowsAt(new Map([...busy].map(([origin, share]) => [origin, share === 0.2 ? 0.51 : share]))), 1000, 0)).toBeCloseTo(
      0,
      1,
    );
  });

  it('is believed the less, the fewer customers it was seen of and the more other periods differ', () => {
    const season = (others: number[], rows: number): number =>
      seasonShift(rowsAt(new Map([...recent.map((origin, i): [number, number] => [origin, others[i % 2]!]), [635, 0.3]]), rows), 1000, 0);
    const clear = season([0.5, 0.52], 1000);
    expect(clear).toBeLessThan(-0.6);
    expect(clear).toBeGreaterThan(Math.log(0.3 / 0.7));
    expect(Math.abs(season([0.5, 0.5], 10))).toBeLessThan(0.75 * Math.abs(clear));
    expect(Math.abs(season([0.2, 0.8], 1000))).toBeLessThan(0.3 * Math.abs(clear));
  });

  it('is none without a year to look at, or with a history that began just then', () => {
    expect(seasonShift(rowsAt(new Map(recent.map((origin) => [origin, 0.5]))), 1000, 0)).toBe(0);
    expect(seasonShift(rowsAt(new Map([...recent.map((origin): [number, number] => [origin, 0.5]), [635, 0.2]])), 1000, 600)).toBe(0);
  });

  it('is found for log-odds that cannot reach it, too', () => {
    expect(shiftTo(Float64Array.of(0, 1), 2)).toBeCloseTo(6, 6);
    expect(shiftTo(Float64Array.of(-1, 1), 1)).toBeCloseTo(0, 6);
  });
});

describe('the share of the level that MBG/NBD sets', () => {
  const logOdds = (level: number): number => Math.log(level / (1 - level));

  /** Ten periods with swinging levels, and what MBG/NBD expected of each. */
  function share(levels: readonly number[], expected: readonly number[]): number {
    const rows = rowsAt(new Map(levels.map((level, i) => [900 - 30 * i, level])), 1000);
    return shareOfMbg({ ...rows, mbg: Float64Array.from(rows.origin, (origin) => logOdds(expected[(900 - origin) / 30]!)) }, 6);
  }

  const swinging = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 0.3 : 0.7));
  const usual = 6 / 16;

  it('is large where it foresaw the levels of past periods, and small where it did not', () => {
    expect(share(swinging, swinging)).toBeGreaterThan(0.9);
    expect(share(swinging, swinging.map((level) => 1 - level))).toBeLessThan(0.2); // prettier-ignore
  });

  it('is believed the less, the more the levels swing beside it', () => {
    const foreseenWith = (noise: number): number => {
      const levels = swinging.map((level, i) => level + (i % 4 < 2 ? noise : -noise));
      return share(levels, swinging);
    };
    expect(foreseenWith(0)).toBeGreaterThan(foreseenWith(0.15) + 0.05);
    expect(foreseenWith(0.15)).toBeGreaterThan(foreseenWith(0.25));
    expect(foreseenWith(0.25)).toBeGreaterThan(usual);
  });

  it('is the usual one where a shop shows nothing: no second period, or two levels that agree', () => {
    const even = swinging.map(() => 0.5);
    expect(share(even, even)).toBeCloseTo(usual, 6);
    expect(share([0.5], [0.9])).toBeCloseTo(6 / 7, 6);
  });
});
