import { useQuery } from '@tanstack/react-query';
import { lifecycleQuery } from './queries';

/** Returns the number of customers with an order; null while it loads. */
export function useShopSize(): number | null {
  const { data } = useQuery(lifecycleQuery);
  if (data === undefined) return null;
  const { new: fresh, second_order_due: due, active, slipping, lost } = data.lifecycle;
  return fresh + due + active + slipping + lost;
}
