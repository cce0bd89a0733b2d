import type { ChurnDetailDto } from '../../api/schema';
import { overdueDays } from '../../customer-list/overdue-days';

/** The time at which the next order of a customer is expected, or since which it is missing. Instants are ISO 8601. */
export type NextOrder =
  | { readonly kind: 'unknown' }
  /** `best` is the most likely instant; null when it has passed. */
  | { readonly kind: 'expected'; readonly from: string; readonly to: string; readonly best: string | null }
  | { readonly kind: 'overdue'; readonly since: string; readonly days: number }
  | { readonly kind: 'quiet'; readonly since: string };

type Detail = Pick<ChurnDetailDto, 'lifecycle' | 'late_since' | 'next_order_window' | 'features_extended'>;

/** A lost customer has no next order. A late customer is overdue since the end of the window. */
export function nextOrderOf({ lifecycle, late_since: since, next_order_window: window, features_extended }: Detail, now: Date): NextOrder {
  if (since !== null) return lifecycle === 'lost' ? { kind: 'quiet', since } : { kind: 'overdue', since, days: overdueDays(since, now) };
  if (window === null) return { kind: 'unknown' };
  const { expected_next_order_at: best } = features_extended;
  return { kind: 'expected', ...window, best: best === null || new Date(best) < now ? null : best };
}
