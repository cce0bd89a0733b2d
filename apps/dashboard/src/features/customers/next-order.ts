import type { ChurnDetailDto } from '../../api/schema';

/** The time at which the next order of a customer is expected, or since which it is missing. Instants are ISO 8601. */
export type NextOrder =
  /** No order, a last order on an unknown day, orders on one day only, a next order more than a year ahead, or too many orders to say. */
  | { readonly kind: 'none' | 'no_day' | 'one_day' | 'far' | 'unknown' }
  /** The second order is due, and not overdue yet. */
  | { readonly kind: 'second_due' }
  /** `from` is the beginning of the window, and `best` the most likely instant; each is null when it has passed. */
  | { readonly kind: 'expected'; readonly from: string | null; readonly to: string; readonly best: string | null }
  /** `days` are whole days since the window ended. */
  | { readonly kind: 'overdue' | 'lost'; readonly days: number };

type Detail = Pick<
  ChurnDetailDto,
  'lifecycle' | 'overdue_days' | 'next_order_window' | 'usual_gap_days' | 'confidence' | 'features_extended'
>;

/** A lost customer has no next order. A late customer is overdue since the end of the window. */
export function nextOrderOf(detail: Detail, now: Date): NextOrder {
  const { lifecycle, overdue_days: days, next_order_window: window, features_extended: extended } = detail;
  if (days !== null) return { kind: lifecycle === 'lost' ? 'lost' : 'overdue', days };
  if (lifecycle === 'second_order_due') return { kind: 'second_due' };
  if (window === null) return { kind: whyUnknown(detail) };
  const ahead = (at: string | null): string | null => (at === null || new Date(at) < now ? null : at);
  return { kind: 'expected', from: ahead(window.from), to: window.to, best: ahead(extended.expected_next_order_at) };
}

/** Returns whether summaries give the orders of the customer without the day of the last one. */
export const hasUnknownLast = ({ confidence, features_extended: extended }: Pick<Detail, 'confidence' | 'features_extended'>): boolean =>
  confidence !== null && extended.orders_total > 0 && extended.days_since_order === null;

function whyUnknown(detail: Detail): 'none' | 'no_day' | 'one_day' | 'far' | 'unknown' {
  const { confidence, usual_gap_days: gap, features_extended } = detail;
  if (features_extended.orders_total === 0) return 'none';
  // The API looks at no order of a customer with very many.
  if (confidence === null) return 'unknown';
  if (hasUnknownLast(detail)) return 'no_day';
  return gap === null ? 'one_day' : 'far';
}
