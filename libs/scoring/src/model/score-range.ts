/** No customer is certain to stay or to leave, and four decimals could not say more. */
const LOWEST_SCORE = 0.0001;
const HIGHEST_SCORE = 0.9999;
const HIGHEST_LOGIT = Math.log(HIGHEST_SCORE / LOWEST_SCORE);

/** A probability within the range of published scores; NaN stays NaN. */
export const clampProbability = (probability: number): number => Math.min(HIGHEST_SCORE, Math.max(LOWEST_SCORE, probability));

/** A probability as the published score, "0.0001" to "0.9999". */
export const toScore = (probability: number): string => clampProbability(probability).toFixed(4);

/** Log-odds within those of the published scores. */
export function clampLogit(logit: number): number {
  return Math.min(HIGHEST_LOGIT, Math.max(-HIGHEST_LOGIT, logit));
}
