import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import type { ShopHabits } from '../model/predictors.js';

/** Gaps of the horizon's length that every shop is taken to have seen, so that a first gap of a day makes no daily shop. */
const PRIOR_GAPS = 5;

/** The habits of a shop from all that is known of its customers. */
export function shopHabitsOf(history: OrderDays, horizonDays: number): ShopHabits {
  let [gaps, gapDays, known, lnTotal] = [PRIOR_GAPS, PRIOR_GAPS * horizonDays, 0, 0];
  for (let customer = 0; customer < customerCount(history); customer++) {
    const from = history.offsets[customer]!;
    const to = history.offsets[customer + 1]!;
    if (from === to) continue;
    gaps += to - from - 1;
    gapDays += history.day[to - 1]! - history.day[from]!;
  }
  for (const value of history.value) {
    if (!(value > 0)) continue;
    known += 1;
    lnTotal += Math.log(value);
  }
  return { gapDays: gapDays / gaps, lnSpend: known === 0 ? null : lnTotal / known };
}
