import { isEnoughEvidence } from '../model/evidence.js';
import type { FitFacts } from '../model/model.js';
import { dateText, monthText } from '../arithmetic/date-text.js';
import type { EarlierOrders } from '../orders/earlier-orders.js';
import type { Features } from '../orders/features.js';

export type Confidence = 'low' | 'medium' | 'high';

const ORDER_DAYS_FOR_MEDIUM = 2;
const ORDER_DAYS_FOR_HIGH = 4;
/** Parameters fitted to fewer are hardly more than the prior. */
const CUSTOMERS_FOR_MEDIUM = 5;
const DAYS_OF_MONTHS = 60;
const DAYS_PER_MONTH = 365.25 / 12;

/** The part of a customer's features that shows how much is known. Absent fields: all orders are known one by one. */
type Known = Pick<Features, 'orderDays'> & Partial<Pick<Features, 'earlier' | 'isLastUnknown'>>;

/** Says how far to trust a score: by the customer's orders, how much is known of them, and by the evidence that its model has. */
export function confidenceOf(known: Known, fit: FitFacts | null): Confidence {
  const confidence = ofAllKnown(known, fit);
  if (known.earlier == null || confidence === 'low') return confidence;
  return known.isLastUnknown === true ? 'low' : 'medium';
}

function ofAllKnown({ orderDays }: Known, fit: FitFacts | null): Confidence {
  if (orderDays < ORDER_DAYS_FOR_MEDIUM || (fit !== null && fit.customers < CUSTOMERS_FOR_MEDIUM)) return 'low';
  return isTested(fit) && orderDays >= ORDER_DAYS_FOR_HIGH ? 'high' : 'medium';
}

/** Returns the reason for a confidence in words: "High confidence: 14 orders over 8 months." */
export function confidenceText(features: Known & Pick<Features, 'ordersTotal' | 'tx'>, fit: FitFacts | null): string {
  const confidence = confidenceOf(features, fit);
  return `${confidence.charAt(0).toUpperCase()}${confidence.slice(1)} confidence: ${ordersText(features)}${evidenceText(fit)}.`;
}

/** "8 orders since March 2024; the days of 7 of them, until 28 September 2026, are not known" */
function earlierText(ordersTotal: number, { orders, firstAtMs, untilMs }: EarlierOrders): string {
  const count = ordersTotal === 1 ? 'one order' : `${ordersTotal} orders`;
  const since = firstAtMs === null ? '' : ` since ${monthText(firstAtMs)}`;
  if (orders === 1 && ordersTotal === 1) return `${count}${since}, known from a summary of the shop`;
  const which = orders === ordersTotal ? 'their days' : orders === 1 ? 'the day of one of them' : `the days of ${orders} of them`;
  return `${count}${since}; ${which}, until ${dateText(untilMs)}, ${orders === 1 ? 'is' : 'are'} not known`;
}

function ordersText({ orderDays, ordersTotal, tx, earlier }: Known & Pick<Features, 'ordersTotal' | 'tx'>): string {
  if (earlier != null) return earlierText(ordersTotal, earlier);
  if (ordersTotal === 1) return 'one order';
  return orderDays === 1 ? `${ordersTotal} orders on one day` : `${ordersTotal} orders over ${spanText(tx)}`;
}

function evidenceText(fit: FitFacts | null): string {
  if (fit === null) return ', and no model of your own yet';
  return isTested(fit) ? '' : ', and too little history of your shop to test the score';
}

/** The model page shows the quality of the score, and not that there is too little history. */
const isTested = (fit: FitFacts | null): boolean => fit !== null && isEnoughEvidence(fit);

function spanText(days: number): string {
  if (days < DAYS_OF_MONTHS) return days === 1 ? '1 day' : `${days} days`;
  return `${Math.round(days / DAYS_PER_MONTH)} months`;
}
