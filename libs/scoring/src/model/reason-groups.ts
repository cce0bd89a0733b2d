/** What can raise or lower a score, in the words of an explanation. */
export const REASON_GROUPS = ['silence', 'orders', 'rhythm', 'recent', 'spend', 'tenure'] as const;
export type ReasonGroup = (typeof REASON_GROUPS)[number];
