import type { ChurnDetailDto } from '../../api/schema';
import type { text } from './text';

type Advice = keyof (typeof text)['one']['actions']['advice'];

type Situated = Pick<ChurnDetailDto, 'lifecycle' | 'late_since' | 'churn' | 'features_extended'>;

/** Returns the key of the advice. A high or critical label never gets the advice that there is nothing to do. */
export function situationOf({ lifecycle, late_since: since, churn, features_extended: { orders_total: orders } }: Situated): Advice {
  if (lifecycle === null) return 'none';
  if (lifecycle === 'second_order_due' && orders > 1) return 'one_day_due';
  if (lifecycle !== 'active') return lifecycle;
  const isAtRisk = churn?.label === 'high' || churn?.label === 'critical';
  if (since !== null) return isAtRisk ? 'overdue_at_risk' : 'overdue';
  return isAtRisk ? 'active_at_risk' : 'active';
}
