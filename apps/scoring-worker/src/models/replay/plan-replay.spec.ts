import type { OrderDays } from '#libs/scoring';
import { planReplay, type StoredWeek } from './plan-replay.js';

/** A Monday: yesterday ended a complete week. */
const TODAY = 20_717;
const HORIZON = 30;
const QUARTER = 90;

/** Customers who order every 20 days, until they stop or today. */
function shop(customers: number, days: number): OrderDays {
  const own = Array.from({ length: customers }, (_, i) =>
    Array.from({ length: Math.floor((days - (i % 20)) / 20) }, (__, k) => TODAY - days + (i % 20) + 20 * k),
  );
  const offsets = new Uint32Array(customers + 1);
  for (const [i, each] of own.entries()) offsets[i + 1] = offsets[i]! + each.length;
  return { offsets, day: Int32Array.from(own.flat()), value: new Float64Array(own.flat().length).fill(10) };
}

const SHOP = shop(200, 600);
const input = { history: SHOP, today: TODAY, horizonDays: HORIZON, basis: 'a', stored: [], namedDay: null };
const first = planReplay(input);
const storedOf = ({ days, seen }: typeof first): StoredWeek[] =>
  days.map((day) => ({
    day,
    basis: 'a',
    ...seen.get(day)!,
    hasOutcome: day + HORIZON < TODAY,
    has90: day + QUARTER < TODAY,
  }));
const leftOf = (plan: typeof first): number[] => plan.blocks.flatMap(({ days }) => days).toSorted((one, other) => one - other);

describe('the plan of past weeks', () => {
  it('has every week at first, the latest model first, at most four weeks for each model', () => {
    expect(leftOf(first)).toEqual(first.days);
    expect(first.blocks.map(({ modelDay }) => modelDay)).toEqual(first.blocks.map(({ modelDay }) => modelDay).toSorted((a, b) => b - a));
    for (const { modelDay, days } of first.blocks) for (const day of days) expect(day - modelDay).toBeLessThan(28);
    expect(TODAY - first.namedDay!).toBeGreaterThanOrEqual(85);
  });

  it('has nothing left when everything is stored', () => {
    expect(planReplay({ ...input, stored: storedOf(first), namedDay: first.namedDay }).blocks).toEqual([]);
  });

  it('has a new week, one whose horizon has passed, one whose quarter has passed and the new list left after a week', () => {
    const later = planReplay({ ...input, today: TODAY + 7, stored: storedOf(first), namedDay: first.namedDay });
    const isLeft = (day: number): boolean => leftOf(later).includes(day);
    expect(isLeft(TODAY - 1 + 7)).toBe(true);
    expect(isLeft(later.namedDay!)).toBe(true);
    expect(leftOf(later).length).toBeLessThanOrEqual(5);
  });

  it('starts anew with other settings', () => {
    expect(leftOf(planReplay({ ...input, basis: 'b', stored: storedOf(first), namedDay: first.namedDay }))).toEqual(first.days);
  });

  it('calculates again the weeks that an import has changed, before them or after them', () => {
    const one = first.days.at(-9)!;
    const changed = (part: Partial<StoredWeek>): StoredWeek[] =>
      storedOf(first).map((week) => (week.day === one ? { ...week, ...part } : week));
    const { orderDays, outcomeDays } = first.seen.get(one)!;
    const left = (part: Partial<StoredWeek>): number[] => leftOf(planReplay({ ...input, stored: changed(part), namedDay: first.namedDay }));
    expect(left({ orderDays: Math.round(orderDays * 0.9) })).toEqual([one]);
    expect(left({ outcomeDays: Math.round(outcomeDays * 0.9) })).toEqual([one]);
    expect(left({ orderDays: Math.round(orderDays * 0.995) })).toEqual([]);
  });

  it('names nobody in a shop that is too small or too young, and has no weeks before its fifth customer', () => {
    expect(planReplay({ ...input, history: shop(12, 600) })).toMatchObject({ namedDay: null, days: expect.arrayContaining([TODAY - 1]) });
    expect(planReplay({ ...input, history: shop(200, 50) }).namedDay).toBeNull();
    expect(planReplay({ ...input, history: shop(4, 600) }).days).toEqual([]);
    expect(planReplay({ ...input, history: shop(0, 0) }).days).toEqual([]);
  });
});
