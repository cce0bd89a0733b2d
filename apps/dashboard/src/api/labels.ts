import type { ChurnSummaryDto } from './schema';

export type Label = ChurnSummaryDto['label'];

/** In rising order of risk. */
export const LABELS: readonly Label[] = ['low', 'medium', 'high', 'critical'];
