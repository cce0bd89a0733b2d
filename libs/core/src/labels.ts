/** Risk labels in rising order of risk. */
export const LABELS = ['low', 'medium', 'high', 'critical'] as const;
export type Label = (typeof LABELS)[number];
