import type { ChurnSummaryDto } from './schema';

export type Label = ChurnSummaryDto['label'];

/** The labels in rising order of risk. */
export const LABELS: readonly Label[] = ['low', 'medium', 'high', 'critical'];
