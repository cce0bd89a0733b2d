import { simulatedShop } from '../../test-data/simulated-shop.js';
import { NOON, order } from '../../test-data/order-facts.js';
import { explain } from './explanation.js';
import { isMissing } from './fact.js';
import { reasonEffects } from './reason-effects.js';
import { featuresOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel } from '../model/model.js';
import { customerCount, dayOf } from '../orders/order-days.js';
import { scoreHistory } from '../model/score-history.js';
import { scoreCustomer } from '../scores/score-customer.js';

const TODAY = dayOf(NOON);
const SHOP = simulatedShop(1200, TODAY);
const MODELS = [
  coldStartModel(30, DEFAULT_BANDS),
  ...(['mbg', 'mbg+lr', 'mbg+lr+gbt'] as const).map((upTo) =>
    fitModel(SHOP, { today: TODAY, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1, upTo }),
  ),
];
const logit = (p: number): number => Math.log(p / (1 - p));

/** A customer of the shop as features, which hold nothing but the order days. */
function featuresOfCustomer(i: number): Features {
  const [from, to] = [SHOP.offsets[i]!, SHOP.offsets[i + 1]!];
  const rows = Array.from(SHOP.day.subarray(from, to), (day, k) =>
    order({ placedAtMs: day * 86_400_000, amount: Math.round(SHOP.value[from + k]! * 10_000) }),
  );
  return featuresOf(rows, { firstSeenMs: 0 }, NOON);
}

const CUSTOMERS = Array.from({ length: customerCount(SHOP) }, (_, i) => featuresOfCustomer(i));

describe.each([0, 1, 2, 3])('the effects of the reasons, on rung %d of the ladder', (rung) => {
  const model = MODELS[rung]!;
  const explained = CUSTOMERS.map((features) => ({ features, ...reasonEffects(features, model) }));

  it('add up to the distance of the score from that of a regular customer', () => {
    const scores = scoreHistory(SHOP, model, TODAY);
    for (const { effects, logit: own, regularLogit } of explained) {
      expect(Object.values(effects).reduce((total, effect) => total + effect, 0)).toBeCloseTo(own - regularLogit, 8);
    }
    // The log-odds behind the effects are not kept within those of 0.0001 and 0.9999.
    const within = [...explained.entries()].filter(([, { logit: own }]) => Math.abs(own) < 9);
    expect(within.length).toBeGreaterThan(600);
    for (const [i, { logit: own }] of within) expect(own).toBeCloseTo(logit(scores[i]!), 6);
  });

  it('let an overdue silence raise the score only, and one that is not due lower it only', () => {
    const isOverdue = ({ avgGapDays, T, tx }: Features): boolean => avgGapDays !== null && T - tx > 1.5 * avgGapDays;
    const overdue = explained.filter(({ features }) => isOverdue(features));
    const today = explained.filter(({ features: { T, tx } }) => T === tx);
    expect(Math.min(overdue.length, today.length)).toBeGreaterThan(10);
    expect(overdue.filter(({ effects }) => effects.silence < 0)).toEqual([]);
    expect(today.filter(({ effects }) => effects.silence > 0)).toEqual([]);
  });

  it('have the silence of every customer whose next order is missing, once', () => {
    const missing = CUSTOMERS.filter((features) => isMissing(features, model));
    expect(missing.length).toBeGreaterThan(100);
    const silences = missing.map((features) => explain(features, model).filter(({ factor }) => factor === 'silence').length);
    expect(silences.filter((count) => count !== 1)).toEqual([]);
  });

  it('begin with a reason of the sign of the label, and go on by strength', () => {
    const all = CUSTOMERS.map((features) => ({ label: scoreCustomer(features, model)?.label, reasons: explain(features, model) }));
    const firstOf = (...labels: string[]): number[] =>
      all.filter(({ label }) => labels.includes(label ?? '')).map(({ reasons }) => reasons[0]!.effect);
    expect(firstOf('high', 'critical').filter((effect) => effect <= 0)).toEqual([]);
    expect(firstOf('low').filter((effect) => effect >= 0)).toEqual([]);
    for (const { reasons } of all) {
      const others = reasons.slice(1).map(({ effect }) => Math.abs(effect));
      expect(others).toEqual(others.toSorted((one, other) => other - one));
      expect(new Set(reasons.map(({ factor }) => factor)).size).toBe(reasons.length);
      expect(reasons.length).toBeLessThanOrEqual(3);
    }
  });
});

describe('the regular customer of a shop', () => {
  it('is stored with the fitted model', () => {
    const regular = MODELS[3]!.regular!;
    const days = CUSTOMERS.map(({ orderDays }) => orderDays).filter((count) => count > 1);
    expect(regular.orderDays).toBeGreaterThanOrEqual(2);
    expect(regular.orderDays).toBeLessThanOrEqual(Math.max(...days));
    expect(regular.spend).toBeGreaterThan(20);
    expect(regular.spend).toBeLessThan(130);
  });

  it('is a customer with four orders at the usual gap until a shop has one', () => {
    const model = MODELS[0]!;
    expect(model.regular).toBeNull();
    const gap = Math.round(model.mbg.alpha / (model.mbg.r + 0.5));
    const rows = [4, 3, 2, 1].map((gaps) => order({ placedAtMs: NOON - gaps * gap * 86_400_000 }));
    const onTime = reasonEffects(featuresOf(rows, { firstSeenMs: 0 }, NOON), model);
    expect(onTime.logit).toBeCloseTo(onTime.regularLogit, 8);
  });
});
