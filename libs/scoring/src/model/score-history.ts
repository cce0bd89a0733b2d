import { scorerOf } from './blend.js';
import type { Model } from './model.js';
import { withEarlierDays } from './earlier/earlier-days.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';

/**
 * The scores of n customers on a day: P(no order within the model's horizon), 0.0001 to 0.9999, unrounded; NaN for a customer
 * without an order day.
 *
 * The same arithmetic as for a single customer. Order days after `today` are taken as they are (a shop's clock may run ahead of
 * ours), so a replay passes `orderDaysUntil` of what it may see.
 */
export function scoreHistory(given: OrderDays, model: Model, today: number): Float64Array {
  const history = withEarlierDays(given, model.mbg);
  const scoreOf = scorerOf(model);
  const scores = new Float64Array(customerCount(history));
  for (let customer = 0; customer < scores.length; customer++) {
    const rows = { from: history.offsets[customer]!, to: history.offsets[customer + 1]!, customer };
    scores[customer] = rows.from === rows.to ? Number.NaN : scoreOf(history, rows, today);
  }
  return scores;
}
