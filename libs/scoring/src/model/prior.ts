import type { MbgParameters } from './mbg-nbd.js';

/** The prior mean that fits are drawn towards: ln r, ln(α / mean T), ln a, ln b. */
export const PRIOR_MEAN = [0.25, -1, -0.5, 0.25] as const;

/** Assumed mean age of the customers of a new tenant. It sets the time scale of the prior, as nothing was observed yet. */
const PRIOR_MEAN_T_DAYS = 180;

const [lnR, lnAlphaPerMeanT, lnA, lnB] = PRIOR_MEAN;

/** MBG/NBD of a shop that nothing is known of. */
export const PRIOR_MBG: MbgParameters = {
  r: Math.exp(lnR),
  alpha: PRIOR_MEAN_T_DAYS * Math.exp(lnAlphaPerMeanT),
  a: Math.exp(lnA),
  b: Math.exp(lnB),
};
