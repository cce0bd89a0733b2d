import type { CampaignResultsDto } from '../../../api/schema';

/** The result of a campaign that was sent. */
export type Outcome =
  | { readonly kind: 'works' | 'harms' | 'noDifference'; readonly uplift: number; readonly low: number; readonly high: number }
  /** The interval so far, if there is one. */
  | { readonly kind: 'early'; readonly effect: { readonly uplift: number; readonly low: number; readonly high: number } | null };

export function outcomeOf({ uplift, ci95, verdict }: CampaignResultsDto): Outcome {
  const [low, high] = ci95 ?? [];
  const effect = uplift === null || low === undefined || high === undefined ? null : { uplift, low, high };
  if (effect === null || verdict === 'too_few') return { kind: 'early', effect };
  if (verdict === 'interval_includes_zero') return { kind: 'noDifference', ...effect };
  return { kind: effect.uplift > 0 ? 'works' : 'harms', ...effect };
}

const POINTS = new Intl.NumberFormat('en', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Formats a difference of two rates in percentage points: 0.0712 is `+7.1`. */
export const points = (share: number): string => POINTS.format(share * 100);
