/** Risk labels in rising order of risk. */
export const LABELS = ['low', 'medium', 'high', 'critical'] as const;
export type Label = (typeof LABELS)[number];

/** Lower bounds of the labels, each included, for tenants that have set none. The worker labels with the same numbers; a test compares. ⚙ */
export const DEFAULT_LABEL_THRESHOLDS = { medium: 0.4, high: 0.7, critical: 0.9 } as const;
