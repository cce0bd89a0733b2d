import { simulatedShop } from '../../test-data/simulated-shop.js';
import { NOON, order } from '../../test-data/order-facts.js';
import { REASON_GROUPS } from '../model/reason-groups.js';
import { byStrength, effectsFromMean } from './explain-fitted.js';
import { explain } from './explanation.js';
import { featuresOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import type { Model, TypicalCustomer } from '../model/model.js';
import { customerCount, dayOf } from '../orders/order-days.js';
import { scoreHistory } from '../model/score-history.js';

const TODAY = dayOf(NOON);
const SHOP = simulatedShop(1200, TODAY);
const MODELS = (['mbg', 'mbg+lr', 'mbg+lr+gbt'] as const).map((upTo) =>
  fitModel(SHOP, { today: TODAY, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1, upTo }),
);
const MODEL = MODELS[2]!;
const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const logit = (p: number): number => Math.log(p / (1 - p));

function typicalOf(model: Model): TypicalCustomer {
  if (model.typical === null) throw new Error('a fitted model knows its typical customer');
  return model.typical;
}

/** A customer of the shop as features, which hold nothing but the order days. */
function featuresOfCustomer(i: number): Features {
  const [from, to] = [SHOP.offsets[i]!, SHOP.offsets[i + 1]!];
  const rows = Array.from(SHOP.day.subarray(from, to), (day, k) =>
    order({ placedAtMs: day * 86_400_000, amount: Math.round(SHOP.value[from + k]! * 10_000) }),
  );
  return featuresOf(rows, { firstSeenMs: 0 }, NOON);
}

describe('the effects of an explanation', () => {
  it.each([0, 1, 2])('add up to the distance from the mean of the shop, on rung %d of the ladder', (rung) => {
    const model = MODELS[rung]!;
    const logits = scoreHistory(SHOP, model, TODAY).map(logit);
    // The effects are not kept within those of 0.0001 and 0.9999.
    const within = [...logits.keys()].filter((i) => i % 7 === 0 && Math.abs(logits[i]!) < 9);
    expect(within.length).toBeGreaterThan(100);
    const rests = within.map((i) => sum(effectsFromMean(featuresOfCustomer(i), model, typicalOf(model))) - logits[i]!);
    for (const rest of rests) expect(rest).toBeCloseTo(rests[0]!, 6);
  });

  it('are none in the mean of all customers', () => {
    const total = new Float64Array(REASON_GROUPS.length);
    for (let i = 0; i < customerCount(SHOP); i++) {
      for (const [group, effect] of effectsFromMean(featuresOfCustomer(i), MODEL, typicalOf(MODEL)).entries()) total[group]! += effect;
    }
    for (const effect of total) expect(Math.abs(effect) / customerCount(SHOP)).toBeLessThan(1e-6);
  });

  it('are explained by the three strongest, with what the customer did and what is usual in this shop', () => {
    const reasons = explain(featuresOfCustomer(3), MODEL);
    expect(reasons).toHaveLength(3);
    const strongest = byStrength(effectsFromMean(featuresOfCustomer(3), MODEL, typicalOf(MODEL))).slice(0, 3);
    expect(reasons.map(({ factor }) => factor)).toEqual(strongest.map(({ group }) => group));
    for (const { text } of reasons) expect(text).toMatch(/\d|no rhythm yet/);
  });
});
