import { isPlanId, type PlanId } from '#libs/core';

/** The price of a plan for a month. */
export interface PlanPrice {
  /** Two decimals. */
  readonly amount: string;
  /** ISO 4217, upper case. */
  readonly currency: string;
}

/** Ends the sentence 'it must be …'. */
export const PLAN_PRICES_RULE = 'prices of a month such as "starter=29 EUR, pro=99.50 EUR", each plan once: starter, pro, enterprise';

const PRICE = /^(\w+)=(\d{1,6}(?:\.\d{1,2})?) ([A-Z]{3})$/;

/** @returns the prices by plan; none for an empty text, null for an invalid list */
export function readPlanPrices(text: string): Partial<Record<PlanId, PlanPrice>> | null {
  const prices: Partial<Record<PlanId, PlanPrice>> = {};
  for (const part of text === '' ? [] : text.split(',')) {
    const [, plan = '', amount = '', currency = ''] = PRICE.exec(part.trim()) ?? [];
    if (!isPlanId(plan) || prices[plan] !== undefined) return null;
    prices[plan] = { amount: Number(amount).toFixed(2), currency };
  }
  return prices;
}
