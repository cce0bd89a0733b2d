import { BEHAVIOUR_GROUPS } from '../orders/activity.js';

/** Groups of predictors that raise or lower a score together. */
export const REASON_GROUPS = ['silence', 'orders', 'rhythm', 'recent', 'spend', 'tenure'] as const;
export type ReasonGroup = (typeof REASON_GROUPS)[number];

/** Factors that orders explain. */
const ORDER_FACTORS = ['silence', 'orders', 'rhythm', 'spend', 'tenure'] as const;
export type OrderFactor = (typeof ORDER_FACTORS)[number];

/** Factors that an explanation names. `regular` is what the shop's regular customers have in common, `trait` one of the merchant's traits. */
export const REASON_FACTORS = [...ORDER_FACTORS, ...BEHAVIOUR_GROUPS, 'trait', 'regular'] as const;
export type ReasonFactor = (typeof REASON_FACTORS)[number];
