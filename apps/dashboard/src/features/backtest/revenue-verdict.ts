import type { BacktestDto } from '../../api/schema';

/** The difference between what was expected of a past day and what came. */
export interface RevenueVerdict {
  /** The share of the expectation by which more or less came; null where nothing was expected. */
  readonly off: { readonly kind: 'more' | 'less' | 'same'; readonly by: number } | null;
  /** The place of the actual revenue against the likely range; null where the past is too short for one. */
  readonly range: 'within' | 'above' | 'below' | null;
}

/** A smaller difference rounds to 0%. */
const LEAST_SHARE = 0.005;

export function revenueVerdict({ expected, actual, p10, p90 }: NonNullable<BacktestDto['revenue']>): RevenueVerdict {
  const came = Number(actual);
  const share = Number(expected) === 0 ? null : came / Number(expected) - 1;
  return {
    off: share === null ? null : { kind: Math.abs(share) < LEAST_SHARE ? 'same' : share > 0 ? 'more' : 'less', by: Math.abs(share) },
    range: p10 === null || p90 === null ? null : came < Number(p10) ? 'below' : came > Number(p90) ? 'above' : 'within',
  };
}
