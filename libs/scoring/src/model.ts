import type { Bands } from './label.js';
import type { MbgParameters } from './mbg-nbd.js';

/** Everything a score depends on besides the customer. */
export interface Model {
  readonly version: string;
  readonly horizonDays: number;
  readonly bands: Bands;
  readonly mbg: MbgParameters;
  /** Whether the parameters were fitted to the tenant's own customers. */
  readonly fitted: boolean;
}

export const DEFAULT_HORIZON_DAYS = 90;

/** How long a typical customer of a new tenant has been known: sets the time scale of the prior, as nothing was observed yet. */
const PRIOR_MEAN_T_DAYS = 180;

/** The prior mean that fits are drawn towards: ln r, ln(α / mean T), ln a, ln b. */
const PRIOR_MEAN = { lnR: 0.25, lnAlphaPerMeanT: -1, lnA: -0.5, lnB: 0.25 };

/** The model of a tenant that has none of its own yet: scores from the first order of the first customer on. */
export function coldStartModel(horizonDays: number, bands: Bands): Model {
  return {
    version: `mbg-prior-1.0/h${horizonDays}`,
    horizonDays,
    bands,
    mbg: {
      r: Math.exp(PRIOR_MEAN.lnR),
      alpha: PRIOR_MEAN_T_DAYS * Math.exp(PRIOR_MEAN.lnAlphaPerMeanT),
      a: Math.exp(PRIOR_MEAN.lnA),
      b: Math.exp(PRIOR_MEAN.lnB),
    },
    fitted: false,
  };
}
