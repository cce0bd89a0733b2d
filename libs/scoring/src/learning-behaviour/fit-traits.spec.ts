import { SeededRandom } from '../arithmetic/seeded-random.js';
import { explain } from '../explaining/explanation.js';
import { reasonEffects } from '../explaining/reason-effects.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { risesFrom } from '../model/blend.js';
import type { Model } from '../model/model.js';
import { parseModel } from '../model/parse-model.js';
import { scoreHistory } from '../model/score-history.js';
import { customerCount, type OrderDays, orderDaysUntil } from '../orders/order-days.js';
import { featuresOfTotals, totalsOf, withCovariates, type Features } from '../orders/features.js';
import { historyOf } from '../orders/past-orders.js';
import { customerView, SparseRowsBuilder } from '../orders/sparse-rows.js';
import { traitAt, type TraitChange, type Traits, traitsOfOne } from '../orders/traits.js';
import { scoreCustomer } from '../scores/score-customer.js';
import { order } from '../../test-data/order-facts.js';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { replayQuality } from '../evaluation/replay-quality.js';

const TODAY = 20_000;
const DAY_MS = 86_400_000;
const NOON = (TODAY + 0.5) * DAY_MS;
const N = 1000;
const OPTIONS = { today: TODAY, horizonDays: 14, bands: DEFAULT_BANDS, seed: 5, upTo: 'mbg+lr' } as const;
const NAMES = ['interest', 'noise'];
/** The orders of the next month are not part of the shop, but they decide what the trait says. */
const WHOLE = simulatedShop(N, TODAY + 30);

const ordersIn = (customer: number, from: number, days: number): boolean =>
  WHOLE.day.subarray(WHOLE.offsets[customer], WHOLE.offsets[customer + 1]).some((day) => day > from && day <= from + days);

/** Each two weeks the merchant writes how interested most customers seem, a number with a long tail, and some noise. */
function traitsWith(names: readonly string[]): Traits {
  const builder = new SparseRowsBuilder(traitsOfOne(names, []));
  for (let i = 0; i < N; i++) {
    const random = new SeededRandom(11, i + 1);
    const changes: TraitChange[] = [];
    for (let day = TODAY - 300; day <= TODAY; day += 14) {
      const signal = (ordersIn(i, day, 20) ? 1.2 : 0) + random.unit() + random.unit();
      const noise = random.unit();
      if (i % 5 === 0) continue;
      for (const [trait, name] of names.entries()) changes.push({ day, trait, value: name === 'noise' ? noise : Math.exp(3 * signal) });
    }
    builder.add(traitsOfOne(names, changes));
  }
  return builder.build();
}

const ORDERS = orderDaysUntil(WHOLE, TODAY);
const SHOP: OrderDays & { readonly traits: Traits } = { ...ORDERS, traits: traitsWith(NAMES) };
const MODEL = fitModel(SHOP, OPTIONS);
const WITHOUT = fitModel(ORDERS, OPTIONS);
const jsonOf = (model: Model): string => JSON.stringify(model);

/** The changes of each customer, changed. */
function changed(
  shop: OrderDays & { readonly traits: Traits },
  change: (rows: TraitChange[], customer: number) => TraitChange[],
): typeof SHOP {
  const { names, offsets, day, trait, value } = shop.traits;
  const builder = new SparseRowsBuilder(traitsOfOne(names, []));
  for (let i = 0; i + 1 < offsets.length; i++) {
    const rows: TraitChange[] = [];
    for (let row = offsets[i]!; row < offsets[i + 1]!; row++) rows.push({ day: day[row]!, trait: trait[row]!, value: value[row]! });
    builder.add(traitsOfOne(names, change(rows, i)));
  }
  return { ...shop, traits: builder.build() };
}

describe('the traits of a merchant', () => {
  it('are used where the replay of the shop improves with them, each by itself', () => {
    const { groups, gains, traits } = MODEL.behaviour!;
    expect(groups).toEqual(['trait:interest']);
    expect(traits.map(({ name }) => name)).toEqual(['interest']);
    expect(gains).toHaveLength(1);
    expect(gains[0]!.logLossAfter).toBeLessThan(0.97 * gains[0]!.logLossBefore);
  });

  it('leave the part of the model that reads orders as it is', () => {
    const bare = (model: Model): object => ({ ...model, behaviour: null, regular: null, outlook: null, fit: null });
    expect(bare(MODEL)).toEqual(bare(WITHOUT));
  });

  it('change no score to the last digit where they are absent, empty, noise, or set today', () => {
    const noise = { ...ORDERS, traits: traitsWith(['noise']) };
    const nothing = changed(SHOP, () => []);
    const fresh = changed(SHOP, (rows) => rows.slice(-2).map((row) => ({ ...row, day: TODAY })));
    for (const shop of [noise, nothing, fresh]) expect(jsonOf(fitModel(shop, OPTIONS))).toBe(jsonOf(WITHOUT));
  });

  it('are known up to the day of the fit only: later values change neither the model nor a score', () => {
    const later = changed(SHOP, (rows, i) => [...rows, { day: TODAY + 1, trait: 0, value: 1e6 * (i % 3) }]);
    expect(jsonOf(fitModel(later, OPTIONS))).toBe(jsonOf(MODEL));
    expect(scoreHistory(later, MODEL, TODAY)).toEqual(scoreHistory(SHOP, MODEL, TODAY));
  });

  it('are known up to the origin only in a replay of the past', () => {
    const origin = { ...OPTIONS, today: TODAY - 14 };
    const past = changed(SHOP, (rows) => rows.filter(({ day }) => day <= origin.today));
    const future = changed(SHOP, (rows, i) => rows.map((row) => (row.day <= origin.today ? row : { ...row, value: i })));
    expect(jsonOf(fitModel(SHOP, origin))).toBe(jsonOf(fitModel(past, origin)));
    expect(replayQuality(future, OPTIONS)).toEqual(replayQuality(SHOP, OPTIONS));
  });

  it('give the same model whatever the order of the customers and of their changes', () => {
    const reversed = Uint32Array.from({ length: customerCount(SHOP) }, (_, i) => customerCount(SHOP) - 1 - i);
    expect(jsonOf(fitModel(historyOf(SHOP, reversed), OPTIONS))).toBe(jsonOf(MODEL));
    expect(jsonOf(fitModel(changed(SHOP, (rows) => rows.toReversed()), OPTIONS))).toBe(jsonOf(MODEL)); // prettier-ignore
  });

  it('mean the same in every unit', () => {
    const cents = changed(SHOP, (rows) => rows.map((row) => ({ ...row, value: row.value * 128 })));
    const scores = scoreHistory(cents, fitModel(cents, OPTIONS), TODAY);
    expect(scores).toEqual(scoreHistory(SHOP, MODEL, TODAY));
  });

  it('are stored with the model, to the last bit, and a damaged scale is refused', () => {
    const read = parseModel(JSON.parse(jsonOf(MODEL)));
    expect(read.behaviour).toEqual(MODEL.behaviour);
    const damaged = { ...MODEL, behaviour: { ...MODEL.behaviour, traits: [] } };
    expect(() => parseModel(JSON.parse(JSON.stringify(damaged)))).toThrow('model.behaviour.traits must be the scales of interest');
  });

  it('have missing values as their own case: removing a value is not the same as any value', () => {
    const removed = changed(SHOP, (rows) => [
      ...rows.filter(({ day }) => day < TODAY - 6),
      { day: TODAY - 6, trait: 0, value: Number.NaN },
    ]);
    const never = changed(SHOP, (rows) => rows.filter(({ trait }) => trait !== 0));
    const [afterwards, none] = [scoreHistory(removed, MODEL, TODAY), scoreHistory(never, MODEL, TODAY)];
    expect(afterwards).toEqual(none);
    expect(none).not.toEqual(scoreHistory(SHOP, MODEL, TODAY));
  });
});

describe('the reasons', () => {
  const customers = Array.from({ length: N }, (_, i) => i).filter((i) => SHOP.offsets[i + 1]! - SHOP.offsets[i]! > 2);
  const featuresOf = (i: number): Features => {
    const rows = Array.from(SHOP.day.subarray(SHOP.offsets[i], SHOP.offsets[i + 1]), (day, k) =>
      order({ placedAtMs: day * DAY_MS, amount: Math.round(SHOP.value[SHOP.offsets[i]! + k]! * 10_000) }),
    );
    const covariates = { traits: customerView(SHOP.traits, i) };
    return featuresOfTotals(withCovariates(totalsOf(rows, NOON), covariates), { firstSeenMs: 0 }, NOON);
  };

  it('add up to the distance from a regular customer, traits included', () => {
    for (const i of customers.slice(0, 60)) {
      const { effects, logit, regularLogit } = reasonEffects(featuresOf(i), MODEL);
      const sum = Object.values(effects).reduce((total, effect) => total + effect, 0);
      expect(sum).toBeCloseTo(logit - regularLogit, 8);
    }
  });

  it('name the trait and its value in plain words', () => {
    const texts = customers.flatMap((i) => explain(featuresOf(i), MODEL).filter(({ factor }) => factor === 'trait').map(({ text }) => text)); // prettier-ignore
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => /^Your trait "interest" is [\d.]+, and [\d.]+ is the median; such customers come back (more|less) often here\.$/.test(text)).length).toBeGreaterThan(10); // prettier-ignore
    expect(texts).toContain('Your trait "interest" has no value; such customers come back more often here.');
  });

  it('belong to the score of a single customer, which is that of the whole history', () => {
    const all = scoreHistory(SHOP, MODEL, TODAY);
    for (const i of customers.slice(0, 40)) expect(Number(scoreCustomer(featuresOf(i), MODEL)!.score)).toBeCloseTo(all[i]!, 4);
  });
});

describe('a trait', () => {
  it('has a value from its first day on', () => {
    const i = 1;
    expect(traitAt(SHOP.traits, 'interest', i, TODAY - 301)).toBeNaN();
    expect(traitAt(SHOP.traits, 'interest', i, TODAY - 300)).toBeGreaterThan(0);
    expect(traitAt(SHOP.traits, 'unknown', i, TODAY)).toBeNaN();
    expect(traitAt(undefined, 'interest', i, TODAY)).toBeNaN();
  });

  it('keeps nobody from being looked at once in a while only: scores rise after the known silence', () => {
    const rows = { from: SHOP.offsets[1]!, to: SHOP.offsets[2]!, customer: 1 };
    expect(risesFrom(MODEL, SHOP, rows, TODAY)).toBe(SHOP.day[rows.to - 1]! + MODEL.learner!.longestSilenceDays + 1);
  });
});
