import { toCivilDate } from '../arithmetic/civil-date.js';
import type { Bands } from './label.js';
import type { Learner } from './learner.js';
import type { MbgParameters } from './mbg-nbd.js';
import type { SpendParameters } from './gamma-gamma.js';

/** The rungs of the ladder: the mean of the prior, MBG/NBD fitted to the shop, with logistic regression, with boosted trees too. */
export const MODEL_FAMILIES = ['mbg-prior', 'mbg', 'mbg+lr', 'mbg+lr+gbt'] as const;
export type ModelFamily = (typeof MODEL_FAMILIES)[number];

/** Data that a model was fitted on. Days are UTC day numbers. */
export interface FitFacts {
  /** The last day whose orders were known. */
  readonly today: number;
  readonly firstDay: number;
  readonly customers: number;
  readonly orderDays: number;
  /** Customers at past days whose horizon has passed, and how many of them had ordered in it; 0 for models without regression. */
  readonly rows: number;
  readonly returns: number;
  /** Mean score of the customers, or of a sample of them. */
  readonly meanScore: number;
}

/** The mean customer of a shop at the time of a fit: what explanations compare with. */
export interface TypicalCustomer {
  /** Mean of each group of `REASON_GROUPS`. */
  readonly effects: readonly number[];
  readonly orderDays: number;
  /** Order days within the last horizon. */
  readonly recentOrderDays: number;
  /** Days since the first order. */
  readonly tenureDays: number;
}

/** Everything a score depends on besides the customer. Plain data: what JSON brings back gives the same scores to the last bit. */
export interface Model {
  readonly family: ModelFamily;
  readonly version: string;
  readonly horizonDays: number;
  readonly bands: Bands;
  readonly mbg: MbgParameters;
  /** Null where MBG/NBD alone decides. */
  readonly learner: Learner | null;
  /** Gamma–Gamma parameters of the value of an order day; null with too little data. */
  readonly spend: SpendParameters | null;
  /** The mean customer; null before the first fit, as there is none to compare with. */
  readonly typical: TypicalCustomer | null;
  /** Null for the model that a shop has before its first fit. */
  readonly fit: FitFacts | null;
}

export const DEFAULT_HORIZON_DAYS = 90;

/** Assumed mean age of the customers of a new tenant. It sets the time scale of the prior, as nothing was observed yet. */
const PRIOR_MEAN_T_DAYS = 180;

/** The prior mean that fits are drawn towards: ln r, ln(α / mean T), ln a, ln b. */
export const PRIOR_MEAN = [0.25, -1, -0.5, 0.25] as const;

const COLD_START_VERSION = '1.0';
/** Rises with every change of how models are fitted or scores are computed from them. */
export const FIT_VERSION = '1.2';

/** The model of a tenant that has none of its own yet: scores from the first order of the first customer on. */
export function coldStartModel(horizonDays: number, bands: Bands): Model {
  const [lnR, lnAlphaPerMeanT, lnA, lnB] = PRIOR_MEAN;
  return {
    family: 'mbg-prior',
    version: `mbg-prior-${COLD_START_VERSION}/h${horizonDays}`,
    horizonDays,
    bands,
    mbg: { r: Math.exp(lnR), alpha: PRIOR_MEAN_T_DAYS * Math.exp(lnAlphaPerMeanT), a: Math.exp(lnA), b: Math.exp(lnB) },
    learner: null,
    spend: null,
    typical: null,
    fit: null,
  };
}

/** "mbg+lr-1.2/h90/2026-11-21" */
export const fittedVersion = (family: ModelFamily, horizonDays: number, today: number): string =>
  `${family}-${FIT_VERSION}/h${horizonDays}/${toCivilDate(today)}`;
