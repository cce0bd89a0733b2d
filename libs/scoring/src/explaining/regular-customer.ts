import { REASON_GROUPS } from '../model/reason-groups.js';
import type { Model, RegularCustomer } from '../model/model.js';
import { nextOrderDay, typicalGapDays } from '../model/rhythm/rhythm.js';
import { medianOf } from '../orders/gaps.js';
import { customerCount, type CustomerRows, type OrderDays, type ScoredRows } from '../orders/order-days.js';
import { behaviourEffects, effectsOn } from './effects.js';

/** A customer who is silent for longer than this many of the own gaps is not on time. */
export const OVERDUE_GAPS = 1.5;
/** Smallest number of regular customers that shows what is usual. With fewer, all active ones count. */
const FEWEST_REGULARS = 20;
/** Order days of the customer who stands for the regular ones of a shop that has none. */
const IMAGINED_ORDER_DAYS = 4;

/** The regular customer by the orders, and the mean effect of each group of behaviour that the model uses. */
interface FoundRegular {
  readonly orders: RegularCustomer;
  readonly behaviour: readonly number[];
}

/**
 * Finds what a regular customer of the shop who is on time looks like: the mean over the customers who came back and are not overdue, each
 * on the day on which the next order is due. Behaviour and traits count as of today.
 *
 * @param sample customers of the shop on day `today`, each with an order
 * @returns null where no customer is active
 */
export function regularCustomer(model: Model, sample: OrderDays, today: number): FoundRegular | null {
  const active = activeCustomers(model, sample, today);
  const repeat = active.filter(({ from, to }) => to - from > 1);
  const regular = repeat.length < FEWEST_REGULARS ? active : repeat;
  if (regular.length === 0) return null;
  const groups = REASON_GROUPS.map(() => 0);
  const behaviour = (model.behaviour?.groups ?? []).map(() => 0);
  let logit = 0;
  for (const rows of regular) {
    const effects = effectsOn(nextOrderDay(sample, rows, model), sample, rows, model);
    for (const [group, effect] of effects.groups.entries()) groups[group]! += effect / regular.length;
    logit += effects.logit / regular.length;
    const behaviourOf = behaviourEffects(today, sample, rows, model).groups;
    for (const [group, effect] of behaviourOf.entries()) behaviour[group]! += effect / regular.length;
  }
  const spends = regular.map((rows) => spendPerDay(sample, rows)).filter((spend) => spend !== null);
  const orders = {
    effects: groups,
    logit,
    orderDays: Math.round(medianOf(regular.map(({ from, to }) => to - from))),
    spend: spends.length === 0 ? null : medianOf(spends),
    spanDays: Math.round(medianOf(regular.map(({ from, to }) => sample.day[to - 1]! - sample.day[from]!))),
  };
  return { orders, behaviour };
}

function activeCustomers(model: Model, sample: OrderDays, today: number): ScoredRows[] {
  const active: ScoredRows[] = [];
  for (let i = 0; i < customerCount(sample); i++) {
    const rows = { from: sample.offsets[i]!, to: sample.offsets[i + 1]!, customer: i };
    const [gaps, last] = [rows.to - rows.from - 1, sample.day[rows.to - 1]!];
    const own = gaps === 0 ? typicalGapDays(model) : (last - sample.day[rows.from]!) / gaps;
    if (today - last <= OVERDUE_GAPS * own) active.push(rows);
  }
  return active;
}

/** Returns the mean value of the order days with a known one; null without any. */
export function spendPerDay({ value }: OrderDays, { from, to }: CustomerRows): number | null {
  const known = value.subarray(from, to).filter((each) => each > 0);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}

/** Effects and log-odds of the regular customer; of an imagined one with four orders at the usual gap where the shop has shown none. */
export function regularEffects(model: Model): { readonly groups: ArrayLike<number>; readonly logit: number } {
  if (model.regular !== null) return { groups: model.regular.effects, logit: model.regular.logit };
  const gap = Math.max(1, Math.round(typicalGapDays(model)));
  const history = {
    offsets: Uint32Array.of(0, IMAGINED_ORDER_DAYS),
    day: Int32Array.from({ length: IMAGINED_ORDER_DAYS }, (_, i) => i * gap),
    value: new Float64Array(IMAGINED_ORDER_DAYS).fill(Number.NaN),
  };
  return effectsOn(IMAGINED_ORDER_DAYS * gap, history, { from: 0, to: IMAGINED_ORDER_DAYS }, model);
}
