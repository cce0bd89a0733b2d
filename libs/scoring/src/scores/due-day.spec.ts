import { simulatedShop } from '../../test-data/simulated-shop.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel } from '../model/model.js';
import type { Model } from '../model/model.js';
import type { Features } from '../orders/features.js';
import { customerCount, orderDaysUntil } from '../orders/order-days.js';
import { DAYS_LOOKED_AT, dueDay, LARGEST_DRIFT_UNITS, LONGEST_HOLD_DAYS } from './due-day.js';
import type { StoredScore } from './due-day.js';
import { lifecycleOf } from './lifecycle.js';
import { standingBy } from './score-customer.js';

const TODAY = 20_000;
const SHOP = simulatedShop(400, TODAY);
/** The cold-start model, and a blend with trees. The scores of a blend may also fall while a customer is silent. */
const MODELS: readonly (readonly [string, Model])[] = [
  ['the cold-start model', coldStartModel(90, DEFAULT_BANDS)],
  // With a horizon of a week, a longer one decides who is lost.
  [
    'a model with a short horizon',
    fitModel(simulatedShop(1500, TODAY), { today: TODAY, horizonDays: 7, bands: DEFAULT_BANDS, seed: 7, upTo: 'mbg' }),
  ],
  ['a fitted model', fitModel(simulatedShop(1500, TODAY), { today: TODAY, horizonDays: null, bands: DEFAULT_BANDS, seed: 7 })],
];

/** Returns the features of a customer who has placed the orders until a day, on this day or later. */
function featuresOn(customer: number, knownUntil: number, today: number): Features {
  const [from, to] = [SHOP.offsets[customer]!, SHOP.offsets[customer + 1]!];
  const one = { offsets: Uint32Array.of(0, to - from), day: SHOP.day.slice(from, to), value: SHOP.value.slice(from, to) };
  const days = orderDaysUntil(one, knownUntil);
  const orderDays = days.day.length;
  const [first = today, last = today] = [days.day[0], days.day.at(-1)];
  return { days, orderDays, today, x: orderDays - 1, tx: last - first, T: Math.max(last, today) - first } as Features;
}

function storedOn(features: Features, model: Model): StoredScore | null {
  const standing = standingBy(features, model);
  return standing === null ? null : { ...standing, ...lifecycleOf(features, model, standing.score) };
}

const unitsBetween = (one: StoredScore, other: StoredScore): number =>
  Math.abs(Math.round(Number(one.score) * 1e4) - Math.round(Number(other.score) * 1e4));

/** Calls `check` for customers on past days, with the score of the day, the day on which it is due, and the exact score of any day. */
function forScores(
  model: Model,
  distance: number | null,
  check: (stored: StoredScore, day: number, due: number, exactOn: (day: number) => StoredScore) => void,
): number {
  let scores = 0;
  for (let customer = 0; customer < customerCount(SHOP); customer += 1) {
    const day = TODAY - ((customer * 37) % 200);
    const features = featuresOn(customer, day, day);
    const stored = storedOn(features, model);
    if (stored === null) continue;
    const due = dueDay(features, model, stored, distance === null ? null : { from: stored.score, distance });
    check(stored, day, due, (then) => storedOn(featuresOn(customer, day, then), model)!);
    scores += 1;
  }
  return scores;
}

describe.each(MODELS)('a stored score of %s', (_name, model) => {
  it('differs by less than .005 from the exact score, and has the exact label and lifecycle, until the day on which it is due', () => {
    const scores = forScores(model, null, (stored, day, due, exactOn) => {
      for (let then = day; then < due; then += 1) {
        const exact = exactOn(then);
        const { label, lifecycle, lateSinceDay } = exact;
        expect([then - day, label, lifecycle, lateSinceDay]).toEqual([then - day, stored.label, stored.lifecycle, stored.lateSinceDay]);
        expect(unitsBetween(stored, exact)).toBeLessThan(LARGEST_DRIFT_UNITS);
      }
    });
    expect(scores).toBeGreaterThan(250);
  });

  it('is due no earlier than needed, and after a month in any case', () => {
    let early = 0;
    forScores(model, null, (stored, day, due, exactOn) => {
      const exact = exactOn(due);
      if (due === day + LONGEST_HOLD_DAYS || due === day + 1 + DAYS_LOOKED_AT) return;
      expect(due).toBeGreaterThan(day);
      expect(due).toBeLessThan(day + LONGEST_HOLD_DAYS);
      const isLike = exact.label === stored.label && exact.lifecycle === stored.lifecycle && exact.lateSinceDay === stored.lateSinceDay;
      expect(!isLike || unitsBetween(stored, exact) >= LARGEST_DRIFT_UNITS).toBe(true);
      early += 1;
    });
    expect(early).toBeGreaterThan(100);
  });

  it('is due on the day of a move that the tenant wants to know of', () => {
    forScores(model, 0.002, (stored, day, due, exactOn) => {
      for (let then = day; then < due; then += 1) expect(unitsBetween(stored, exactOn(then))).toBeLessThan(20);
    });
  });
});
