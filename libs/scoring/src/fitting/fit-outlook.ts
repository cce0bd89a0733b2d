import type { Model, Outlook } from '../model/model.js';
import { orderDaysIfAny, orderDaysIfStaying } from '../model/money.js';
import { orderValueOf } from '../model/order-value.js';
import type { OrderDays } from '../orders/order-days.js';

/**
 * Compares the revenue that the customers of a history are expected to bring in 90 and 365 days with that of the horizon. Only the score
 * knows who is still a customer; how much longer days bring follows from MBG/NBD.
 *
 * @param scores of these customers, on the same day
 * @returns null where no amounts are known
 */
export function fitOutlook(history: OrderDays, scores: Float64Array, model: Omit<Model, 'outlook'>, today: number): Outlook | null {
  const { mbg, spend, horizonDays } = model;
  const sums = { horizon: 0, days90: 0, days365: 0 };
  for (const [customer, score] of scores.entries()) {
    const [from, to] = [history.offsets[customer]!, history.offsets[customer + 1]!];
    const value = orderValueOf(history, { from, to }, spend);
    if (value === null) continue;
    const buying = { x: to - from - 1, T: Math.max(history.day[to - 1]!, today) - history.day[from]! };
    const expected = Math.max(0, (1 - score) * orderDaysIfAny(buying, mbg, horizonDays) * value);
    const within = orderDaysIfStaying(buying, mbg, horizonDays);
    sums.horizon += expected;
    sums.days90 += (expected * orderDaysIfStaying(buying, mbg, 90)) / within;
    sums.days365 += (expected * orderDaysIfStaying(buying, mbg, 365)) / within;
  }
  const outlook = { days90: sums.days90 / sums.horizon, days365: sums.days365 / sums.horizon };
  return Object.values(outlook).every((ratio) => Number.isFinite(ratio) && ratio > 0) ? outlook : null;
}
