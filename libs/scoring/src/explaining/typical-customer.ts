import { REASON_GROUPS } from '../model/reason-groups.js';
import { effectReader } from './effects.js';
import type { Model, TypicalCustomer } from '../model/model.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';

/** @param sample customers of the shop on day `today`, each with an order */
export function typicalCustomer(model: Model, sample: OrderDays, today: number): TypicalCustomer {
  const n = customerCount(sample);
  const effectsOf = effectReader(model, today);
  const effects = REASON_GROUPS.map(() => 0);
  let [recent, tenure] = [0, 0];
  for (let i = 0; i < n; i++) {
    const rows = { from: sample.offsets[i]!, to: sample.offsets[i + 1]! };
    for (const [group, effect] of effectsOf(sample, rows).entries()) effects[group]! += effect / n;
    recent += recentOrderDays(sample, rows, today, model.horizonDays);
    tenure += Math.max(0, today - sample.day[rows.from]!);
  }
  return { effects, orderDays: sample.day.length / n, recentOrderDays: recent / n, tenureDays: tenure / n };
}

/** Order days of one customer within the horizon before the end of `today`. */
export function recentOrderDays(
  { day }: OrderDays,
  { from, to }: { readonly from: number; readonly to: number },
  today: number,
  horizonDays: number,
): number {
  let count = 0;
  while (count < to - from && day[to - 1 - count]! > today - horizonDays) count += 1;
  return count;
}
