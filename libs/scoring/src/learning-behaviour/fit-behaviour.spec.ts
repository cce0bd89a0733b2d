import { activeShop, ordersOnly, type ActiveShop } from '../../test-data/active-shop.js';
import { replayQuality } from '../evaluation/replay-quality.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import type { Model } from '../model/model.js';
import { parseModel } from '../model/parse-model.js';
import { scoreHistory } from '../model/score-history.js';
import { activityOfOne, type ActivityRow, NO_ACTIVITY } from '../orders/activity.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';
import { historyOf } from '../orders/past-orders.js';
import { SparseRowsBuilder } from '../orders/sparse-rows.js';

const TODAY = 20_000;
const SHOP = activeShop(1000, TODAY);
const OPTIONS = { today: TODAY, horizonDays: 14, bands: DEFAULT_BANDS, seed: 5, upTo: 'mbg+lr' } as const;
const MODEL = fitModel(SHOP, OPTIONS);
const WITHOUT = fitModel(ordersOnly(SHOP), OPTIONS);

const jsonOf = (model: Model): string => JSON.stringify(model);

/** The rows of each customer, changed. */
function changed({ activity, ...orders }: ActiveShop, change: (rows: ActivityRow[]) => ActivityRow[]): OrderDays {
  const builder = new SparseRowsBuilder(NO_ACTIVITY);
  for (let i = 0; i + 1 < activity.offsets.length; i++) {
    const rows: ActivityRow[] = [];
    for (let row = activity.offsets[i]!; row < activity.offsets[i + 1]!; row++) {
      rows.push({ day: activity.day[row]!, signal: activity.signal[row]!, count: activity.count[row]! });
    }
    builder.add(activityOfOne(change(rows)));
  }
  return { ...orders, activity: builder.build() };
}

describe('what customers do beside ordering', () => {
  it('is used where the replay of the shop improves with it, group by group', () => {
    const { groups, gains } = MODEL.behaviour!;
    expect(groups).toContain('visits');
    expect(groups).not.toContain('reviews');
    expect(groups).not.toContain('tickets');
    expect(gains.map(({ group }) => group).toSorted()).toEqual([...groups].toSorted());
    expect(gains[0]!.logLossAfter).toBeLessThan(0.99 * gains[0]!.logLossBefore);
    expect(gains.slice(1).map((gain) => gain.logLossBefore)).toEqual(gains.slice(0, -1).map((gain) => gain.logLossAfter));
  });

  it('leaves the part of the model that reads orders as it is', () => {
    expect({ ...MODEL, behaviour: null, regular: null, outlook: null, fit: null }).toEqual({
      ...WITHOUT,
      regular: null,
      outlook: null,
      fit: null,
    });
  });

  it('changes no score to the last digit where it is absent, empty or noise', () => {
    const noise = fitModel(activeShop(1000, TODAY, 'noise'), OPTIONS);
    const nothing = fitModel(changed(SHOP, () => []), OPTIONS); // prettier-ignore
    expect(WITHOUT.behaviour).toBeNull();
    for (const model of [noise, nothing]) expect(jsonOf(model)).toBe(jsonOf(WITHOUT));
  });

  it('is known up to the day of the fit only: later events change neither the model nor a score', () => {
    const later = changed(SHOP, (rows) => [...rows, { day: TODAY + 1, signal: 0, count: 3 }, { day: TODAY + 5, signal: 8, count: 1 }]);
    expect(jsonOf(fitModel(later, OPTIONS))).toBe(jsonOf(MODEL));
    expect(scoreHistory(later, MODEL, TODAY)).toEqual(scoreHistory(SHOP, MODEL, TODAY));
  });

  it('is known up to the origin only in a replay of the past', () => {
    const origin = { ...OPTIONS, today: TODAY - 14 };
    const past = changed(SHOP, (rows) => rows.filter(({ day }) => day <= origin.today));
    expect(jsonOf(fitModel(SHOP, origin))).toBe(jsonOf(fitModel(past, origin)));
    expect(replayQuality(past, OPTIONS)).toEqual(replayQuality(SHOP, OPTIONS));
  });

  it('gives the same model whatever the order of the customers and of their events', () => {
    const reversed = Uint32Array.from({ length: customerCount(SHOP) }, (_, i) => customerCount(SHOP) - 1 - i);
    expect(jsonOf(fitModel(historyOf(SHOP, reversed), OPTIONS))).toBe(jsonOf(MODEL));
    expect(jsonOf(fitModel(changed(SHOP, (rows) => rows.toReversed()), OPTIONS))).toBe(jsonOf(MODEL)); // prettier-ignore
  });

  it('is stored with the model, to the last bit', () => {
    const read = parseModel(JSON.parse(jsonOf(MODEL)));
    expect(read.behaviour).toEqual(MODEL.behaviour);
    expect(scoreHistory(SHOP, read, TODAY)).toEqual(scoreHistory(SHOP, MODEL, TODAY));
  });

  it('keeps the mean score where the orders put it', () => {
    const meanOf = (model: Model): number =>
      scoreHistory(SHOP, model, TODAY).reduce((sum, score) => sum + (Number.isNaN(score) ? 0 : score), 0) / customerCount(SHOP);
    expect(Math.abs(meanOf(MODEL) - meanOf(WITHOUT))).toBeLessThan(0.002);
  });
});
