import type { CellEffect, ContactEffects } from './contact-effects.js';
import { learnContactEffects } from './contact-effects.js';

/** The number of values of `customers.contact_cell`. */
export const CONTACT_CELLS = 36;

/** Customers that campaigns must choose in a shop that has never sent one. */
export const NEEDED_AT_FIRST = learnContactEffects([], CONTACT_CELLS).needed;

/** Extra revenue of one contact less its cost; decimals with two places. */
export interface ContactValue {
  readonly value: string;
  /** The 95 % interval. */
  readonly low: string;
  readonly high: string;
}

/**
 * Returns what contacting a customer brings. The revenue at risk is score × (1 − score) × revenue of a customer who orders: the change of
 * expected revenue for one unit of log-odds. Harm counts as no effect, so that no contact is worth less than its cost.
 * @param revenueAtRisk @param cost decimals with two places
 */
export function contactValueOf({ effect, low, high }: Omit<CellEffect, 'cell'>, revenueAtRisk: string, cost: string): ContactValue {
  const text = (shift: number): string => (shift * Number(revenueAtRisk) - Number(cost)).toFixed(2).replace(/^-0\.00$/, '0.00');
  return { value: text(Math.max(0, effect)), low: text(low), high: text(high) };
}

/** Chances of no order within the horizon, after one contact; decimals with four places. */
export interface ContactedScore {
  readonly value: string;
  /** The 95 % interval. */
  readonly low: string;
  readonly high: string;
}

/** Scores are published within these bounds. */
const [LOWEST, HIGHEST] = [0.0001, 0.9999];

/** Returns the chance of no order after one contact. @param score the chance without a contact */
export function contactedScoreOf({ effect, low, high }: Omit<CellEffect, 'cell'>, score: string): ContactedScore {
  const logit = Math.log(Number(score) / (1 - Number(score)));
  const text = (shift: number): string => Math.min(HIGHEST, Math.max(LOWEST, 1 / (1 + Math.exp(shift - logit)))).toFixed(4);
  return { value: text(Math.max(0, effect)), low: text(high), high: text(low) };
}

/**
 * Steps per unit of an effect when customers are ordered by value: fine enough that lists follow the values they show, to the hundredth.
 */
const UNITS = 1_000_000;

/**
 * Returns whole numbers that multiply the revenue at risk of each cell, to order customers by the value of a contact. Customers without a
 * known effect come last, by revenue at risk.
 */
export const contactWeights = ({ cells }: Pick<ContactEffects, 'cells'>): number[] =>
  cells.map(({ effect }) => Math.max(1, Math.round(effect * UNITS)));

const NOBODY = '-9223372036854775808';

/** Returns for each cell the bound of `customers.revenue_order` below which a contact is worth more than it costs. */
export const worthBounds = ({ cells }: Pick<ContactEffects, 'cells'>, cost: string): string[] =>
  cells.map(({ effect }) => {
    const bound = (Number(cost) * 100) / effect;
    return effect > 0 && bound < Number.MAX_SAFE_INTEGER ? String(-Math.floor(bound)) : NOBODY;
  });
