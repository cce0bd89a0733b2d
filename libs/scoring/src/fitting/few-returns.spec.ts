import { orderDays } from '../../test-data/order-days.js';
import { daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { explain } from '../explaining/explanation.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel, type Model } from '../model/model.js';
import { priorShareWithin } from '../model/rhythm/rhythm.js';
import { featuresOf, type Features } from '../orders/features.js';
import { dayOf, orderDaysOf } from '../orders/order-days.js';
import { countedOrders } from '../orders/counted-orders.js';
import { lifecycleOf } from '../scores/lifecycle.js';
import { scoreCustomer } from '../scores/score-customer.js';
import { fitModel } from './fit-model.js';

const TODAY = dayOf(NOON);
const CUSTOMERS = 295;
const YEARS_AGO = 1274;
/** The days within which four in five of the customers of other shops who come back have done so. */
const FOUR_IN_FIVE = 165;
/** The same for half of them. */
const HALF = 47;

/** A shop in which each customer ordered once within one month, years ago. The first customers came back, one after each of these gaps. */
function oldShop(gaps: readonly number[], orderedDaysAgo = YEARS_AGO): Model {
  const days = Array.from({ length: CUSTOMERS }, (_, i) => [TODAY - orderedDaysAgo + (i % 30)]);
  for (const [i, gap] of gaps.entries()) days[i]!.push(days[i]![0]! + gap);
  return fitModel(orderDays(days), { today: TODAY, horizonDays: null, bands: DEFAULT_BANDS, seed: 1 });
}

const featuresAfter = (orderedDaysAgo: number[]): Features =>
  featuresOf(orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days) })), { firstSeenMs: 0 }, NOON); // prettier-ignore

function lifecycle(orderedDaysAgo: number[], model: Model): string {
  const features = featuresAfter(orderedDaysAgo);
  return lifecycleOf(features, model, scoreCustomer(features, model)!.score).lifecycle;
}

describe('a shop in which hardly any customer came back', () => {
  it('takes the time to a second order from other shops', () => {
    expect(priorShareWithin(FOUR_IN_FIVE)).toBeLessThan(0.8);
    expect(priorShareWithin(FOUR_IN_FIVE + 1)).toBeGreaterThan(0.8);
  });

  it.each([[[]], [[40]], [[12, 200]], [[1]]])('with gaps of %j days has lost those who ordered once, three years ago', (gaps) => {
    const model = oldShop(gaps);
    expect(lifecycle([YEARS_AGO], model)).toBe('lost');
    expect(lifecycle([YEARS_AGO - 29], model)).toBe('lost');
  });

  it('calls no customer new after the time in which half of those who come back have done so elsewhere, with or without a fit', () => {
    expect(priorShareWithin(HALF)).toBeLessThan(0.5);
    expect(priorShareWithin(HALF + 1)).toBeGreaterThan(0.5);
    for (const model of [oldShop([]), coldStartModel(90, DEFAULT_BANDS)]) {
      expect(lifecycle([HALF], model)).toBe('new');
      expect(lifecycle([HALF + 1], model)).toBe('second_order_due');
      expect(['second_order_due', 'lost']).toContain(lifecycle([FOUR_IN_FIVE + 1], model));
    }
  });

  it('has new customers while they are new', () => {
    const model = oldShop([], 60);
    for (const days of [0, 31, HALF]) expect(lifecycle([days], model)).toBe('new');
  });

  it('counts several orders of one day as one', () => {
    const orders = [2, 2, 2].map(() => order({ placedAtMs: daysAgo(YEARS_AGO) }));
    const { day } = orderDaysOf(countedOrders(orders).orders);
    expect(day).toHaveLength(1);
    expect(lifecycle([YEARS_AGO, YEARS_AGO], oldShop([]))).toBe('lost');
  });

  it('lets a customer who came back become late as well', () => {
    for (const gaps of [[40], [12, 200]]) {
      expect(lifecycle([YEARS_AGO, YEARS_AGO - gaps[0]!], oldShop(gaps))).toBe('lost');
      expect(lifecycle([90, 50], oldShop(gaps))).toBe('active');
    }
  });

  it('moves from other shops to its own rhythm with every customer who comes back', () => {
    const p80 = [0, 5, 10, 15, 19].map((count) => oldShop(Array.from({ length: count }, () => 400)).rhythm!.second.p80);
    expect(p80).toEqual(p80.toSorted((one, other) => one - other));
    expect(p80.at(-1)).toBeGreaterThanOrEqual(400);
    const fast = [0, 5, 10, 15, 19].map((count) => oldShop(Array.from({ length: count }, () => 7)).rhythm!.second.p80);
    expect(fast).toEqual(fast.toSorted((one, other) => other - one));
    expect(fast.at(-1)).toBeCloseTo(7, 3);
  });

  it('says in its reasons that other shops are meant', () => {
    const texts = explain(featuresAfter([300]), oldShop([40])).map(({ text }) => text);
    expect(texts.join(' ')).toMatch(/Of customers who order again, four in five do so within 1[56]\d days/);
    expect(texts.join(' ')).not.toContain('your customers who order again');
  });
});
