import type { Features } from '../orders/features.js';
import type { Model } from './model.js';
import { expectedSpend, spendOf } from './gamma-gamma.js';

/** Result when no revenue is known to be at risk. */
const NOTHING = '0.00';
/** Upper bound: far above any real customer, and exact to the cent as a double. */
const LARGEST = 9_999_999_999_999;

/**
 * Revenue that a shop stands to lose with a customer: score × expected spend in the model's horizon of a customer of this rhythm who is
 * still one, with (r+x)/(α+tx) order days a day (the mean of the rate after x repeat order days until the last of them) and at
 * most one a day. An order day is worth the customer's own mean, drawn towards the shop's by Gamma–Gamma (Fader and Hardie 2013)
 * once that is fitted; before, an order is worth the customer's own average.
 *
 * @param score "0.0001" to "0.9999"; null for a customer without one
 * @returns two decimals in the tenant's currency, "0.00" to "9999999999999.00"; "0.00" without a score or a known amount
 */
export function revenueAtRisk(features: Features, model: Model, score: string | null): string {
  if (score === null || features.averageOrderValue === null) return NOTHING;
  const { r, alpha } = model.mbg;
  const orderDays = Math.min(1, (r + features.x) / (alpha + features.tx)) * model.horizonDays;
  const atRisk = Number(score) * valueOfOrderDay(features, model, Number(features.averageOrderValue)) * orderDays;
  return Math.min(LARGEST, Math.max(0, atRisk)).toFixed(2);
}

function valueOfOrderDay({ days, orderDays }: Features, { spend }: Model, average: number): number {
  const own = spendOf(days, 0, orderDays);
  return spend === null || own === null ? average : expectedSpend(own, spend);
}
