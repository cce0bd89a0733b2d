import { simulatedShop } from '../../test-data/simulated-shop.js';
import { summarisedUntil } from '../../test-data/summarised-shop.js';
import { DEFAULT_BANDS, labelOf } from '../model/label.js';
import { scoreHistory } from '../model/score-history.js';
import type { OrderDays } from '../orders/order-days.js';
import { knownBy } from '../orders/past-orders.js';
import { fitModel } from './fit-model.js';

const CONNECTED = 20_000;
const HORIZON = 30;
const VISIBLE_DAYS = 60;
const SHOP = simulatedShop(1000, CONNECTED + 70);

type Scores = ReadonlyMap<number, number>;

/** Scores of all customers by a model that was fitted on that day, and the customers who have not ordered on it. */
function scoresOn(day: number, isWhole: boolean): { scores: Scores; quiet: Set<number> } {
  const { history, customers } = knownBy(SHOP, day);
  const known: OrderDays = isWhole ? history : summarisedUntil(history, CONNECTED - VISIBLE_DAYS);
  const model = fitModel(known, { today: day, horizonDays: HORIZON, bands: DEFAULT_BANDS, seed: 1 });
  const scores = scoreHistory(known, model, day);
  const quiet = [...customers].filter((_, i) => history.day[history.offsets[i + 1]! - 1]! < day);
  return { scores: new Map([...customers].map((customer, i) => [customer, scores[i]!])), quiet: new Set(quiet) };
}

interface Step {
  readonly mean: number;
  /** The change that one in a hundred exceeds. */
  readonly p99: number;
  /** Share of customers with another label. */
  readonly labels: number;
}

/** Returns the changes of scores from one day to the next, of customers who do not order on it and were known before. */
function stepsOf(days: readonly number[], isWhole: boolean): Step[] {
  let before = scoresOn(CONNECTED + days[0]! - 1, isWhole).scores;
  return days.map((day) => {
    const { scores, quiet } = scoresOn(CONNECTED + day, isWhole);
    const both = [...quiet]
      .filter((customer) => before.has(customer))
      .map((customer) => [before.get(customer)!, scores.get(customer)!] as const);
    const changes = both.map(([was, is]) => Math.abs(is - was)).toSorted((one, other) => one - other);
    const label = (score: number): string => labelOf(score.toFixed(4), DEFAULT_BANDS);
    before = scores;
    return {
      mean: changes.reduce((sum, each) => sum + each, 0) / changes.length,
      p99: changes[Math.floor(changes.length * 0.99)]!,
      labels: both.filter(([was, is]) => label(was) !== label(is)).length / both.length,
    };
  });
}

const largest = (steps: readonly Step[], field: keyof Step): number => Math.max(...steps.map((step) => step[field]));
const meanOf = (steps: readonly Step[], field: keyof Step): number => steps.reduce((sum, step) => sum + step[field], 0) / steps.length;

describe('a shop that was connected with the orders of 60 days and sums of the earlier ones', () => {
  it('scores customers who do not order as steadily around day 60 as if it had known all orders', () => {
    const days = [55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65];
    const [connected, whole] = [stepsOf(days, false), stepsOf(days, true)];
    expect(meanOf(connected, 'mean')).toBeLessThan(2 * meanOf(whole, 'mean'));
    expect(largest(connected, 'mean')).toBeLessThan(0.01);
    expect(largest(connected, 'p99')).toBeLessThan(0.06);
    expect(meanOf(connected, 'labels')).toBeLessThan(meanOf(whole, 'labels') + 0.01);
    expect(largest(connected, 'labels')).toBeLessThan(0.03);
  });

  it('gives the learned parts their weight little by little', () => {
    const weightOn = (day: number): number => {
      const today = CONNECTED + day;
      const known = summarisedUntil(knownBy(SHOP, today).history, CONNECTED - VISIBLE_DAYS);
      const { learner } = fitModel(known, { today, horizonDays: HORIZON, bands: DEFAULT_BANDS, seed: 1 });
      return learner === null ? 0 : learner.linear.weight + learner.trees.weight;
    };
    expect([HORIZON - 1, HORIZON].map(weightOn)).toEqual([0, 0]);
    const [before, first, next] = [2 * HORIZON - 1, 2 * HORIZON, 2 * HORIZON + 1].map(weightOn) as [number, number, number];
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(0.4);
    for (const each of [before, next]) expect(Math.abs(each - first)).toBeLessThan(0.05);
  });

  it('begins to learn without a jump on the first day that has a past to learn from', () => {
    const days = [HORIZON - 1, HORIZON, HORIZON + 1, HORIZON + 2];
    const [connected, whole] = [stepsOf(days, false), stepsOf(days, true)];
    expect(largest(connected, 'mean')).toBeLessThan(1.5 * largest(whole, 'mean'));
    expect(largest(connected, 'p99')).toBeLessThan(0.04);
    expect(largest(connected, 'labels')).toBeLessThan(largest(whole, 'labels') + 0.01);
  });
});
