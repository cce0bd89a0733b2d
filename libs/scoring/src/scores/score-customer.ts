import { scorerOf } from '../model/blend.js';
import { explain } from '../explaining/explanation.js';
import type { Reason } from '../explaining/explanation.js';
import type { Features } from '../orders/features.js';
import { labelOf } from '../model/label.js';
import type { Label } from '../model/label.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import type { FitFacts, Model } from '../model/model.js';
import { toScore } from '../model/score-range.js';

export type Confidence = 'low' | 'medium' | 'high';

/** A score as it is stored. */
export interface ScoredLabel {
  /** P(no order within the model's horizon), four decimals, "0.0001" to "0.9999". */
  readonly score: string;
  readonly label: Label;
  readonly modelVersion: string;
}

/** A score, and what follows from the same orders and the same model about it. */
export interface Scored extends ScoredLabel {
  readonly confidence: Confidence;
  /** Instant by which 80 % of such customers, if still customers, have ordered again; in the past when the customer is overdue. */
  readonly expectedNextOrderAtMs: number | null;
  /** At most three, largest absolute effect first. */
  readonly explanation: Reason[];
}

const DAY_MS = 86_400_000;
const STILL_WAITING_SHARE = 0.2;
const LONGEST_WAIT_DAYS = 365;
const ORDER_DAYS_FOR_MEDIUM = 2;
const ORDER_DAYS_FOR_HIGH = 4;
/** Parameters fitted to fewer are hardly more than the prior. */
const CUSTOMERS_FOR_MEDIUM = 5;

/** Null for a customer without a counted order: nothing would be known, so no number is made up. */
export function scoreCustomer(features: Features, model: Model): Scored | null {
  const standing = standingBy(features, model);
  if (standing === null) return null;
  return {
    ...standing,
    confidence: confidenceOf(features.orderDays, model.fit),
    modelVersion: model.version,
    expectedNextOrderAtMs: expectedNextOrderAt(features, model.mbg),
    explanation: explain(features, model),
  };
}

/** Score and label alone, as `scoreCustomer` gives them: without its reasons, which take most of its time. */
export function standingBy(features: Features, model: Model): Omit<ScoredLabel, 'modelVersion'> | null {
  if (features.orderDays === 0) return null;
  const score = toScore(scorerOf(model)(features.days, { from: 0, to: features.orderDays }, features.today));
  return { score, label: labelOf(score, model.bands) };
}

function confidenceOf(orderDays: number, fit: FitFacts | null): Confidence {
  if (orderDays < ORDER_DAYS_FOR_MEDIUM || (fit !== null && fit.customers < CUSTOMERS_FOR_MEDIUM)) return 'low';
  return fit !== null && orderDays >= ORDER_DAYS_FOR_HIGH ? 'high' : 'medium';
}

/** Milliseconds; null for a one-time buyer, who has shown no rhythm, and when it is more than a year after the last order. */
function expectedNextOrderAt({ x, tx, lastOrderAtMs }: Features, { r, alpha }: MbgParameters): number | null {
  if (x === 0 || lastOrderAtMs === null) return null;
  const waitDays = (alpha + tx) * Math.expm1(-Math.log(STILL_WAITING_SHARE) / (r + x));
  return waitDays > LONGEST_WAIT_DAYS ? null : lastOrderAtMs + Math.round(waitDays * DAY_MS);
}
