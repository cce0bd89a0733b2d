import type { ChurnDetailDto } from '../../api/schema';
import { hasUnknownLast } from './next-order';
import type { text } from './text';

type Advice = keyof (typeof text)['one']['actions']['advice'];

type Situated = Pick<ChurnDetailDto, 'lifecycle' | 'late_since' | 'churn' | 'confidence' | 'features_extended'>;

/** Returns the key of the advice. A high or critical label never gets the advice that there is nothing to do. */
export function situationOf(detail: Situated): Advice {
  const { lifecycle, late_since: since, churn } = detail;
  if (lifecycle === null) return 'none';
  if (lifecycle === 'second_order_due' && detail.features_extended.orders_total > 1) return 'one_day_due';
  if (lifecycle !== 'active') return lifecycle;
  const isAtRisk = churn?.label === 'high' || churn?.label === 'critical';
  if (since !== null) return isAtRisk ? 'overdue_at_risk' : 'overdue';
  if (hasUnknownLast(detail)) return 'no_day';
  return isAtRisk ? 'active_at_risk' : 'active';
}
