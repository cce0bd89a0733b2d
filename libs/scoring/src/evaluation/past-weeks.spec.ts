import { simulatedShop } from '../../test-data/simulated-shop.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { customerCount, orderDaysUntil, type OrderDays } from '../orders/order-days.js';
import { contactsOfOne } from '../orders/contacts.js';
import { historyOf, knownBy } from '../orders/past-orders.js';
import { SparseRowsBuilder } from '../orders/sparse-rows.js';
import { featuresOfTotals } from '../orders/features.js';
import { LIFECYCLES } from '../scores/lifecycle.js';
import { scoreCustomer } from '../scores/score-customer.js';
import { addPastWeeks, mostAtRisk, pastWeeks } from './past-weeks.js';

const DAY_MS = 86_400_000;
const TODAY = 20_000;
const HORIZON = 30;
const DAYS = [TODAY - 120, TODAY - 113, TODAY - 20];
const SHOP = simulatedShop(600, TODAY - 1);
const MODEL = fitModel(SHOP, { today: DAYS[0]!, horizonDays: HORIZON, bands: DEFAULT_BANDS, seed: 1 });
const task = { model: MODEL, days: DAYS, today: TODAY, namedDay: DAYS[0]! };

/** Features as a live score has them at the end of a day, of a history that ends then. */
function liveFeatures(history: OrderDays, customer: number, day: number) {
  const days = historyOf(history, Uint32Array.of(customer));
  const noon = day * DAY_MS + DAY_MS / 2;
  const none = { ordersTotal: 0, foreignOrders: 0, recentOrders: 0, bought: 0n, valuedOrders: 0, looseRefunds: 0n };
  return featuresOfTotals({ ...none, firstOrderAtMs: null, lastOrderAtMs: null, days }, { firstSeenMs: noon }, noon);
}

describe('past weeks', () => {
  it('add up the live scores of each day', () => {
    const { weeks } = pastWeeks(SHOP, task);
    for (const week of weeks) {
      const until = orderDaysUntil(SHOP, week.day);
      const scores = Array.from({ length: customerCount(SHOP) }, (_, customer) =>
        scoreCustomer(liveFeatures(until, customer, week.day), MODEL),
      ).filter((scored) => scored !== null);
      for (const label of ['low', 'medium', 'high', 'critical'] as const)
        expect(week.labels[label]).toBe(scores.filter((scored) => scored.label === label).length);
      for (const lifecycle of LIFECYCLES)
        expect(week.lifecycles[lifecycle]).toBe(scores.filter((scored) => scored.lifecycle === lifecycle).length);
      expect(week.scoreUnits).toBe(scores.reduce((sum, { score }) => sum + Math.round(Number(score) * 10_000), 0));
      expect(week.expectedCents).toBe(scores.reduce((sum, { expectedRevenue }) => sum + Math.round(Number(expectedRevenue) * 100), 0));
    }
  });

  it('tell what the customers did in the horizon, once it has passed', () => {
    const { weeks, named } = pastWeeks(SHOP, task);
    expect(weeks.map(({ outcome }) => outcome !== null)).toEqual([true, true, false]);
    expect(weeks.map(({ actual90Cents }) => actual90Cents !== null)).toEqual([true, true, false]);
    const [first] = weeks;
    const { customers } = knownBy(SHOP, first!.day);
    let [spent, stayedAway] = [0, 0];
    for (const customer of customers) {
      let own = 0;
      let orders = 0;
      for (let row = SHOP.offsets[customer]!; row < SHOP.offsets[customer + 1]!; row += 1) {
        if (SHOP.day[row]! <= first!.day || SHOP.day[row]! > first!.day + HORIZON) continue;
        own += SHOP.value[row]!;
        orders += 1;
      }
      spent += Math.round(own * 100);
      if (orders === 0) stayedAway += 1;
    }
    expect(first!.actualCents).toBe(spent);
    expect(first!.outcome!.bins.reduce((sum, bin) => sum + bin.stayedAway, 0)).toBe(stayedAway);
    const { returned, stayedAway: away, spentCents } = first!.outcome!.listed;
    const listed = first!.lifecycles.slipping + first!.lifecycles.second_order_due;
    expect(first!.lifecycles.second_order_due).toBeGreaterThan(0);
    expect(returned.customers + away.customers).toBe(listed);
    expect(named).toHaveLength(Math.min(listed, 100));
    if (listed > 100) return;
    expect(named.reduce((sum, each) => sum + each.spentCents, 0)).toBe(spentCents);
  });

  it('compare scores with the outcomes of as many customers as those seen represent, each week by itself', () => {
    const contacts = new SparseRowsBuilder(contactsOfOne([]));
    for (let customer = 0; customer < customerCount(SHOP); customer++)
      contacts.add(contactsOfOne([{ day: DAYS[0]! - 10, until: TODAY, standsFor: 1.5, draw: 0 }]));
    const { weeks } = pastWeeks({ ...SHOP, contacts: contacts.build() }, task);
    const matured = weeks.filter(({ outcome }) => outcome !== null);
    expect(matured).toHaveLength(2);
    for (const { outcome, labels } of matured) {
      const scored = Object.values(labels).reduce((sum, each) => sum + each, 0);
      expect(outcome!.bins.reduce((sum, { n }) => sum + n, 0)).toBe(Math.floor(1.5 * scored));
    }
  });

  it('are the same when the customers come in two parts', () => {
    const whole = pastWeeks(SHOP, task);
    const split = Math.floor(customerCount(SHOP) / 3);
    const ids = Uint32Array.from({ length: customerCount(SHOP) }, (_, i) => i);
    const [one, other] = [ids.slice(0, split), ids.slice(split)].map((part) => pastWeeks(historyOf(SHOP, part), task));
    expect(one!.weeks.map((week, i) => addPastWeeks(week, other!.weeks[i]!)).map(withoutRounding)).toEqual(
      whole.weeks.map(withoutRounding),
    );
    const named = mostAtRisk([...one!.named, ...other!.named.map((each) => ({ ...each, customer: each.customer + split }))]);
    expect(named).toEqual(whole.named);
  });
});

/** The sum for 90 days is rounded once for each part. */
const withoutRounding = <Week extends { readonly expected90Cents: number | null }>(week: Week): Week => ({
  ...week,
  expected90Cents: Math.round((week.expected90Cents ?? 0) / 10),
});
