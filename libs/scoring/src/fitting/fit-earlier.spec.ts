import { SeededRandom } from '../arithmetic/seeded-random.js';
import { measure } from '../evaluation/metrics.js';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { summarisedUntil } from '../../test-data/summarised-shop.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { scoreHistory } from '../model/score-history.js';
import { earlierOfOne, NO_EARLIER } from '../orders/earlier-orders.js';
import { customerCount, orderDaysUntil } from '../orders/order-days.js';
import { historyOf, knownBy, noOrderAfter } from '../orders/past-orders.js';
import { SparseRowsBuilder } from '../orders/sparse-rows.js';
import { fitModel } from './fit-model.js';
import { visibleFrom } from './visible-from.js';

const CUTOFF = 20_000;
const SHOP = simulatedShop(1500, CUTOFF + 30);
const OPTIONS = { today: CUTOFF, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 };

const WHOLE = knownBy(SHOP, CUTOFF);
const SUMMARISED = summarisedUntil(WHOLE.history, CUTOFF - 60);

describe('a model of orders and summaries', () => {
  it('scores all customers nearly as well as one that knows every order', () => {
    const happened = noOrderAfter(SHOP, WHOLE.customers, { cutoff: CUTOFF, horizonDays: 30 });
    const whole = fitModel(WHOLE.history, { ...OPTIONS, upTo: 'mbg' });
    const model = fitModel(SUMMARISED, OPTIONS);
    const predicted = scoreHistory(SUMMARISED, model, CUTOFF);
    expect(predicted.every((score) => score > 0 && score < 1)).toBe(true);
    const lossOf = (scores: Float64Array): number => measure({ predicted: scores, happened }).logLoss;
    expect(lossOf(predicted) - lossOf(scoreHistory(WHOLE.history, whole, CUTOFF))).toBeLessThan(0.02);
    expect(model.fit!.customers).toBe(WHOLE.customers.length);
    expect(model.fit!.firstDay).toBe(CUTOFF - 60);
  });

  it('learns from the days that it has seen, and from no day before', () => {
    const later = { ...SUMMARISED, ...summarisedUntil(WHOLE.history, CUTOFF - 200) };
    const model = fitModel(later, OPTIONS);
    expect(model.family).not.toBe('mbg');
    expect(fitModel(SUMMARISED, OPTIONS).family).toBe('mbg');
  });

  it('is the same for summaries of customers in any order', () => {
    const shuffled = new SeededRandom(5).sample(customerCount(SUMMARISED), customerCount(SUMMARISED)).toReversed();
    expect(fitModel(historyOf(SUMMARISED, shuffled), OPTIONS).mbg).toEqual(fitModel(SUMMARISED, OPTIONS).mbg);
  });

  it('takes the shop as visible from the start while few customers have a summary', () => {
    expect(visibleFrom(SHOP)).toBeNull();
    expect(visibleFrom(SUMMARISED)).toBe(CUTOFF - 60);
    const few = Uint32Array.from({ length: customerCount(SUMMARISED) }, (_, i) => i);
    const earlier = new SparseRowsBuilder(NO_EARLIER);
    for (const i of few) earlier.add(earlierOfOne(i > 10 ? null : { orders: 2, spent: null, firstAtMs: null, lastAtMs: null, untilMs: 0 }));
    expect(visibleFrom({ ...orderDaysUntil(SUMMARISED, CUTOFF), earlier: earlier.build() })).toBeNull();
  });
});
