/** Groups of reasons that raise or lower a score, as explanations name them. */
export const REASON_GROUPS = ['silence', 'orders', 'rhythm', 'recent', 'spend', 'tenure'] as const;
export type ReasonGroup = (typeof REASON_GROUPS)[number];
