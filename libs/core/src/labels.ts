/** Risk labels in rising order of risk. */
export const LABELS = ['low', 'medium', 'high', 'critical'] as const;
export type Label = (typeof LABELS)[number];

/** The default lower bounds of the labels, inclusive. The worker uses the same numbers; a test compares the two. */
export const DEFAULT_LABEL_THRESHOLDS = { medium: 0.4, high: 0.7, critical: 0.9 } as const;
