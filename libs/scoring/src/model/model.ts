import { toCivilDate } from '../arithmetic/civil-date.js';
import type { BehaviourLayer } from '../behaviour/behaviour-layer.js';
import type { Bands } from './label.js';
import type { Learner } from './learner.js';
import type { MbgParameters } from './mbg-nbd.js';
import type { SpendModel } from './order-value.js';
import { PRIOR_MBG } from './prior.js';
import type { ShopRhythm } from './rhythm/rhythm.js';

/** The rungs of the ladder: the mean of the prior, MBG/NBD fitted to the shop, with logistic regression, with boosted trees too. */
export const MODEL_FAMILIES = ['mbg-prior', 'mbg', 'mbg+lr', 'mbg+lr+gbt'] as const;
export type ModelFamily = (typeof MODEL_FAMILIES)[number];

/** Data that a model was fitted on. Days are UTC day numbers. */
export interface FitFacts {
  /** The last day with known orders. */
  readonly today: number;
  readonly firstDay: number;
  readonly customers: number;
  readonly orderDays: number;
  /** Customers at past days with a horizon that has passed, and how many of them ordered in it; 0 for models without regression. */
  readonly rows: number;
  readonly returns: number;
  /** Customers of one horizon ago by what they did in it: the evidence that a replay of the scores has. */
  readonly stayedAway: number;
  readonly returned: number;
  /** Mean score of the customers, or of a sample of them. */
  readonly meanScore: number;
}

/** A regular customer of a shop, on time: what explanations compare with. */
export interface RegularCustomer {
  /** Mean of each group of `REASON_GROUPS` on the day on which the next order is due. */
  readonly effects: readonly number[];
  /** Mean log-odds of placing no order, on that day. */
  readonly logit: number;
  /** Medians: order days, value of an order day (null where no amounts are known), days from the first order day to the last. */
  readonly orderDays: number;
  readonly spend: number | null;
  readonly spanDays: number;
}

/** Revenue expected in 90 and 365 days, as multiples of that of the horizon. */
export interface Outlook {
  readonly days90: number;
  readonly days365: number;
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
  /** Null where behaviour and traits are unknown, or did not improve the score. */
  readonly behaviour: BehaviourLayer | null;
  /** The value of an order day; null with too little data. */
  readonly spend: SpendModel | null;
  /** Null before the first fit, and while no customer is active. */
  readonly regular: RegularCustomer | null;
  /** Null before the first fit. */
  readonly rhythm: ShopRhythm | null;
  /** Null before the first fit, and where no amounts are known. */
  readonly outlook: Outlook | null;
  /** Null for the model that a shop has before its first fit. */
  readonly fit: FitFacts | null;
}

export const DEFAULT_HORIZON_DAYS = 90;

const COLD_START_VERSION = '1.0';
/** Rises with every change of how models are fitted or scores are computed from them. */
export const FIT_VERSION = '1.7';

/** The model of a tenant that has none of its own yet: scores from the first order of the first customer on. */
export function coldStartModel(horizonDays: number, bands: Bands): Model {
  return {
    family: 'mbg-prior',
    version: `mbg-prior-${COLD_START_VERSION}/h${horizonDays}`,
    horizonDays,
    bands,
    mbg: PRIOR_MBG,
    learner: null,
    behaviour: null,
    spend: null,
    regular: null,
    rhythm: null,
    outlook: null,
    fit: null,
  };
}

/** "mbg+lr-1.6/h90/2026-11-21" */
export const fittedVersion = (family: ModelFamily, horizonDays: number, today: number): string =>
  `${family}-${FIT_VERSION}/h${horizonDays}/${toCivilDate(today)}`;
